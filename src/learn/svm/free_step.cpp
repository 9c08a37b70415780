// SPDX-License-Identifier: MIT
#include "learn/svm/free_step.h"

#include <algorithm>
#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace dhgak {

FreeStep solve_free(const FloatGram& gram, std::span<const std::uint32_t> free,
                    std::span<const double> errors) {
    const auto size = static_cast<Eigen::Index>(free.size());
    Eigen::MatrixXd kernel(size, size);
    for (Eigen::Index c = 0; c < size; ++c) {
        const float* row = gram.row(free[static_cast<std::size_t>(c)]);
        for (Eigen::Index r = 0; r < size; ++r)
            kernel(r, c) = row[free[static_cast<std::size_t>(r)]];
    }

    // Equal graphs make the kernel singular and rounding makes it indefinite: a ridge, as small as
    // the factorisation allows, keeps the direction one of ascent.
    Eigen::LLT<Eigen::MatrixXd> factor;
    for (double ridge = 1e-7; ridge < 1; ridge *= 10) {
        Eigen::MatrixXd ridged = kernel;
        ridged.diagonal().array() += ridge * kernel.diagonal().maxCoeff();
        factor.compute(ridged);
        if (factor.info() == Eigen::Success) break;
    }
    if (factor.info() != Eigen::Success) return {};

    const Eigen::Map<const Eigen::VectorXd> gradient(errors.data(), size);
    const Eigen::VectorXd ones = Eigen::VectorXd::Ones(size);
    const Eigen::VectorXd plain = factor.solve(gradient), of_ones = factor.solve(ones);
    const Eigen::VectorXd direction = plain - (plain.sum() / of_ones.sum()) * of_ones;
    const double slope = gradient.dot(direction);
    const double curvature = direction.dot(kernel * direction);
    if (!(slope > 0) || !direction.allFinite()) return {};

    FreeStep step;
    step.direction.assign(direction.data(), direction.data() + size);
    step.length = curvature > 0 ? slope / curvature : std::numeric_limits<double>::infinity();
    return step;
}

}  // namespace dhgak
