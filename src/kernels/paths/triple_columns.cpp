// SPDX-License-Identifier: MIT
#include "kernels/paths/triple_columns.h"

#include <algorithm>

namespace dhgak {
namespace {

constexpr std::size_t kKindsAtOnce = std::size_t{1} << 22;

void sort_and_unite(std::vector<Triple>& kinds) {
    std::ranges::sort(kinds);
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
}

}  // namespace

TripleColumns::TripleColumns(const std::vector<std::vector<TripleCount>>& graphs,
                             const Weights& weights)
    : weights_(weights) {
    std::size_t limit = kKindsAtOnce;
    for (const std::vector<TripleCount>& graph : graphs) {
        for (const TripleCount& kind : graph) kinds_.push_back(kind.kind);
        if (kinds_.size() < limit) continue;
        sort_and_unite(kinds_);
        limit = 2 * kinds_.size() + kKindsAtOnce;
    }
    sort_and_unite(kinds_);
}

TripleColumns::TripleColumns(const ModelReader& reader, std::size_t num_labels) {
    constexpr double kMost = 4;  // times a pair counts that is counted both ways
    weights_ = {.different = reader.number("different_weight", 0, kMost),
                .equal = reader.number("equal_weight", 0, kMost)};
    const std::vector<std::uint32_t> numbers = reader.numbers("kinds", kNoColumn - 1);
    reader.require(numbers.size() % 3 == 0, "kinds", "there must be three numbers for each");
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
        kinds_.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
        reader.require(kinds_.back()[0] <= kinds_.back()[1] && kinds_.back()[1] < num_labels,
                       "kinds", "name a label that is not there");
    }
    reader.require(std::ranges::is_sorted(kinds_, std::ranges::less_equal()), "kinds",
                   "do not ascend");
}

void TripleColumns::save(const ModelWriter& writer) const {
    writer.set("different_weight", weights_.different);
    writer.set("equal_weight", weights_.equal);
    std::vector<std::uint32_t> numbers;
    for (const Triple& kind : kinds_) numbers.insert(numbers.end(), kind.begin(), kind.end());
    writer.add("kinds", std::span<const std::uint32_t>(numbers));
}

std::vector<double> TripleColumns::weights() const {
    std::vector<double> weights;
    for (const Triple& kind : kinds_) weights.push_back(weight_of(kind));
    return weights;
}

std::uint32_t TripleColumns::column_of(const TripleCount& kind) const {
    if (!kind.is_known) return kNoColumn;
    const auto place = std::ranges::lower_bound(kinds_, kind.kind);
    return place == kinds_.end() || *place != kind.kind
               ? kNoColumn
               : static_cast<std::uint32_t>(place - kinds_.begin());
}

GraphCounts TripleColumns::gather(const std::vector<std::vector<TripleCount>>& graphs) const {
    return gather_counts(graphs.size(), num_columns(),
                         [&](std::size_t g, std::vector<KindCount>& kinds) {
                             for (const TripleCount& kind : graphs[g])
                                 kinds.push_back({.column = column_of(kind),
                                                  .count = kind.count,
                                                  .weight = weight_of(kind.kind)});
                         });
}

}  // namespace dhgak
