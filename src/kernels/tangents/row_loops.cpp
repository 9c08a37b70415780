// SPDX-License-Identifier: MIT
#include "kernels/tangents/row_loops.h"

#include <cstdint>
#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/tangents/row_loops.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target.h compiles what follows once for each instruction set.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dhgak::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, kRowPadding>;

// Correlations this close to 1 are 1: near it the arc cosine turns rounding into differences.
constexpr double kAngleRounding = 1e-12;

// One row of the sums, a strip of columns at a time that stays in registers.
void combine_row(const std::int32_t* rows, const double* weights, std::size_t count,
                 Rows<const double> source, double* result) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t j = 0;
    for (; j + 4 * lanes <= source.width; j += 4 * lanes) {
        auto a = hn::Zero(d), b = a, c = a, e = a;
        for (std::size_t k = 0; k < count; ++k) {
            const double* row =
                source.first + static_cast<std::size_t>(rows[k]) * source.stride + j;
            const auto weight = hn::Set(d, weights[k]);
            a = hn::MulAdd(weight, hn::LoadU(d, row), a);
            b = hn::MulAdd(weight, hn::LoadU(d, row + lanes), b);
            c = hn::MulAdd(weight, hn::LoadU(d, row + 2 * lanes), c);
            e = hn::MulAdd(weight, hn::LoadU(d, row + 3 * lanes), e);
        }
        hn::StoreU(a, d, result + j);
        hn::StoreU(b, d, result + j + lanes);
        hn::StoreU(c, d, result + j + 2 * lanes);
        hn::StoreU(e, d, result + j + 3 * lanes);
    }
    for (; j < source.width; j += lanes) {
        auto sum = hn::Zero(d);
        for (std::size_t k = 0; k < count; ++k)
            sum = hn::MulAdd(
                hn::Set(d, weights[k]),
                hn::LoadU(d, source.first + static_cast<std::size_t>(rows[k]) * source.stride + j),
                sum);
        hn::StoreU(sum, d, result + j);
    }
}

void combine(const SparseMatrix& weights, std::size_t begin, std::size_t end,
             Rows<const double> source, Rows<double> result) {
    for (std::size_t i = begin; i < end; ++i) {
        const auto first = static_cast<std::size_t>(weights.row_offsets[i]);
        const auto last = static_cast<std::size_t>(weights.row_offsets[i + 1]);
        combine_row(weights.columns.data() + first, weights.values.data() + first, last - first,
                    source, result.first + (i - begin) * result.stride);
    }
}

void add(double* sum, const double* row, double weight, std::size_t width) {
    const Doubles d;
    const auto factor = hn::Set(d, weight);
    for (std::size_t j = 0; j < width; j += hn::Lanes(d))
        hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, row + j), hn::LoadU(d, sum + j)), d, sum + j);
}

void spread(const SparseMatrix& weights, std::size_t begin, std::size_t end,
            Rows<const double> source, Rows<double> sums) {
    for (std::size_t i = begin; i < end; ++i) {
        const auto last = static_cast<std::size_t>(weights.row_offsets[i + 1]);
        for (auto e = static_cast<std::size_t>(weights.row_offsets[i]); e < last; ++e)
            add(sums.first + static_cast<std::size_t>(weights.columns[e]) * sums.stride,
                source.first + (i - begin) * source.stride, weights.values[e], source.width);
    }
}

void rectify(Rows<double> start, Rows<double> tangent, std::span<const double> row_roots,
             const double* column_roots, double correlation) {
    const Doubles d;
    const auto one = hn::Set(d, 1.0);
    const auto nearly_one = hn::Set(d, 1 - kAngleRounding);
    const auto share_of_pi = hn::Set(d, std::numbers::inv_pi);
    const auto factor = hn::Set(d, correlation);
    for (std::size_t i = 0; i < row_roots.size(); ++i) {
        double* starts = start.first + i * start.stride;
        double* tangents = tangent.first + i * tangent.stride;
        const auto root = hn::Set(d, row_roots[i]);
        for (std::size_t j = 0; j < start.width; j += hn::Lanes(d)) {
            const auto norms = hn::Mul(root, hn::LoadU(d, column_roots + j));
            auto rho = hn::Div(hn::Mul(factor, hn::LoadU(d, starts + j)), norms);
            rho = hn::IfThenElse(hn::Gt(rho, nearly_one), one, hn::Max(rho, hn::Neg(one)));
            const auto open = hn::NegMulAdd(hn::Acos(d, rho), share_of_pi, one);
            const auto sine = hn::Sqrt(hn::Mul(hn::Sub(one, rho), hn::Add(one, rho)));
            const auto value = hn::Mul(hn::MulAdd(rho, open, hn::Mul(sine, share_of_pi)), norms);
            hn::StoreU(value, d, starts + j);
            hn::StoreU(hn::MulAdd(hn::LoadU(d, tangents + j), open, value), d, tangents + j);
        }
    }
}

}  // namespace
}  // namespace dhgak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(combine);
HWY_EXPORT(spread);
HWY_EXPORT(add);
HWY_EXPORT(rectify);

void combine_rows(const SparseMatrix& weights, std::size_t begin, std::size_t end,
                  Rows<const double> source, Rows<double> result) {
    HWY_DYNAMIC_DISPATCH(combine)(weights, begin, end, source, result);
}

void spread_rows(const SparseMatrix& weights, std::size_t begin, std::size_t end,
                 Rows<const double> source, Rows<double> sums) {
    HWY_DYNAMIC_DISPATCH(spread)(weights, begin, end, source, sums);
}

void add_row(double* sum, const double* row, double weight, std::size_t width) {
    HWY_DYNAMIC_DISPATCH(add)(sum, row, weight, width);
}

void rectify_rows(Rows<double> start, Rows<double> tangent, std::span<const double> row_roots,
                  const double* column_roots, double correlation) {
    HWY_DYNAMIC_DISPATCH(rectify)(start, tangent, row_roots, column_roots, correlation);
}

}  // namespace dhgak
#endif
