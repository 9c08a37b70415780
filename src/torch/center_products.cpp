// SPDX-License-Identifier: MIT
#include "torch/center_products.h"

#include <limits>
#include <tuple>

#include <ATen/TensorOperators.h>
#include <ATen/ops/add.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/cat.h>

namespace dhgak {

CenterProducts::CenterProducts(const at::Tensor& centers, const at::Tensor& far)
    : centers_(centers), squares_((centers * centers).sum(1) + far) {
    const at::Tensor high = high_digits(centers);
    high_ = at::cat({high, high}, 1);
    low_ = centers - high;
}

CenterProducts CenterProducts::with(const at::Tensor& centers) const {
    CenterProducts some;
    some.centers_ = centers_.index_select(0, centers);
    some.high_ = high_.index_select(0, centers);
    some.low_ = low_.index_select(0, centers);
    some.squares_ = squares_.index_select(0, centers);
    return some;
}

// The product of both low parts is below rounding.
at::Tensor CenterProducts::distances(const at::Tensor& parts) const {
    return at::addmm(squares_, parts, high_.t(), 1, -2)
        .addmm_(parts.narrow(1, 0, low_.size(1)), low_.t(), 1, -2);
}

CenterProducts::Nearest CenterProducts::nearest(const at::Tensor& parts,
                                                const at::Tensor& errors) const {
    at::Tensor all = distances(parts);
    auto [least, center] = all.min(1);
    // Where rounding could have swapped the two nearest, their differences decide.
    all.scatter_(1, center.unsqueeze(1), std::numeric_limits<float>::infinity());
    const auto [second_least, second] = all.min(1);
    const at::Tensor open =
        (second_least - least <= at::add(errors, least, 2 * kProductError)).nonzero().squeeze(1);
    if (open.numel() > 0)
        center.scatter_(0, open,
                        nearer(join_digits(parts.index_select(0, open)),
                               center.index_select(0, open), second.index_select(0, open)));
    return {center, least};
}

at::Tensor CenterProducts::is_any_within(const at::Tensor& distance, const at::Tensor& parts,
                                         const at::Tensor& errors) const {
    const at::Tensor least = std::get<0>(distances(parts).min(1));
    // Both distances may be wrong.
    return least - distance <= 2 * at::add(errors, least, 2 * kProductError);
}

// The nearer of two centers for each row; of equally near, the first.
at::Tensor CenterProducts::nearer(const at::Tensor& rows, const at::Tensor& a,
                                  const at::Tensor& b) const {
    const at::Tensor to_a = square_distances(rows, a), to_b = square_distances(rows, b);
    const at::Tensor is_b =
        (to_b < to_a).to(at::kLong) + (to_b == to_a).to(at::kLong) * (b < a).to(at::kLong);
    return a + (b - a) * is_b;
}

at::Tensor CenterProducts::square_distances(const at::Tensor& rows,
                                            const at::Tensor& centers) const {
    const at::Tensor steps = rows - centers_.index_select(0, centers);
    return (steps * steps).sum(1, false, at::kDouble);
}

}  // namespace dhgak
