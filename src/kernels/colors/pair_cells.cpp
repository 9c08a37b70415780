// SPDX-License-Identifier: MIT
#include "kernels/colors/pair_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dhgak {
namespace {

std::vector<bool> find_squares(std::span<const ColorPair> pairs) {
    std::vector<bool> is_square;
    for (const ColorPair& pair : pairs) is_square.push_back(pair.first == pair.second);
    return is_square;
}

}  // namespace

PairCells::PairCells(const EdgeColors& training, std::span<const ColorPair> pairs)
    : is_square_(find_squares(pairs)) {
    std::vector<std::vector<std::uint32_t>> heights(pairs.size());
    for (const PairCount& count : training.counts) {
        std::vector<std::uint32_t>& stairs = heights[count.pair];
        const auto width = static_cast<std::size_t>(count.first);
        if (stairs.size() < width) stairs.resize(width);
        std::uint32_t& step = stairs[width - 1];
        step = std::max(step, static_cast<std::uint32_t>(count.second));
    }
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        std::vector<std::uint32_t>& stairs = heights[p];
        for (std::size_t i = stairs.size(); i-- > 0;) {
            if (is_square_[p])
                stairs[i] = static_cast<std::uint32_t>(i + 1);
            else if (i + 1 < stairs.size())
                stairs[i] = std::max(stairs[i], stairs[i + 1]);
        }
        heights_.insert(heights_.end(), stairs.begin(), stairs.end());
        offsets_.push_back(static_cast<std::int64_t>(heights_.size()));
    }
    number_columns();
}

PairCells::PairCells(const ModelReader& reader, std::span<const ColorPair> pairs)
    : offsets_(reader.offsets("stair_offsets")),
      heights_(reader.numbers("stairs", std::numeric_limits<std::int32_t>::max())),
      is_square_(find_squares(pairs)) {
    reader.require(offsets_.size() == pairs.size() + 1 &&
                       offsets_.back() == static_cast<std::int64_t>(heights_.size()),
                   "stair_offsets", "there must be one more than pairs, up to the last of stairs");
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const auto begin = static_cast<std::size_t>(offsets_[p]);
        const auto end = static_cast<std::size_t>(offsets_[p + 1]);
        for (std::size_t i = begin; i < end; ++i) {
            const bool is_right = is_square_[p] ? heights_[i] == i - begin + 1
                                                : i == begin || heights_[i] <= heights_[i - 1];
            reader.require(is_right && heights_[i] > 0, "stairs", "do not fall");
        }
    }
    number_columns();
}

void PairCells::save(const ModelWriter& writer) const {
    writer.add("stair_offsets", std::span<const std::int64_t>(offsets_));
    writer.add("stairs", std::span<const std::uint32_t>(heights_));
}

void PairCells::number_columns() {
    first_column_.assign(1, 0);
    for (const std::uint32_t height : heights_)
        first_column_.push_back(first_column_.back() + height);
}

SparseMatrix PairCells::features(const EdgeColors& edges, std::vector<double>& lengths) const {
    SparseMatrix features;
    features.num_cols = num_features();
    require_countable(features.num_cols);
    for (std::size_t g = 0; g < edges.num_graphs(); ++g) {
        for (const PairCount& count : edges.of(g)) append_cells(count, features, lengths[g]);
        lengths[g] += edges.unmatched[g];
        features.row_offsets.push_back(static_cast<std::int64_t>(features.columns.size()));
    }
    return features;
}

void PairCells::append_cells(const PairCount& count, SparseMatrix& features, double& length) const {
    const bool is_square = is_square_[count.pair];
    const auto begin = static_cast<std::size_t>(offsets_[count.pair]);
    const auto end = static_cast<std::size_t>(offsets_[count.pair + 1]);
    const std::size_t width = std::min(static_cast<std::size_t>(count.first), end - begin);
    double covered = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t height =
            std::min(static_cast<std::size_t>(count.second), std::size_t{heights_[begin + i]});
        for (std::size_t j = 0; j < height; ++j) {
            const bool stands_for_two = is_square && j < i;
            features.columns.push_back(static_cast<std::int32_t>(first_column_[begin + i] + j));
            features.values.push_back(stands_for_two ? count.root * std::numbers::sqrt2
                                                     : count.root);
            covered += stands_for_two ? 2 : 1;
        }
    }
    length += count.root * count.root * (count.first * count.second - covered);
}

FeatureRange PairCells::features_of(std::size_t pair) const {
    return {.begin = first_column_[static_cast<std::size_t>(offsets_[pair])],
            .end = first_column_[static_cast<std::size_t>(offsets_[pair + 1])]};
}

double PairCells::num_entries(const EdgeColors& training) const {
    double entries = 0;
    for (const PairCount& count : training.counts)
        entries += is_square_[count.pair] ? count.first * (count.first + 1) / 2
                                          : count.first * count.second;
    return entries;
}

}  // namespace dhgak
