// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dhgak {

// A symmetric tridiagonal matrix.
struct Tridiagonal {
    std::vector<double> diagonal;
    std::vector<double> beside;  // beside[i] is at (i, i + 1) and (i + 1, i)

    std::size_t size() const { return diagonal.size(); }
};

// All eigenvalues, ascending.
std::vector<double> eigenvalues(const Tridiagonal& matrix);

// Orthonormal vectors that span the eigenspaces of the eigenvalues first..last (ascending, by
// number among `values`, all of them), which must lie apart from the others: one after another,
// each of matrix.size() numbers. Found by inverse iteration; which basis of the space they are has
// no meaning.
std::vector<double> eigenspace(const Tridiagonal& matrix, std::span<const double> values,
                               std::size_t first, std::size_t last);

}  // namespace dhgak
