// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "dhgak/run/report.h"

namespace dhgak {

using Json = nlohmann::ordered_json;

// Reports as JSON values, for other reports to add to.
Json json_of(const Report& report);
Json json_of(const std::vector<Setting>& settings);
Json accuracy_json(const CvResult& cv);
Json number_or_null(const std::optional<double>& value);

// With a final newline. Text that is not UTF-8, as a path may be, is written with marks in its
// place.
std::string text_of(const Json& json);

}  // namespace dhgak
