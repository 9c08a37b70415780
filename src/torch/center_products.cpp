// SPDX-License-Identifier: MIT
#include "torch/center_products.h"

#include <limits>

#include <ATen/TensorOperators.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>

namespace dhgak {
namespace {

// A difference of squared distances that float32 products may get wrong, relative to the squares.
constexpr double kDoubt = 1e-5;

constexpr std::int64_t kAlignment = 16;

}  // namespace

CenterProducts::CenterProducts(const at::Tensor& centers) : centers_(centers) {
    const std::int64_t count = centers.size(0), dims = centers.size(1);
    // Rows of products that are not aligned take tensor cores twice as long. The centers that fill
    // them up are infinitely far.
    const std::int64_t aligned = (count + kAlignment - 1) / kAlignment * kAlignment;
    at::Tensor filled = at::zeros({aligned, dims}, centers.options());
    filled.narrow(0, 0, count).copy_(centers);
    squares_ = at::full({aligned}, std::numeric_limits<float>::infinity(), centers.options());
    squares_.narrow(0, 0, count).copy_((centers * centers).sum(1));
    const at::Tensor parts = split_digits(filled);
    const at::Tensor high = parts.narrow(1, 0, dims);
    high_ = at::cat({high, high}, 1).t();
    low_ = parts.narrow(1, dims, dims).t();
}

CenterProducts CenterProducts::with(const at::Tensor& centers) const {
    return CenterProducts(centers_.index_select(0, centers));
}

// The product of both low parts is below rounding.
at::Tensor CenterProducts::distances(const at::Tensor& parts) const {
    return at::addmm(squares_, parts, high_, 1, -2)
        .addmm_(parts.narrow(1, 0, low_.size(0)), low_, 1, -2);
}

at::Tensor CenterProducts::doubt(const at::Tensor& square_lengths,
                                 const at::Tensor& centers) const {
    return (square_lengths + squares_.index_select(0, centers)) * kDoubt;
}

CenterProducts::Nearest CenterProducts::nearest(const at::Tensor& parts,
                                                const at::Tensor& square_lengths) const {
    at::Tensor all = distances(parts);
    auto [least, center] = all.min(1);
    if (centers_.size(0) == 1) return {center, least};
    // Where rounding could have swapped the two nearest, their differences decide.
    all.scatter_(1, center.unsqueeze(1), std::numeric_limits<float>::infinity());
    const auto [second_least, second] = all.min(1);
    const at::Tensor open =
        (second_least - least <= doubt(square_lengths, center)).nonzero().squeeze(1);
    if (open.numel() > 0)
        center.scatter_(0, open,
                        nearer(join_digits(parts.index_select(0, open)),
                               center.index_select(0, open), second.index_select(0, open)));
    return {center, least};
}

at::Tensor CenterProducts::is_any_within(const at::Tensor& distance, const at::Tensor& parts,
                                         const at::Tensor& square_lengths) const {
    const auto [least, center] = distances(parts).min(1);
    return least <= distance + 2 * doubt(square_lengths, center);
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
