// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/report/report_page.h"
#include "run/render/json.h"

namespace dhgak {

// A JSON file as the page wants it: numbers and curves, but no predictions. The dataset, if it is
// the run's, tells true classes; if it is not, a sentence about that is added to `notes`. Throws
// InputError if the file is not a result of dhgak.
Json run_facts(const RunFile& file, const std::optional<Dataset>& data,
               std::vector<std::string>& notes);

// By graph of the dataset: what the folds of a run predicted, numbered as in `class_names`; -1
// where they did not. Empty if the run is of other graphs.
std::vector<int> cross_validated_classes(const RunFile& file, const Dataset& data);

}  // namespace dhgak
