// SPDX-License-Identifier: MIT
#include "learn/svm/pair_scan.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/svm/pair_scan.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target.h compiles what follows once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dhgak::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kDoubles = 16;  // sums side by side

using Floats = hn::CappedTag<float, kScanPadding>;
using Integers = hn::RebindToSigned<Floats>;

// The largest lane, and the smallest index among equals: lanes do not show in the result.
Extreme first_largest(hn::Vec<Floats> values, hn::Vec<Integers> indices) {
    HWY_ALIGN float value[kScanPadding];
    HWY_ALIGN std::int32_t index[kScanPadding];
    hn::Store(values, Floats(), value);
    hn::Store(indices, Integers(), index);
    std::size_t best = 0;
    for (std::size_t lane = 1; lane < hn::Lanes(Floats()); ++lane)
        if (value[lane] > value[best] || (value[lane] == value[best] && index[lane] < index[best]))
            best = lane;
    return {.value = value[best], .index = static_cast<std::uint32_t>(index[best])};
}

Extreme move(float* errors, const float* row_i, const float* row_j, float step, const float* bar,
             std::size_t size) {
    const Floats d;
    const Integers di;
    const std::size_t lanes = hn::Lanes(d);
    const auto steps = hn::Set(d, step);
    auto best = hn::Set(d, -std::numeric_limits<float>::infinity());
    auto best_index = hn::Zero(di);
    auto index = hn::Iota(di, 0);
    for (std::size_t k = 0; k < size; k += lanes) {
        const auto difference = hn::Sub(hn::LoadU(d, row_i + k), hn::LoadU(d, row_j + k));
        const auto error = hn::NegMulAdd(steps, difference, hn::LoadU(d, errors + k));
        hn::StoreU(error, d, errors + k);
        const auto open = hn::Sub(error, hn::LoadU(d, bar + k));
        const auto larger = hn::Gt(open, best);
        best = hn::IfThenElse(larger, open, best);
        best_index = hn::IfThenElse(hn::RebindMask(di, larger), index, best_index);
        index = hn::Add(index, hn::Set(di, static_cast<std::int32_t>(lanes)));
    }
    return first_largest(best, best_index);
}

Partner partner(const float* errors, const float* row_i, const float* diagonal, const float* bar,
                float error_i, float diagonal_i, std::size_t size) {
    const Floats d;
    const Integers di;
    const std::size_t lanes = hn::Lanes(d);
    const auto from = hn::Set(d, error_i);
    const auto square_i = hn::Set(d, diagonal_i);
    const auto tiny = hn::Set(d, 1e-12f);  // equal points have no distance
    auto best = hn::Set(d, -std::numeric_limits<float>::infinity());
    auto smallest = hn::Set(d, std::numeric_limits<float>::infinity());
    auto best_index = hn::Zero(di);
    auto index = hn::Iota(di, 0);
    for (std::size_t k = 0; k < size; k += lanes) {
        const auto open = hn::Add(hn::LoadU(d, errors + k), hn::LoadU(d, bar + k));
        smallest = hn::Min(smallest, open);
        const auto fall = hn::Sub(from, open);
        const auto kernel = hn::LoadU(d, row_i + k);
        const auto distance =
            hn::Sub(hn::Add(square_i, hn::LoadU(d, diagonal + k)), hn::Add(kernel, kernel));
        const auto gain = hn::Div(hn::Mul(fall, fall), hn::Max(distance, tiny));
        const auto larger = hn::And(hn::Gt(gain, best), hn::Gt(fall, hn::Zero(d)));
        best = hn::IfThenElse(larger, gain, best);
        best_index = hn::IfThenElse(hn::RebindMask(di, larger), index, best_index);
        index = hn::Add(index, hn::Set(di, static_cast<std::int32_t>(lanes)));
    }
    return {.index = first_largest(best, best_index).index,
            .smallest_error = hn::GetLane(hn::MinOfLanes(d, smallest))};
}

using Doubles = hn::CappedTag<double, kDoubles>;

void multiple(double* sums, const float* row, double factor, std::size_t size) {
    const Doubles d;
    const hn::Rebind<float, Doubles> df;
    const auto factors = hn::Set(d, factor);
    for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
        const auto values = hn::PromoteTo(d, hn::LoadU(df, row + k));
        hn::StoreU(hn::MulAdd(factors, values, hn::LoadU(d, sums + k)), d, sums + k);
    }
}

double product(const double* factors, const float* row, std::size_t size) {
    const Doubles d;
    const hn::Rebind<float, Doubles> df;
    HWY_ALIGN double sums[kDoubles] = {};
    for (std::size_t k = 0; k < size; k += kDoubles)
        for (std::size_t i = 0; i < kDoubles; i += hn::Lanes(d)) {
            const auto values = hn::PromoteTo(d, hn::LoadU(df, row + k + i));
            const auto sum =
                hn::MulAdd(hn::LoadU(d, factors + k + i), values, hn::Load(d, sums + i));
            hn::Store(sum, d, sums + i);
        }
    double total = 0;
    for (const double sum : sums) total += sum;
    return total;
}

}  // namespace
}  // namespace dhgak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(move);
HWY_EXPORT(partner);
HWY_EXPORT(multiple);
HWY_EXPORT(product);

Extreme move_errors(float* errors, const float* row_i, const float* row_j, float step,
                    const float* bar, std::size_t size) {
    return HWY_DYNAMIC_DISPATCH(move)(errors, row_i, row_j, step, bar, size);
}

Partner find_partner(const float* errors, const float* row_i, const float* diagonal,
                     const float* bar, float error_i, float diagonal_i, std::size_t size) {
    return HWY_DYNAMIC_DISPATCH(partner)(errors, row_i, diagonal, bar, error_i, diagonal_i, size);
}

void add_multiple(double* sums, const float* row, double factor, std::size_t size) {
    HWY_DYNAMIC_DISPATCH(multiple)(sums, row, factor, size);
}

double inner_product(const double* factors, const float* row, std::size_t size) {
    return HWY_DYNAMIC_DISPATCH(product)(factors, row, size);
}

}  // namespace dhgak
#endif
