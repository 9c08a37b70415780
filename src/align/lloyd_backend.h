// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

struct LloydOptions {
    int iterations = 100;  // at most
    double movement = 0;   // stop once the squares of the centers' movements sum up to no more
};

struct LloydResult {
    Matrix centers;
    std::vector<std::int32_t> center_of_point;  // the nearest center; of equally near, the first
    int iterations = 0;
    bool converged = false;
};

// Lloyd's algorithm on other hardware than the CPU.
class LloydBackend {
public:
    virtual ~LloydBackend() = default;

    // Whether the hardware is there. The first call may take half a second.
    virtual bool is_available() const = 0;

    // One run from each of the starts, equal to one on the CPU up to rounding: who needs the
    // nearest centers bit for bit looks for them again.
    // Throws ConfigError with the remedy where the hardware or its software is missing.
    virtual std::vector<LloydResult> run_each(const Matrix& points, std::span<const float> weights,
                                              std::span<const Matrix> starts,
                                              const LloydOptions& options) const = 0;
};

}  // namespace dhgak
