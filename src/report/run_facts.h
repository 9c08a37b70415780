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

// What the folds of a run said of each graph of the dataset, in its first repeat.
struct CrossValidated {
    std::vector<int> classes;       // numbered as in `class_names`; -1 where they said nothing
    std::vector<double> decisions;  // of two classes, positive for the second; NaN: none
};

// Empty if the run is of other graphs.
CrossValidated cross_validated(const RunFile& file, const Dataset& data);

}  // namespace dhgak
