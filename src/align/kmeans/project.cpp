// SPDX-License-Identifier: MIT
#include <cstddef>

#include "align/kmeans/rotation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/kmeans/project.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dhgak {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

void project(const float* points, std::size_t num_points, std::size_t dims, const float* middle,
             const float* axes, std::size_t num_axes, float* result) {
    const hn::CappedTag<float, 16> tag;
    const std::size_t lanes = hn::Lanes(tag);
    for (std::size_t i = 0; i < num_points; ++i) {
        const float* row = points + i * dims;
        for (std::size_t a = 0; a < num_axes; a += lanes) {
            auto even = hn::Zero(tag), odd = hn::Zero(tag);
            std::size_t j = 0;
            for (; j + 2 <= dims; j += 2) {
                even = hn::MulAdd(hn::Set(tag, row[j] - middle[j]),
                                  hn::LoadU(tag, axes + j * num_axes + a), even);
                odd = hn::MulAdd(hn::Set(tag, row[j + 1] - middle[j + 1]),
                                 hn::LoadU(tag, axes + (j + 1) * num_axes + a), odd);
            }
            if (j < dims)
                even = hn::MulAdd(hn::Set(tag, row[j] - middle[j]),
                                  hn::LoadU(tag, axes + j * num_axes + a), even);
            hn::StoreU(hn::Add(even, odd), tag, result + i * num_axes + a);
        }
    }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dhgak
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(project);

void project(const float* points, std::size_t num_points, std::size_t dims, const float* middle,
             const float* axes, std::size_t num_axes, float* result) {
    HWY_DYNAMIC_DISPATCH(project)(points, num_points, dims, middle, axes, num_axes, result);
}

}  // namespace dhgak
#endif  // HWY_ONCE
