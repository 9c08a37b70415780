// SPDX-License-Identifier: MIT
#include "kernels/spectral/spectrum.h"

#include <algorithm>
#include <cmath>

namespace dhgak {
namespace {

double smallest_gap(std::span<const double> values) {
    return kSameValue * std::max(std::abs(values.front()), std::abs(values.back()));
}

}  // namespace

std::vector<std::size_t> largest_by_magnitude(std::span<const double> values, std::size_t wanted) {
    std::vector<std::size_t> high, low;
    if (values.empty()) return high;
    const double gap = smallest_gap(values);
    std::size_t begin = 0, end = values.size();
    while (begin < end && high.size() + low.size() < wanted) {
        if (std::abs(values[end - 1]) >= std::abs(values[begin]) - gap)
            high.push_back(--end);
        else
            low.push_back(begin++);
    }
    high.insert(high.end(), low.rbegin(), low.rend());
    return high;
}

ValueRange range_of(std::span<const double> values, std::size_t number) {
    const double gap = smallest_gap(values);
    ValueRange range = {.first = number, .last = number};
    while (range.first > 0 && values[range.first] - values[range.first - 1] <= gap) --range.first;
    while (range.last + 1 < values.size() && values[range.last + 1] - values[range.last] <= gap)
        ++range.last;
    return range;
}

std::vector<ValueRange> ranges_of(std::span<const double> values,
                                  std::span<const std::size_t> numbers) {
    std::vector<ValueRange> ranges;
    for (const std::size_t number : numbers)
        if (ranges.empty() || number < ranges.back().first || number > ranges.back().last)
            ranges.push_back(range_of(values, number));
    return ranges;
}

}  // namespace dhgak
