// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "dhgak/run/report.h"

namespace dhgak {

using Json = nlohmann::ordered_json;

// Reports as JSON values, for other reports to add to.
Json json_of(const Report& report);
Json json_of(const std::vector<Setting>& settings);
Json json_of_identity(const std::string& identity);  // Kernel::identity by its words
Json accuracy_json(const CvResult& cv);

// A fold with every prediction. By graph of the folds: its number in the dataset.
Json fold_json(const FoldResult& fold, std::span<const std::size_t> graph_ids,
               const std::vector<std::string>& class_names);
Json number_or_null(const std::optional<double>& value);

// With a final newline. Text that is not UTF-8, as a path may be, is written with marks in its
// place.
std::string text_of(const Json& json);

}  // namespace dhgak
