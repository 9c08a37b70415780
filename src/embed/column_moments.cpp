// SPDX-License-Identifier: MIT
#include "embed/column_moments.h"

#include <algorithm>
#include <cmath>

#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kRowsPerBlock = 4096;

}  // namespace

void ColumnMoments::add(double value) {
    count_ += 1;
    const double step = value - mean_;
    mean_ += step / count_;
    squares_ += step * (value - mean_);
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
}

void ColumnMoments::merge(const ColumnMoments& other) {
    if (other.count_ == 0) return;
    const double total = count_ + other.count_;
    const double step = other.mean_ - mean_;
    squares_ += other.squares_ + step * step * count_ * other.count_ / total;
    mean_ += step * other.count_ / total;
    count_ = total;
    low_ = std::min(low_, other.low_);
    high_ = std::max(high_, other.high_);
}

double ColumnMoments::deviation() const { return count_ > 0 ? std::sqrt(squares_ / count_) : 0; }

std::vector<ColumnMoments> column_moments(const Matrix& rows) {
    std::vector<std::vector<ColumnMoments>> blocks((rows.rows() + kRowsPerBlock - 1) /
                                                   kRowsPerBlock);
    parallel_blocks(rows.rows(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
        std::vector<ColumnMoments> columns(rows.cols());
        for (std::size_t r = begin; r < end; ++r)
            for (std::size_t c = 0; c < columns.size(); ++c)
                columns[c].add(static_cast<double>(rows(r, c)));
        blocks[begin / kRowsPerBlock] = std::move(columns);
    });
    std::vector<ColumnMoments> whole(rows.cols());
    for (const std::vector<ColumnMoments>& block : blocks)
        for (std::size_t c = 0; c < whole.size(); ++c) whole[c].merge(block[c]);
    return whole;
}

}  // namespace dhgak
