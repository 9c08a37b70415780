// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "kernel/pairs.h"

namespace dhgak {

// All vectors of one eigenvalue.
struct Eigenspace {
    double value = 0;
    std::size_t dimension = 0;
    std::vector<double> squares;  // by node: of the length of its projection on the space
};

// Some eigenvectors of a graph's adjacency matrix: orthonormal, one after another.
struct PartialSpectrum {
    std::vector<double> values;   // eigenvalues, in no order
    std::vector<double> vectors;  // by eigenvalue, then by node

    // Where it is not empty: what is orthogonal to these vectors, all of it.
    std::vector<Eigenspace> rest;
};

// All eigenvectors but for those whose eigenvalue has a smaller magnitude than the `wanted` largest
// ones, by the Lanczos iteration with full reorthogonalisation. One such iteration sees each
// eigenvalue once, so that others follow in the space that is left, until none of them finds an
// eigenvalue that is large enough. Where few eigenvalues with many vectors each are left, such as
// those of a hub's many equal arms, they come as `rest`. Throws Error when time is over. Accurate
// to about 1e-10 of the largest eigenvalue, over the gap to the next one for vectors.
PartialSpectrum leading_eigenvectors(const Graph& graph, std::size_t wanted,
                                     const TimeLimit& limit = {});

}  // namespace dhgak
