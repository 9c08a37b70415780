// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "kernel/pairs.h"
#include "kernels/tangents/tangent_group.h"

namespace dhgak {

// Graphs of a dataset, ready to be compared with others.
struct PreparedGraphs {
    std::vector<std::vector<double>> own;  // by graph and number of blocks: the kernel with itself
    std::vector<TangentGroup> groups;

    std::size_t size() const { return own.size(); }
    bool has_nodes(std::size_t g) const { return own[g].front() > 0; }
};

// `labels` are by node; equal numbers are the same label in all graphs that will be compared.
// Throws Error, with the kernel's name, if graphs alone would take too much memory, and when time
// is over.
PreparedGraphs prepare_graphs(const std::string& kernel, const Dataset& graphs,
                              std::vector<std::uint32_t> labels, const TangentOptions& options,
                              const TimeLimit& limit);

}  // namespace dhgak
