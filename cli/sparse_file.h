// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/sparse_matrix.h"

namespace dhgak::cli {

// Writes a feature map, whole or not at all: as SciPy's load_npz reads it (`npz`), or as text with
// the graphs' classes (`svmlight`).
void write_features(const std::string& path, const std::string& format,
                    const SparseMatrix& features, const Dataset& dataset);

}  // namespace dhgak::cli
