// SPDX-License-Identifier: MIT
#include "learn/linear/linear_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"

namespace dhgak {
namespace {

// 128 bits, so that different lists do not meet.
using Digest = std::array<std::uint64_t, 2>;

void absorb(Digest& digest, std::uint64_t place, double value) {
    // Rounded: columns that differ by a rounding error are equal.
    const std::uint64_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    const std::uint64_t word = (place << 32) ^ bits;
    digest[0] = Random(digest[0] ^ word).next();
    digest[1] = Random(digest[1] + 0x632be59bd9b4e019ULL * (word + 1)).next();
}

// Calls use(column, value) for each entry of a row that is not 0.
template <typename Use>
void for_each_entry(const SparseMatrix& block, std::size_t row, Use use) {
    const auto end = static_cast<std::size_t>(block.row_offsets[row + 1]);
    for (auto e = static_cast<std::size_t>(block.row_offsets[row]); e < end; ++e)
        if (block.values[e] != 0) use(static_cast<std::size_t>(block.columns[e]), block.values[e]);
}

}  // namespace

LinearRows::LinearRows(const FeatureRows& features) {
    assert(features.num_rows() < (std::size_t{1} << 32));
    merge_columns(features);
    fill(features);
}

LinearRows::LinearRows(const SparseMatrix& features) : LinearRows(WholeFeatures(features)) {}

// A merged column is the first of its columns times the length of their list of multiples.
void LinearRows::merge_columns(const FeatureRows& features) {
    std::vector<double> first(features.num_cols());  // value, to which the others are relative
    std::vector<Digest> digests(features.num_cols());
    std::vector<std::uint32_t> frequency(features.num_cols());
    features.visit([&](std::size_t first_graph, const SparseMatrix& block) {
        for (std::size_t r = 0; r < block.num_rows(); ++r)
            for_each_entry(block, r, [&](std::size_t c, double value) {
                const std::size_t graph = first_graph + r;
                if (!std::isfinite(value))
                    throw InputError(fmt::format("feature {} of graph {} is {}; it must be finite",
                                                 c, graph, value));
                if (first[c] == 0) first[c] = value;
                absorb(digests[c], graph, value / first[c]);
                ++frequency[c];
            });
    });

    std::vector<std::uint32_t> order;
    for (std::uint32_t c = 0; c < features.num_cols(); ++c)
        if (first[c] != 0) order.push_back(c);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(digests[a], a) < std::pair(digests[b], b);
    });
    std::vector<std::uint32_t> leader(features.num_cols());
    std::vector<double> squares(features.num_cols());
    std::vector<std::uint32_t> leaders;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t c = order[i];
        const bool is_new = i == 0 || digests[order[i - 1]] != digests[c];
        leader[c] = is_new ? c : leader[order[i - 1]];
        if (is_new) leaders.push_back(c);
        squares[leader[c]] += first[c] * first[c];
    }
    // The most frequent first: weights that are used together lie together.
    std::ranges::sort(leaders, [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(frequency[b], a) < std::pair(frequency[a], b);
    });
    merged_column_.resize(features.num_cols());
    share_.resize(features.num_cols());
    for (const std::uint32_t c : leaders)
        merged_column_[c] = static_cast<std::uint32_t>(num_columns_++);
    for (const std::uint32_t c : order) {
        merged_column_[c] = merged_column_[leader[c]];
        share_[c] = first[c] / std::sqrt(squares[leader[c]]);
    }
    ++num_columns_;  // the bias
}

void LinearRows::fill(const FeatureRows& features) {
    std::map<Digest, std::uint32_t> known;
    std::vector<double> sums(num_columns_);
    std::vector<std::uint32_t> touched;
    row_of_graph_.reserve(features.num_rows());
    features.visit([&](std::size_t, const SparseMatrix& block) {
        std::vector<Entry> entries;
        std::vector<std::size_t> ends;
        for (std::size_t r = 0; r < block.num_rows(); ++r) {
            touched.clear();
            for_each_entry(block, r, [&](std::size_t c, double value) {
                const std::uint32_t merged = merged_column_[c];
                if (sums[merged] == 0) touched.push_back(merged);
                sums[merged] += value * share_[c];
            });
            std::ranges::sort(touched);
            Digest digest = {};
            for (const std::uint32_t c : touched) absorb(digest, c, sums[c]);
            const auto [at, is_new] = known.emplace(digest, squares_.size());
            row_of_graph_.push_back(at->second);
            if (is_new) {
                double square = 1;
                for (const std::uint32_t c : touched) {
                    entries.push_back({.column = c, .value = static_cast<float>(sums[c])});
                    square += double{entries.back().value} * entries.back().value;
                }
                ends.push_back(entries.size());
                squares_.push_back(square);
            }
            for (const std::uint32_t c : touched) sums[c] = 0;
        }
        entries.shrink_to_fit();
        const Entry* begin = blocks_.emplace_back(std::move(entries)).data();
        for (std::size_t from = 0; const std::size_t end : ends) {
            rows_.push_back({.begin = begin + from, .end = begin + end});
            from = end;
        }
    });
}

double LinearRows::dot(std::uint32_t row, const float* weights) const {
    // Four sums, in a fixed order, since one would wait for itself at every addition.
    std::array<float, 4> sums = {weights[num_columns_ - 1], 0, 0, 0};
    auto [entry, end] = rows_[row];
    for (; end - entry >= 4; entry += 4)
        for (std::size_t k = 0; k < 4; ++k) sums[k] += entry[k].value * weights[entry[k].column];
    for (; entry < end; ++entry) sums[0] += entry->value * weights[entry->column];
    return (double{sums[0]} + sums[1]) + (double{sums[2]} + sums[3]);
}

void LinearRows::add(std::uint32_t row, double factor, float* weights) const {
    const auto step = static_cast<float>(factor);
    for (const Entry* entry = rows_[row].begin; entry < rows_[row].end; ++entry)
        weights[entry->column] += step * entry->value;
    weights[num_columns_ - 1] += step;
}

std::vector<double> LinearRows::unfold(std::span<const float> weights) const {
    std::vector<double> unfolded;
    unfolded.reserve(share_.size() + 1);
    for (std::size_t c = 0; c < share_.size(); ++c)
        unfolded.push_back(share_[c] == 0 ? 0 : share_[c] * weights[merged_column_[c]]);
    unfolded.push_back(weights.back());
    return unfolded;
}

}  // namespace dhgak
