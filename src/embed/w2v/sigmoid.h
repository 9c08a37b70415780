// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dhgak {

// s(x) = 1 / (1 + exp(-x)) from a table, to 4e-6. Each step of a descent waits for the one before,
// so the short way through a lookup counts.
class Sigmoid {
public:
    Sigmoid() : values_(kSize) {
        for (std::size_t i = 0; i < kSize; ++i)
            values_[i] = static_cast<float>(
                1.0 / (1.0 + std::exp(kLimit - static_cast<double>(i) / kPerUnit)));
    }

    float operator()(float x) const {
        const float inside = std::min(kLimit, std::max(-kLimit, x));  // in this order also for NaN
        const float place = (inside + kLimit) * kPerUnit;
        const auto i = static_cast<std::int32_t>(place);
        const float* value = values_.data() + i;
        return value[0] + (place - static_cast<float>(i)) * (value[1] - value[0]);
    }

private:
    static constexpr float kLimit = 16.0f;
    static constexpr float kPerUnit = 64.0f;
    static constexpr std::size_t kSize = 2 * 16 * 64 + 2;  // one more to interpolate at the end
    std::vector<float> values_;
};

}  // namespace dhgak
