// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dhgak {

enum class SigmoidKind {
    exact,  // to 4e-6
    table,  // gensim's: 1,000 steps over +-6, read at (x + 6) * 83 (not 83.3), which is up to 0.01
            // too low, and no movement at all from |x| = 6 on
};

// How far a prediction is off, from a table. Each step of a descent waits for the one before, so
// the short way through a lookup counts.
class PairSigmoid {
public:
    explicit PairSigmoid(SigmoidKind kind = SigmoidKind::exact) : kind_(kind) {
        const bool exact = kind == SigmoidKind::exact;
        values_.resize(exact ? kExactSize : kTableSize);
        const double limit = exact ? kExactLimit : kTableLimit;
        const double per_unit = exact ? kExactPerUnit : kTableSize / (2 * limit);
        for (std::size_t i = 0; i < values_.size(); ++i)
            values_[i] = static_cast<float>(
                1.0 / (1.0 + std::exp(limit - static_cast<double>(i) / per_unit)));
    }

    // wanted - 1 / (1 + exp(-x)).
    float error(float wanted, float x) const {
        return kind_ == SigmoidKind::exact ? wanted - exact(x) : table_error(wanted, x);
    }

private:
    static constexpr float kExactLimit = 16.0f;
    static constexpr float kExactPerUnit = 64.0f;
    static constexpr std::size_t kExactSize =
        2 * 16 * 64 + 2;  // one more to interpolate at the end
    static constexpr float kTableLimit = 6.0f;
    static constexpr float kTablePerUnit = 83.0f;
    static constexpr std::size_t kTableSize = 1000;

    float exact(float x) const {
        // In this order also for NaN.
        const float inside = std::min(kExactLimit, std::max(-kExactLimit, x));
        const float place = (inside + kExactLimit) * kExactPerUnit;
        const auto i = static_cast<std::int32_t>(place);
        const float* value = values_.data() + i;
        return value[0] + (place - static_cast<float>(i)) * (value[1] - value[0]);
    }

    float table_error(float wanted, float x) const {
        if (!(std::abs(x) < kTableLimit)) return 0.0f * x;  // NaN stays NaN
        return wanted - values_[static_cast<std::size_t>((x + kTableLimit) * kTablePerUnit)];
    }

    SigmoidKind kind_;
    std::vector<float> values_;
};

}  // namespace dhgak
