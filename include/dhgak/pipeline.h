// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dhgak/graph/builder.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/reader.h"
#include "dhgak/run/model.h"
#include "dhgak/run/options.h"
#include "dhgak/run/report.h"

// The header that most users need:
//
//     const dhgak::Dataset graphs = dhgak::read_dataset("MUTAG");       // or a DatasetBuilder
//     const dhgak::Run run = dhgak::resolve({});                        // options, judged
//     std::cout << to_table(dhgak::cross_validate_dataset(run, graphs));
//     dhgak::StageTimes times;
//     dhgak::Model::fit(run, graphs, false, times).save("mutag.dhgak");
namespace dhgak {

// Cross-validates on the graphs whose class is known and tells everything about it.
// Throws InputError if the graphs do not allow it.
Report cross_validate_dataset(const Run& run, const Dataset& dataset);

// The same from a source: a TU folder or zip, a file of molecules, or `demo`. Options are judged
// before it is read.
Report cross_validate_dataset(const std::string& source, const RunOptions& options);

}  // namespace dhgak
