// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "kernel/pairs.h"

namespace dhgak {

// Which of a graph's eigenvectors are its nodes' coordinates.
struct SpectralOptions {
    std::size_t dimensions = 6;

    // The largest eigenvalues rather than those of largest magnitude, where a graph has at most
    // this many nodes.
    std::size_t largest_up_to = 0;
};

// By node, then by axis: the absolute value of the node in the eigenvectors of the adjacency matrix
// whose eigenvalues have the largest magnitude, axes by falling eigenvalue. A graph of fewer nodes
// than dimensions has as many axes as nodes.
//
// Equal eigenvalues (closer than a millionth of the largest) leave open which vectors are taken.
// Each axis of such an eigenspace then has the root of the mean square over all its bases, that is
// the length of the node's projection on it over the root of its dimension: the coordinates do not
// depend on how nodes are numbered.
//
// Takes n^3 steps up to some 100 nodes and about n * m^2 beyond them, m the steps of a Lanczos
// iteration, mostly 50 to 200, but thousands where leading eigenvalues nearly meet, as those of
// long paths do. Throws Error when time is over.
std::vector<double> spectral_coordinates(const Graph& graph, const SpectralOptions& options,
                                         const TimeLimit& limit = {});

}  // namespace dhgak
