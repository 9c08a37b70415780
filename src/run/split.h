// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/learn/folds.h"
#include "dhgak/run/options.h"

namespace dhgak {

// By graph: molecules of one Bemis-Murcko scaffold share a number, those without rings too. Throws
// ConfigError if scaffolds were not read.
std::vector<std::uint32_t> scaffold_groups(const Dataset& dataset);

// Folds by the column that a split names. If it has the value `test`, in any case, there is one
// fold, which tests these graphs and learns from the others; else each value is a fold. Throws
// InputError for an empty cell and if there is one value only.
std::vector<Split> column_splits(const Dataset& dataset);

// Parts all graphs, whose classes must be known, into those to learn from and those to be judged
// by, about `test_share` of them:
//
//   random    from the seed, classes evenly
//   scaffold  as MoleculeNet does, without a seed: scaffolds from the most to the least frequent
//             (of equals the later first) go to training while they fit, so that the test graphs
//             have rare scaffolds
//   column    the graphs whose value is `test`; `test_share` is not used
//
// Throws ConfigError for a share outside (0, 1) and InputError if a part is empty.
Split hold_out(const Dataset& dataset, const RunOptions& options, double test_share);

}  // namespace dhgak
