// SPDX-License-Identifier: MIT
#include "kernels/walks/point_similarities.h"

#include <algorithm>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/walks/point_similarities.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target.h compiles what follows once for each instruction set.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dhgak::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kAtATime = 64;  // a multiple of any number of lanes
using Doubles = hn::CappedTag<double, 8>;

double squared_distance(const double* a, const double* b, std::size_t size) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    auto even = hn::Zero(d), odd = even;  // sums that do not wait for each other
    std::size_t i = 0;
    for (; i + 2 * lanes <= size; i += 2 * lanes) {
        const auto x = hn::Sub(hn::LoadU(d, a + i), hn::LoadU(d, b + i));
        const auto y = hn::Sub(hn::LoadU(d, a + i + lanes), hn::LoadU(d, b + i + lanes));
        even = hn::MulAdd(x, x, even);
        odd = hn::MulAdd(y, y, odd);
    }
    double sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd)));
    for (; i < size; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

void similarities(const double* point, std::size_t size, const double* others, double sigma,
                  double* values, std::size_t count) {
    const Doubles d;
    const auto scale = hn::Set(d, -1 / sigma);
    alignas(64) double squares[kAtATime] = {};
    for (std::size_t begin = 0; begin < count; begin += kAtATime) {
        const std::size_t some = std::min(kAtATime, count - begin);
        for (std::size_t i = 0; i < some; ++i)
            squares[i] = squared_distance(point, others + (begin + i) * size, size);
        for (std::size_t i = 0; i < some; i += hn::Lanes(d)) {
            const auto apart = hn::Sqrt(hn::Load(d, squares + i));
            hn::Store(hn::Exp(d, hn::Mul(scale, apart)), d, squares + i);
        }
        std::copy_n(squares, some, values + begin);
    }
}

}  // namespace
}  // namespace dhgak::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {
namespace {

HWY_EXPORT(similarities);

}  // namespace

void point_similarities(std::span<const double> point, const double* others, double sigma,
                        std::span<double> values) {
    HWY_DYNAMIC_DISPATCH(similarities)
    (point.data(), point.size(), others, sigma, values.data(), values.size());
}

}  // namespace dhgak
#endif
