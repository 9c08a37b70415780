// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/tangents/row_loops.h"
#include "kernels/tangents/tangent_group.h"

namespace dhgak {

// How many classes of one group are compared at a time with all of another.
constexpr std::size_t kTileRows = 32;

// Of the classes of one group (rows) with those of another (columns).
struct Covariances {
    PaddedMatrix start;    // of the network before it is trained
    PaddedMatrix tangent;  // of its gradients

    void reshape(std::size_t rows, std::size_t cols) {
        start.reshape(rows, cols);
        tangent.reshape(rows, cols);
    }
};

// The covariances of some classes of one group with all of another after a block, from those of the
// block before.
//
// The tile lies on its side: row j holds the classes of the tile with class j of the other group,
// so that sums over classes are sums of short rows, and no more than a few such rows are there at a
// time. Of a group with itself, it begins at the diagonal.
class CovarianceTile {
public:
    CovarianceTile(const TangentGroup& a, const TangentGroup& b, const TangentOptions& options,
                   std::size_t r);

    // Classes of `a` from `first_row` on. `before` are the covariances of the round before. Those
    // of the tile go to `kept`, unless it is empty; where `sums` are asked for, row i of them
    // becomes the readout of class first_row + i with each graph of `b`.
    void run(std::size_t first_row, const Covariances& before, Covariances& kept, double* sums);

private:
    void mix_rows(const PaddedMatrix& before, PaddedMatrix& left);
    void fill(std::size_t begin, std::size_t end);
    void keep(std::size_t begin, std::size_t end, const PaddedMatrix& tile, PaddedMatrix& kept);
    void read_out(std::size_t begin, std::size_t end);

    const TangentGroup& a_;
    const TangentGroup& b_;
    const TangentOptions& options_;
    std::size_t r_;
    bool is_same_;
    std::size_t first_row_ = 0, num_rows_ = 0;
    PaddedMatrix left_start_, left_tangent_;  // classes of b of the round before x tile
    PaddedMatrix strip_;
    PaddedMatrix start_, tangent_;            // some classes of b x tile
    PaddedMatrix graph_sums_;                 // graphs of b x tile
    std::vector<std::vector<double>> roots_;  // by layer, of the tile
};

}  // namespace dhgak
