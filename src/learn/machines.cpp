// SPDX-License-Identifier: MIT
#include "learn/machines.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "learn/class_pairs.h"
#include "learn/known_classes.h"

namespace dhgak {

std::size_t count_machines(Machines::Scheme scheme, std::size_t num_classes) {
    if (scheme == Machines::Scheme::pairs || num_classes <= 2) return count_pairs(num_classes);
    return num_classes;
}

void Machines::evaluate(std::span<const double> inputs, std::span<double> values) const {
    assert(inputs.size() == num_inputs);
    std::ranges::copy(offsets, values.begin());
    const double* weight = weights.data();
    for (const double input : inputs)
        for (double& value : values) value += input * *weight++;
}

void Machines::evaluate(const SparseMatrix& inputs, std::size_t row,
                        std::span<double> values) const {
    assert(inputs.num_cols == num_inputs);
    std::ranges::copy(offsets, values.begin());
    const auto begin = static_cast<std::size_t>(inputs.row_offsets[row]);
    const auto end = static_cast<std::size_t>(inputs.row_offsets[row + 1]);
    for (std::size_t e = begin; e < end; ++e) {
        const double* weight =
            weights.data() + static_cast<std::size_t>(inputs.columns[e]) * values.size();
        for (double& value : values) value += inputs.values[e] * *weight++;
    }
}

std::size_t Machines::winner(std::span<const double> values) const {
    return scheme == Scheme::rest ? winner_of_rest(values)
                                  : winner_of_pairs(values, classes.size());
}

std::vector<double> Machines::class_sums(std::span<const double> values) const {
    if (scheme == Scheme::rest || classes.size() <= 2) return {values.begin(), values.end()};
    std::vector<double> sums(classes.size());
    for_pairs(classes.size(), [&](std::size_t machine, std::size_t a, std::size_t b) {
        sums[a] -= values[machine];
        sums[b] += values[machine];
    });
    return sums;
}

std::vector<double> Machines::decisions(std::span<const double> values) const {
    if (scheme == Scheme::rest || classes.size() <= 2) return {values.begin(), values.end()};
    std::vector<double> decisions = count_votes(values, classes.size());
    const std::vector<double> sums = class_sums(values);
    for (std::size_t c = 0; c < sums.size(); ++c)
        decisions[c] += sums[c] / (2 * (std::abs(sums[c]) + 1));
    return decisions;
}

}  // namespace dhgak
