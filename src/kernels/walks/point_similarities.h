// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace dhgak {

// values[i] = exp(-|point - others_i| / sigma), where `others` has values.size() points of as many
// numbers as `point`, one after another. A value depends on its two points alone. The hot loop of
// RetGK, in vectors.
void point_similarities(std::span<const double> point, const double* others, double sigma,
                        std::span<double> values);

}  // namespace dhgak
