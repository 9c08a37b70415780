// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "kernel/pairs.h"
#include "kernels/tangents/covariance_tile.h"
#include "kernels/tangents/row_loops.h"
#include "kernels/tangents/tangent_group.h"

namespace dhgak {

// Compares groups of graphs, one pair of groups after another.
//
// Takes layers x classes x classes' for each block, and as much for each entry of the sums; keeps
// covariances of the classes of two blocks, never those of the last. A group with itself takes half
// the time.
class GroupComparison {
public:
    // `levels` are numbers of blocks that ascend, none twice. The allowance is asked from time to
    // time, and told of pairs of classes that are done, num_steps() in all. All live as long as
    // this.
    GroupComparison(const TangentOptions& options, std::span<const int> levels,
                    Allowance& allowance);

    // Calls visit(i, values) for each of the levels with the kernel of the graphs of `a` (rows) and
    // those of `b` (columns); not normalised. Throws what the allowance throws.
    using Visitor = std::function<void(std::size_t i, const PaddedMatrix& values)>;
    void run(const TangentGroup& a, const TangentGroup& b, const Visitor& visit);

private:
    const TangentOptions& options_;
    std::span<const int> levels_;
    Allowance& allowance_;
    Covariances before_, kept_;  // asking for their memory each time would take as long as the work
};

std::size_t num_steps(const TangentGroup& a, const TangentGroup& b, std::size_t blocks);

// What the comparison will take of one core, more or less.
double expected_seconds(const TangentGroup& a, const TangentGroup& b, const TangentOptions& options,
                        std::size_t blocks);

}  // namespace dhgak
