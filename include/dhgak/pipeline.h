// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/graph/builder.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/reader.h"
#include "dhgak/run/fit.h"
#include "dhgak/run/model.h"
#include "dhgak/run/options.h"
#include "dhgak/run/report.h"
#include "dhgak/run/source.h"

// The header that most users need:
//
//     const dhgak::Dataset graphs = dhgak::read_dataset("MUTAG");  // or a DatasetBuilder
//     const dhgak::Run run = dhgak::resolve({});                   // options, judged
//     std::cout << to_table(dhgak::evaluate(graphs, run));
//     dhgak::Model::fit(run, graphs).save("mutag.dhgak");
//
// A verb takes a Source, which may also be the name of a file, and options that were judged, and
// returns a report: `evaluate` here, `fit` (run/fit.h), `search` (search/search_report.h) and
// `compare_kernels` (compare/compare.h).
namespace dhgak {

// Cross-validates on the graphs whose class is known and tells everything about it. Throws
// InputError if the graphs do not allow it.
Report evaluate(const Source& source, const Run& run);

}  // namespace dhgak
