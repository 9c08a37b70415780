// SPDX-License-Identifier: MIT
#include "kernels/spectral/tridiagonal.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include "core/random.h"
#include "dhgak/core/error.h"

namespace dhgak {
namespace {

constexpr int kIterations = 5;

// T - shift, factored by Gaussian elimination with pivots, to be solved for many right-hand sides.
class ShiftedSolver {
public:
    ShiftedSolver(const Tridiagonal& matrix, double shift, double smallest_pivot)
        : pivots_(matrix.size()),
          above_(matrix.size()),
          far_above_(matrix.size()),
          factors_(matrix.size()),
          is_swapped_(matrix.size()) {
        const std::size_t size = matrix.size();
        double pivot = matrix.diagonal[0] - shift;
        double above = size > 1 ? matrix.beside[0] : 0;
        for (std::size_t i = 0; i + 1 < size; ++i) {
            const double below = matrix.beside[i];
            const double next = matrix.diagonal[i + 1] - shift;
            const double next_above = i + 2 < size ? matrix.beside[i + 1] : 0;
            is_swapped_[i] = std::abs(below) > std::abs(pivot);
            if (is_swapped_[i]) {
                pivots_[i] = below;
                above_[i] = next;
                far_above_[i] = next_above;
                factors_[i] = pivot / below;
                pivot = above - factors_[i] * next;
                above = -factors_[i] * next_above;
            } else {
                pivots_[i] = away_from_zero(pivot, smallest_pivot);
                above_[i] = above;
                factors_[i] = below / pivots_[i];
                pivot = next - factors_[i] * above;
                above = next_above;
            }
        }
        pivots_[size - 1] = away_from_zero(pivot, smallest_pivot);
    }

    void solve(std::span<double> x) const {
        const std::size_t size = x.size();
        for (std::size_t i = 0; i + 1 < size; ++i) {
            if (is_swapped_[i]) std::swap(x[i], x[i + 1]);
            x[i + 1] -= factors_[i] * x[i];
        }
        for (std::size_t i = size; i-- > 0;) {
            if (i + 1 < size) x[i] -= above_[i] * x[i + 1];
            if (i + 2 < size) x[i] -= far_above_[i] * x[i + 2];
            x[i] /= pivots_[i];
        }
    }

private:
    static double away_from_zero(double pivot, double smallest) {
        return std::abs(pivot) < smallest ? std::copysign(smallest, pivot) : pivot;
    }

    std::vector<double> pivots_, above_, far_above_, factors_;
    std::vector<bool> is_swapped_;
};

double dot(std::span<const double> x, std::span<const double> y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
}

// Makes the vectors orthonormal, twice over each, so that rounding leaves nothing.
void orthonormalise(std::vector<double>& vectors, std::size_t size) {
    for (std::size_t k = 0; k * size < vectors.size(); ++k) {
        const std::span<double> x(vectors.data() + k * size, size);
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t j = 0; j < k; ++j) {
                const std::span<const double> y(vectors.data() + j * size, size);
                const double along = dot(x, y);
                for (std::size_t i = 0; i < size; ++i) x[i] -= along * y[i];
            }
            const double length = std::sqrt(dot(x, x));
            for (double& value : x) value /= length;
        }
    }
}

}  // namespace

std::vector<double> eigenvalues(const Tridiagonal& matrix) {
    const auto size = static_cast<Eigen::Index>(matrix.size());
    if (size == 1) return matrix.diagonal;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(Eigen::Map<const Eigen::VectorXd>(matrix.diagonal.data(), size),
                                  Eigen::Map<const Eigen::VectorXd>(matrix.beside.data(), size - 1),
                                  Eigen::EigenvaluesOnly);
    if (solver.info() != Eigen::Success)
        throw Error(fmt::format(
            "the eigenvalues of a graph were not found: those of a tridiagonal matrix of size {} "
            "did not converge",
            size));
    const Eigen::VectorXd& values = solver.eigenvalues();
    return {values.data(), values.data() + size};
}

std::vector<double> eigenspace(const Tridiagonal& matrix, std::span<const double> values,
                               std::size_t first, std::size_t last) {
    assert(first <= last && last < values.size());
    const std::size_t size = matrix.size();
    const double scale = std::max({std::abs(values.front()), std::abs(values.back()), 1e-300});
    const ShiftedSolver solver(matrix, (values[first] + values[last]) / 2, scale * 1e-15);
    std::vector<double> vectors((last - first + 1) * size);
    Random random(size);
    for (double& value : vectors) value = random.uniform() - 0.5;
    for (int iteration = 0; iteration < kIterations; ++iteration) {
        for (std::size_t k = 0; k * size < vectors.size(); ++k)
            solver.solve({vectors.data() + k * size, size});
        orthonormalise(vectors, size);
    }
    return vectors;
}

}  // namespace dhgak
