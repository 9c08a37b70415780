// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/matrix/gram.h"

namespace dhgak {

// Throws InputError if a graph's row holds NaN or a number too large for single precision.
void require_finite(const GramMatrix& gram, std::size_t graph);

// A kernel matrix in single precision, its rows filled up with zeros for vector loops.
struct FloatGram {
    explicit FloatGram(const GramMatrix& gram);

    // Some graphs of another one, side by side.
    FloatGram(const FloatGram& whole, std::span<const std::uint32_t> graphs);

    std::size_t size;
    std::size_t stride;
    Matrix values;
    std::vector<float> diagonal;  // filled up too

    const float* row(std::size_t i) const { return values.row(i).data(); }
};

}  // namespace dhgak
