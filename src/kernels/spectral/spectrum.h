// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dhgak {

// Eigenvalues closer than this, over the largest magnitude, count as equal.
inline constexpr double kSameValue = 1e-6;

// Numbers of neighbouring eigenvalues that count as equal, both ends included.
struct ValueRange {
    std::size_t first = 0;
    std::size_t last = 0;

    std::size_t size() const { return last - first + 1; }
};

// The numbers of the `wanted` eigenvalues of largest magnitude among `values`, which ascend; of two
// that have the same one the positive. By falling eigenvalue.
std::vector<std::size_t> largest_by_magnitude(std::span<const double> values, std::size_t wanted);

// All that are equal to the value of that number.
ValueRange range_of(std::span<const double> values, std::size_t number);

// The same for several numbers that ascend or fall, each range once.
std::vector<ValueRange> ranges_of(std::span<const double> values,
                                  std::span<const std::size_t> numbers);

}  // namespace dhgak
