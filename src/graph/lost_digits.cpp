// SPDX-License-Identifier: MIT
#include "graph/lost_digits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/log.h"

namespace dhgak {
namespace {

struct Range {
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();

    // Equal values may have differed before they were rounded, but for those that are exact.
    bool has_lost_digits() const {
        constexpr double kFewSteps = 1000, kStep = 0x1p-23;
        constexpr double kExactIntegers = 0x1p24;
        const double largest = std::max(std::abs(double{low}), std::abs(double{high}));
        const double spread = double{high} - low;
        return spread > 0 ? spread < kFewSteps * kStep * largest : largest > kExactIntegers;
    }
};

}  // namespace

void warn_of_lost_digits(const Dataset& dataset) {
    std::vector<Range> ranges(dataset.attributes.cols());
    for (std::size_t v = 0; v < dataset.attributes.rows(); ++v) {
        const auto row = dataset.attributes.row(v);
        for (std::size_t k = 0; k < row.size(); ++k) {
            ranges[k].low = std::min(ranges[k].low, row[k]);
            ranges[k].high = std::max(ranges[k].high, row[k]);
        }
    }
    if (dataset.attributes.rows() == 0) return;
    for (std::size_t k = 0; k < ranges.size(); ++k)
        if (ranges[k].has_lost_digits())
            log_warning(fmt::format(
                "{}: node attribute {} lies between {:.9g} and {:.9g}; attributes are kept to "
                "seven digits, so that differences there are mostly lost; subtract a constant "
                "from this column",
                dataset.name, k + 1, ranges[k].low, ranges[k].high));
}

}  // namespace dhgak
