// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/core/spec.h"

namespace dhgak {

// `kmeans:init=random,dbscan`, the text that Spec::parse_list reads.
std::string text_of(const std::vector<Spec>& specs);

// What stands between the separators.
std::vector<std::string_view> parts_of(std::string_view text, char separator);

// `8G`, `500M`, `1.5GiB`, or plain bytes. Throws ConfigError for another text.
std::size_t parse_bytes(const std::string& text);

// The double with the fewest digits that still is this float: 0.6 rather than 0.6000000238.
double shortest(float value);

}  // namespace dhgak
