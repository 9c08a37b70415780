// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace dhgak {

// Parses JSON from a stranger: at most `max_depth` levels (writing JSON is recursive), no key twice
// in one object, valid UTF-8. Throws InputError starting with `place`.
nlohmann::json parse_json(std::string_view text, const std::string& place, int max_depth = 64);

// The same with the names of an object in the order of the text, ten thousand of them at most.
nlohmann::ordered_json parse_ordered_json(std::string_view text, const std::string& place,
                                          int max_depth = 64);

}  // namespace dhgak
