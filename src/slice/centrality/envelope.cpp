// SPDX-License-Identifier: MIT
#include "slice/centrality/envelope.h"

#include <algorithm>
#include <cmath>

namespace dhgak {
namespace {

std::uint32_t first_column(const Component& component, std::size_t row) {
    auto first = static_cast<std::uint32_t>(row);
    for (const std::uint32_t u : component.neighbors_of(row)) first = std::min(first, u);
    return first;
}

// Four sums side by side, so that the processor does not wait for each addition.
double dot(const double* a, const double* b, std::size_t size) {
    double sums[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4)
        for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
    for (; i < size; ++i) sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

EnvelopeCost envelope_cost(const Component& component) {
    EnvelopeCost cost;
    for (std::size_t i = 0; i < component.size(); ++i) {
        const std::size_t width = i - first_column(component, i) + 1;
        cost.entries += width;
        cost.products += width * (width + 1) / 2;
    }
    return cost;
}

EnvelopeFactor::EnvelopeFactor(const Component& component)
    : component_(component),
      first_(component.size()),
      starts_(component.size()),
      inverse_diagonal_(component.size()) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < component.size(); ++i) {
        first_[i] = first_column(component, i);
        starts_[i] = end;
        end += i - first_[i] + 1;
    }
    entries_.resize(end);
}

bool EnvelopeFactor::factorise(double s) {
    std::fill(entries_.begin(), entries_.end(), 0.0);
    for (std::size_t i = 0; i < first_.size(); ++i) {
        double* const here = row(i);
        const std::size_t first = first_[i];
        for (const std::uint32_t u : component_.neighbors_of(i))
            if (u < i) here[u - first] = -1;
        for (std::size_t j = first; j < i; ++j) {
            const std::size_t from = std::max<std::size_t>(first, first_[j]);
            const double product =
                dot(here + (from - first), row(j) + (from - first_[j]), j - from);
            here[j - first] = (here[j - first] - product) * inverse_diagonal_[j];
        }
        const double pivot = s - dot(here, here, i - first);
        if (!(pivot > 0)) return false;
        here[i - first] = std::sqrt(pivot);
        inverse_diagonal_[i] = 1 / here[i - first];
    }
    return true;
}

void EnvelopeFactor::solve(std::vector<double>& x) const {
    for (std::size_t i = 0; i < first_.size(); ++i) {
        const std::size_t first = first_[i];
        x[i] = (x[i] - dot(row(i), x.data() + first, i - first)) * inverse_diagonal_[i];
    }
    for (std::size_t i = first_.size(); i-- > 0;) {
        x[i] *= inverse_diagonal_[i];
        const double* const here = row(i);
        for (std::size_t j = first_[i]; j < i; ++j) x[j] -= here[j - first_[i]] * x[i];
    }
}

}  // namespace dhgak
