// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "align/kmeans/rotation.h"
#include "align/scan/row_groups.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// Boxes around rows, 16 to a block: a block is stored dimension by dimension, 16 lows and then 16
// highs of each. Boxes without rows are infinitely far away.
class BoxBlocks {
public:
    BoxBlocks(std::size_t num_boxes, std::size_t dims);

    std::size_t num_blocks() const { return num_blocks_; }
    const float* block(std::size_t b) const { return values_.data() + b * block_size(); }

    // Makes a box contain a point.
    void extend(std::size_t box, std::size_t dim, float value);

private:
    std::size_t block_size() const { return dims_ * 2 * kGroupSize; }

    std::size_t dims_;
    std::size_t num_blocks_;
    std::vector<float> values_;
};

// Finds the nearest of some rows for many points: what scan_nearest() finds, bit for bit.
//
// Rows are in groups of 16, groups in parts of 16. Rows, boxes around groups and boxes around parts
// are known in the few dimensions in which the rows differ most: distances there are never larger,
// and what is farther there than the nearest row so far is left out. The limit allows for rounding.
// Beyond 128 columns, all rows are looked at.
class NearestSearch {
public:
    // Coordinates must be squarable, as those of the points.
    explicit NearestSearch(const Matrix& rows);

    // By point, which must have as many columns; of equally near rows, the first. There must be
    // rows.
    std::vector<std::int32_t> nearest(const Matrix& points) const;

    Matrix rows() const { return groups_.rows(); }

    const RowGroups& groups() const { return groups_; }
    const RowGroups& places() const { return places_; }            // in few dimensions
    const BoxBlocks& group_boxes() const { return group_boxes_; }  // of places, a block for a part
    const BoxBlocks& part_boxes() const { return part_boxes_; }
    bool is_turned() const { return !rotation_.is_none(); }  // else places are the rows themselves

    // The squared distance in few dimensions that a row cannot exceed if its squared distance is
    // at most that of a row that was found.
    float limit(float squared) const;

private:
    NearestSearch(const Matrix& rows, RotatedPoints places);

    Rotation rotation_;  // to the few dimensions
    RowGroups groups_;
    RowGroups places_;
    BoxBlocks group_boxes_;
    BoxBlocks part_boxes_;
    float relative_error_;  // of squared distances
    float underflow_;       // what vanishing squares may add to one
    float shift_;           // what turning moves a row by, at most, relative to its length
    float reach_;           // the length of the longest row, from where the rotation has its middle
};

}  // namespace dhgak
