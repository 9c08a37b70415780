// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// Mean and deviation of a column. Moments of parts of it merge to those of the whole.
class ColumnMoments {
public:
    void add(double value);
    void merge(const ColumnMoments& other);

    double mean() const { return mean_; }
    double deviation() const;  // population, as NumPy's std
    bool is_constant() const { return !(low_ < high_); }

private:
    double count_ = 0;
    double mean_ = 0;
    double squares_ = 0;  // of the deviations from the mean, summed up
    double low_ = std::numeric_limits<double>::infinity();
    double high_ = -std::numeric_limits<double>::infinity();
};

// Those of every column; the same bits at any number of threads.
std::vector<ColumnMoments> column_moments(const Matrix& rows);

}  // namespace dhgak
