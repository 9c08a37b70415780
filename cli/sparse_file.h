// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/sparse_matrix.h"

namespace dhgak::cli {

// Puts the graphs' classes by name behind those that are there; an unknown one is empty.
void append_classes(std::vector<std::string>& names, const Dataset& graphs);

// Writes a feature map, whole or not at all: as SciPy's load_npz reads it (`npz`), or as text with
// the class of each row (`svmlight`).
void write_features(const std::string& path, const std::string& format,
                    const SparseMatrix& features, const std::vector<std::string>& classes);

}  // namespace dhgak::cli
