// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "align/scan/row_groups.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// Finds the nearest of some rows for many points: what scan_nearest() finds, bit for bit.
class NearestSearch {
public:
    explicit NearestSearch(const Matrix& rows) : groups_(rows) {}

    // By point, which must have as many columns; of equally near rows, the first.
    std::vector<std::int32_t> nearest(const Matrix& points) const;

    Matrix rows() const { return groups_.rows(); }

private:
    RowGroups groups_;
};

}  // namespace dhgak
