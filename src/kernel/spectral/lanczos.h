// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Some eigenvectors of a graph's adjacency matrix: orthonormal, one after another.
struct PartialSpectrum {
    std::vector<double> values;   // eigenvalues, in no order
    std::vector<double> vectors;  // by eigenvalue, then by node

    // Where given, all vectors that are orthogonal to these have this eigenvalue.
    std::optional<double> rest;
};

// All eigenvectors but for those whose eigenvalue has a smaller magnitude than the `wanted` largest
// ones, by the Lanczos iteration with full reorthogonalisation. One such iteration sees each
// eigenvalue once, so that others follow in the space that is left, until none of them finds an
// eigenvalue that is large enough. Accurate to about 1e-10 of the largest eigenvalue, over the gap
// to the next one for vectors.
PartialSpectrum leading_eigenvectors(const Graph& graph, std::size_t wanted);

}  // namespace dhgak
