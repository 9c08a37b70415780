// SPDX-License-Identifier: MIT
#include "kernels/tangents/covariance_tile.h"

#include <algorithm>
#include <span>

namespace dhgak {
namespace {

constexpr std::size_t kStrip = 64;  // classes of the other group at a time

Rows<double> rows_of(PaddedMatrix& matrix) {
    return {matrix.row(0), matrix.stride(), matrix.stride()};
}

Rows<const double> const_rows_of(const PaddedMatrix& matrix) {
    return {matrix.row(0), matrix.stride(), matrix.stride()};
}

}  // namespace

CovarianceTile::CovarianceTile(const TangentGroup& a, const TangentGroup& b,
                               const TangentOptions& options, std::size_t r)
    : a_(a),
      b_(b),
      options_(options),
      r_(r),
      is_same_(&a == &b),
      left_start_(r > 0 ? b.rounds[r - 1].size : 0, kTileRows),
      left_tangent_(left_start_.rows(), kTileRows),
      strip_(kTileRows, kStrip),
      start_(kStrip, kTileRows),
      tangent_(kStrip, kTileRows),
      graph_sums_(b.num_graphs, kTileRows) {}

void CovarianceTile::run(std::size_t first_row, const Covariances& before, Covariances& kept,
                         double* sums) {
    const GroupRound &rows = a_.rounds[r_], &cols = b_.rounds[r_];
    first_row_ = first_row;
    num_rows_ = std::min(kTileRows, rows.size - first_row);
    if (r_ > 0) {
        mix_rows(before.start, left_start_);
        mix_rows(before.tangent, left_tangent_);
        roots_.assign(rows.roots.size(), std::vector<double>(kTileRows, 1));
        for (std::size_t layer = 0; layer < roots_.size(); ++layer)
            std::copy_n(rows.roots[layer].data() + first_row, num_rows_, roots_[layer].data());
    }
    if (sums != nullptr)
        std::fill_n(graph_sums_.row(0), graph_sums_.rows() * graph_sums_.stride(), 0.0);
    for (std::size_t begin = is_same_ ? first_row : 0; begin < cols.size; begin += kStrip) {
        const std::size_t end = std::min(begin + kStrip, cols.size);
        fill(begin, end);
        if (kept.start.rows() > 0) {
            keep(begin, end, start_, kept.start);
            keep(begin, end, tangent_, kept.tangent);
        }
        if (sums != nullptr) read_out(begin, end);
    }
    if (sums == nullptr) return;
    const std::size_t stride = padded(b_.num_graphs);
    for (std::size_t g = 0; g < b_.num_graphs; ++g)
        for (std::size_t i = 0; i < num_rows_; ++i) sums[i * stride + g] = graph_sums_.row(g)[i];
}

// The sums over classes of the first group.
void CovarianceTile::mix_rows(const PaddedMatrix& before, PaddedMatrix& left) {
    for (std::size_t begin = 0; begin < before.cols(); begin += kStrip) {
        const std::size_t end = std::min(begin + kStrip, before.cols());
        combine_rows(a_.rounds[r_].sums, first_row_, first_row_ + num_rows_,
                     {before.row(0) + begin, before.stride(), padded(end - begin)},
                     rows_of(strip_));
        for (std::size_t j = begin; j < end; ++j)
            for (std::size_t i = 0; i < kTileRows; ++i) left.row(j)[i] = strip_.row(i)[j - begin];
    }
}

// The tile between the classes begin..end of the other group.
void CovarianceTile::fill(std::size_t begin, std::size_t end) {
    const GroupRound &rows = a_.rounds[r_], &cols = b_.rounds[r_];
    const std::size_t size = end - begin;
    if (r_ == 0) {
        for (std::size_t j = 0; j < size; ++j)
            for (std::size_t i = 0; i < num_rows_; ++i)
                start_.row(j)[i] = tangent_.row(j)[i] =
                    rows.labels[first_row_ + i] == cols.labels[begin + j] ? 1 : 0;
        return;
    }
    combine_rows(cols.sums, begin, end, const_rows_of(left_start_), rows_of(start_));
    combine_rows(cols.sums, begin, end, const_rows_of(left_tangent_), rows_of(tangent_));
    if (options_.attention && r_ > 1)
        attend_tangents(start_.row(0), tangent_.row(0), size * kTileRows);
    for (std::size_t layer = 0; layer < roots_.size(); ++layer)
        rectify_rows(rows_of(start_), rows_of(tangent_),
                     std::span(cols.roots[layer]).subspan(begin, size), roots_[layer].data(),
                     options_.correlation);
}

void CovarianceTile::keep(std::size_t begin, std::size_t end, const PaddedMatrix& tile,
                          PaddedMatrix& kept) {
    for (std::size_t i = 0; i < num_rows_; ++i)
        for (std::size_t j = begin; j < end; ++j)
            kept.row(first_row_ + i)[j] = tile.row(j - begin)[i];
    if (!is_same_) return;
    for (std::size_t j = std::max(begin, first_row_ + num_rows_); j < end; ++j)
        std::copy_n(tile.row(j - begin), num_rows_, kept.row(j) + first_row_);
}

void CovarianceTile::read_out(std::size_t begin, std::size_t end) {
    if (is_same_)  // what is below the diagonal has been or will be read above it
        for (std::size_t j = begin; j < std::min(end, first_row_ + num_rows_); ++j) {
            double* row = tangent_.row(j - begin);
            const std::size_t own = j - first_row_;
            row[own] /= 2;
            std::fill(row + own + 1, row + num_rows_, 0.0);
        }
    spread_rows(b_.rounds[r_].graphs, begin, end, const_rows_of(tangent_), rows_of(graph_sums_));
}

}  // namespace dhgak
