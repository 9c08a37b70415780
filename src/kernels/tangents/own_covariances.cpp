// SPDX-License-Identifier: MIT
#include "kernels/tangents/own_covariances.h"

#include <cmath>

#include "dhgak/core/parallel.h"
#include "kernels/tangents/row_loops.h"

namespace dhgak {
namespace {

// W M with a matrix W of weights.
PaddedMatrix weigh(const SparseMatrix& weights, const PaddedMatrix& matrix) {
    constexpr std::size_t kColumnsAtATime = 64;  // which a cache holds
    PaddedMatrix result(weights.num_rows(), matrix.cols());
    parallel_blocks(matrix.stride(), kColumnsAtATime, [&](std::size_t begin, std::size_t end) {
        combine_rows(weights, 0, weights.num_rows(),
                     {matrix.row(0) + begin, matrix.stride(), end - begin},
                     {result.row(0) + begin, result.stride(), end - begin});
    });
    return result;
}

PaddedMatrix transposed(const PaddedMatrix& matrix) {
    PaddedMatrix result(matrix.cols(), matrix.rows());
    for (std::size_t i = 0; i < matrix.rows(); ++i)
        for (std::size_t j = 0; j < matrix.cols(); ++j) result.row(j)[i] = matrix.row(i)[j];
    return result;
}

// W M W^T, where M is symmetric but for rounding; summed in the order that comparisons of groups
// have, so that a graph met again is as long as it was.
PaddedMatrix mix(const SparseMatrix& weights, const PaddedMatrix& matrix) {
    return transposed(weigh(weights, transposed(weigh(weights, matrix))));
}

// The sums of a round over what nodes attend to: W V D with the covariances V of the classes before
// and D how many nodes these have.
SparseMatrix attend(const SparseMatrix& sums, const PaddedMatrix& covariances,
                    const std::vector<double>& num_nodes) {
    const PaddedMatrix seen = weigh(sums, covariances);
    SparseMatrix result;
    result.num_cols = sums.num_cols;
    result.columns.reserve(seen.rows() * seen.cols());
    result.values.reserve(seen.rows() * seen.cols());
    for (std::size_t i = 0; i < seen.rows(); ++i) {
        for (std::size_t j = 0; j < seen.cols(); ++j) {
            result.columns.push_back(static_cast<std::int32_t>(j));
            result.values.push_back(seen.row(i)[j] * num_nodes[j]);
        }
        result.row_offsets.push_back(static_cast<std::int64_t>(result.values.size()));
    }
    return result;
}

// The padding has roots of 1, so that nothing is divided by 0.
std::vector<double> diagonal_roots(const PaddedMatrix& matrix) {
    std::vector<double> roots(matrix.stride(), 1);
    for (std::size_t i = 0; i < matrix.rows(); ++i) roots[i] = std::sqrt(matrix.row(i)[i]);
    return roots;
}

double read_out(const PaddedMatrix& tangent, const std::vector<double>& weights) {
    double total = 0;
    for (std::size_t i = 0; i < tangent.rows(); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < tangent.cols(); ++j) sum += weights[j] * tangent.row(i)[j];
        total += weights[i] * sum;
    }
    return total;
}

}  // namespace

void compare_with_itself(TangentGraph& graph, const TangentOptions& options,
                         const TimeLimit& limit) {
    const std::size_t num_labels = graph.rounds[0].size();
    PaddedMatrix start(num_labels, num_labels);
    for (std::size_t i = 0; i < num_labels; ++i) start.row(i)[i] = 1;
    PaddedMatrix tangent = start;
    double sum = read_out(start, graph.rounds[0].weights);
    graph.own = {sum};
    for (std::size_t r = 1; r <= options.blocks; ++r) {
        limit.require_time_to_prepare();
        TangentRound& round = graph.rounds[r];
        start = mix(round.sums, start);
        tangent = mix(round.sums, tangent);
        if (options.attention && r > 1)
            for (std::size_t i = 0; i < tangent.rows(); ++i)
                attend_tangents(start.row(i), tangent.row(i), tangent.cols());
        for (std::size_t layer = 0; layer < options.layers; ++layer) {
            limit.require_time_to_prepare();
            const std::vector<double> roots = diagonal_roots(start);
            round.roots.emplace_back(roots.begin(),
                                     roots.begin() + static_cast<std::ptrdiff_t>(round.size()));
            rectify_rows({start.row(0), start.stride(), start.stride()},
                         {tangent.row(0), tangent.stride(), tangent.stride()}, round.roots.back(),
                         roots.data(), options.correlation);
        }
        const double present = read_out(tangent, round.weights);
        sum += present;
        graph.own.push_back(options.jumps ? sum : present);
        if (options.attention && r < options.blocks) {
            TangentRound& next = graph.rounds[r + 1];
            next.sums = attend(next.sums, start, round.weights);
        }
    }
}

}  // namespace dhgak
