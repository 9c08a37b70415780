// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "slice/centrality/component.h"

namespace dhgak {

// What a Cholesky factorisation of a component's adjacency matrix with some diagonal takes.
struct EnvelopeCost {
    std::size_t entries = 0;
    std::size_t products = 0;
};
EnvelopeCost envelope_cost(const Component& component);

// The Cholesky factor of s I - A, each row stored from its first non-zero entry to the diagonal.
class EnvelopeFactor {
public:
    explicit EnvelopeFactor(const Component& component);

    // False if s I - A is not positive definite: s is not above the largest eigenvalue.
    bool factorise(double s);

    // Replaces x by the solution y of (s I - A) y = x.
    void solve(std::vector<double>& x) const;

private:
    double* row(std::size_t i) { return entries_.data() + starts_[i]; }
    const double* row(std::size_t i) const { return entries_.data() + starts_[i]; }

    const Component& component_;
    std::vector<std::uint32_t> first_;  // by row: the column of its first stored entry
    std::vector<std::size_t> starts_;   // by row: where its entries begin
    std::vector<double> entries_;
    std::vector<double> inverse_diagonal_;
};

}  // namespace dhgak
