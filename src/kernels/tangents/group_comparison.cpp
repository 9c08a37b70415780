// SPDX-License-Identifier: MIT
#include "kernels/tangents/group_comparison.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "dhgak/core/parallel.h"
#include "kernel/level_sums.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

constexpr std::size_t kTilesAtATime = 4;    // of a thread
constexpr std::size_t kTilesOfABatch = 64;  // whose sums over graphs are kept
constexpr std::size_t kBatch = kTilesOfABatch * kTileRows;

// One round of the comparison of two groups, tile by tile.
class RoundComparison {
public:
    RoundComparison(const TangentGroup& a, const TangentGroup& b, const TangentOptions& options,
                    std::size_t r, Allowance& allowance)
        : a_(a), b_(b), options_(options), r_(r), allowance_(allowance) {}

    // `before` are the covariances of the round before. Those of this one go to `kept`, unless it
    // is empty, and the readout of graphs is added to `values`, unless that is empty.
    void run(const Covariances& before, Covariances& kept, PaddedMatrix& values) const {
        const std::size_t num_classes = a_.rounds[r_].size;
        for (std::size_t begin = 0; begin < num_classes; begin += kBatch) {
            const std::size_t end = std::min(begin + kBatch, num_classes);
            PaddedMatrix sums(values.rows() > 0 ? end - begin : 0, values.cols());
            const std::size_t num_tiles = (end - begin + kTileRows - 1) / kTileRows;
            parallel_blocks(num_tiles, kTilesAtATime, [&](std::size_t first, std::size_t last) {
                CovarianceTile tile(a_, b_, options_, r_);
                for (std::size_t t = first; t < last; ++t) {
                    allowance_.require_time();
                    const std::size_t row = begin + t * kTileRows;
                    tile.run(row, before, kept, sums.rows() > 0 ? sums.row(row - begin) : nullptr);
                    allowance_.advance(std::min(kTileRows, num_classes - row) * b_.rounds[r_].size);
                }
            });
            if (sums.rows() > 0) read_out(sums, begin, values);
        }
        if (&a_ == &b_) add_transpose(values);
    }

private:
    // Rows of `sums` are classes from `begin` on.
    void read_out(const PaddedMatrix& sums, std::size_t begin, PaddedMatrix& values) const {
        const SparseMatrix& classes = a_.rounds[r_].classes;
        const std::size_t end = begin + sums.rows();
        parallel_for(a_.num_graphs, kRowBlock, [&](std::size_t g) {
            const auto first = classes.columns.begin() + classes.row_offsets[g];
            const auto last = classes.columns.begin() + classes.row_offsets[g + 1];
            for (auto c = std::lower_bound(first, last, static_cast<std::int32_t>(begin));
                 c != last && static_cast<std::size_t>(*c) < end; ++c)
                add_row(values.row(g), sums.row(static_cast<std::size_t>(*c) - begin),
                        classes.values[static_cast<std::size_t>(c - classes.columns.begin())],
                        values.stride());
        });
    }

    // Tiles of a group with itself read out the upper triangle and half the diagonal.
    static void add_transpose(PaddedMatrix& values) {
        for (std::size_t i = 0; i < values.rows(); ++i)
            for (std::size_t j = 0; j <= i; ++j)
                values.row(i)[j] = values.row(j)[i] = values.row(i)[j] + values.row(j)[i];
    }

    const TangentGroup& a_;
    const TangentGroup& b_;
    const TangentOptions& options_;
    std::size_t r_;
    Allowance& allowance_;
};

}  // namespace

GroupComparison::GroupComparison(const TangentOptions& options, std::span<const int> levels,
                                 Allowance& allowance)
    : options_(options), levels_(levels), allowance_(allowance) {
    assert(levels_ascend(levels));
}

void GroupComparison::run(const TangentGroup& a, const TangentGroup& b, const Visitor& visit) {
    if (levels_.empty()) return;
    const auto last = static_cast<std::size_t>(levels_.back());
    PaddedMatrix total(a.num_graphs, b.num_graphs);
    for (std::size_t r = 0, i = 0; r <= last; ++r) {
        const bool is_asked = static_cast<std::size_t>(levels_[i]) == r;
        const bool is_read = options_.jumps || is_asked;
        kept_.reshape(r < last ? a.rounds[r].size : 0, b.rounds[r].size);
        PaddedMatrix values(is_read ? a.num_graphs : 0, is_read ? b.num_graphs : 0);
        RoundComparison(a, b, options_, r, allowance_).run(before_, kept_, values);
        std::swap(before_, kept_);
        if (options_.jumps)
            for (std::size_t g = 0; g < a.num_graphs; ++g)
                add_row(total.row(g), values.row(g), 1, total.stride());
        if (is_asked) visit(i++, options_.jumps ? total : values);
    }
}

std::size_t num_steps(const TangentGroup& a, const TangentGroup& b, std::size_t blocks) {
    std::size_t steps = 0;
    for (std::size_t r = 0; r <= blocks; ++r) steps += a.rounds[r].size * b.rounds[r].size;
    return steps;
}

double expected_seconds(const TangentGroup& a, const TangentGroup& b, const TangentOptions& options,
                        std::size_t blocks) {
    constexpr double kLayer = 2e-9, kEntry = 5e-10;
    double seconds = 0;
    for (std::size_t r = 1; r <= blocks; ++r) {
        const auto rows = static_cast<double>(a.rounds[r].size);
        const GroupRound& cols = b.rounds[r];
        seconds +=
            rows *
            (kLayer * static_cast<double>(cols.size * options.layers) +
             kEntry * static_cast<double>(cols.sums.num_entries() + cols.graphs.num_entries()));
    }
    return &a == &b ? seconds / 2 : seconds;
}

}  // namespace dhgak
