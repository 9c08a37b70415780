// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak::cli {

// The classes of the rows of a feature map, by name.
struct RowClasses {
    std::vector<std::string> names;   // of the training graphs, in their order
    std::vector<std::string> of_row;  // an unknown one is empty

    void append(const Dataset& graphs);  // rows of these
};

// Writes a feature map, whole or not at all: as SciPy's load_npz reads it (`npz`), or as text with
// the class of each row (`svmlight`).
void write_features(const std::string& path, const std::string& format,
                    const SparseMatrix& features, const RowClasses& classes);

}  // namespace dhgak::cli
