// SPDX-License-Identifier: MIT
#include "kernels/tangents/tangent_group.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_set>

namespace dhgak {
namespace {

using ClassNumbers = std::vector<std::vector<std::size_t>>;  // by graph, then by its class

// The numbers that classes of graphs have in the group, and how many there are.
std::size_t number_classes(std::span<const TangentGraph> graphs, std::size_t r, bool are_shared,
                           ClassNumbers& numbers) {
    numbers.assign(graphs.size(), {});
    std::vector<std::uint32_t> colors;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        const TangentRound& round = graphs[g].rounds[r];
        numbers[g].resize(round.size());
        std::iota(numbers[g].begin(), numbers[g].end(), colors.size());
        colors.insert(colors.end(), round.colors.begin(), round.colors.end());
    }
    if (!are_shared) return colors.size();
    std::ranges::sort(colors);
    colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        auto from = colors.begin();
        for (std::size_t c = 0; c < numbers[g].size(); ++c) {
            from = std::lower_bound(from, colors.end(), graphs[g].rounds[r].colors[c]);
            numbers[g][c] = static_cast<std::size_t>(from - colors.begin());
        }
    }
    return colors.size();
}

// Appends a row of `from`, its columns by the numbers that they have in the group.
void append_row(SparseMatrix& matrix, const SparseMatrix& from, std::size_t row,
                const std::vector<std::size_t>& numbers) {
    for (auto e = static_cast<std::size_t>(from.row_offsets[row]);
         e < static_cast<std::size_t>(from.row_offsets[row + 1]); ++e) {
        matrix.columns.push_back(
            static_cast<std::int32_t>(numbers[static_cast<std::size_t>(from.columns[e])]));
        matrix.values.push_back(from.values[e]);
    }
    matrix.row_offsets.push_back(static_cast<std::int64_t>(matrix.values.size()));
}

// What is said of a class is the same in all its graphs: the first one counts.
struct Place {
    std::size_t graph, number;
};

std::vector<Place> first_places(const ClassNumbers& numbers, std::size_t num_classes) {
    std::vector<Place> places(num_classes);
    for (std::size_t g = numbers.size(); g-- > 0;)
        for (std::size_t c = 0; c < numbers[g].size(); ++c)
            places[numbers[g][c]] = {.graph = g, .number = c};
    return places;
}

void reserve_sums(SparseMatrix& sums, std::span<const TangentGraph> graphs, std::size_t r,
                  std::span<const Place> places) {
    if (r == 0) return;
    std::size_t num_entries = 0;
    for (const auto [g, c] : places) {
        const std::vector<std::int64_t>& offsets = graphs[g].rounds[r].sums.row_offsets;
        num_entries += static_cast<std::size_t>(offsets[c + 1] - offsets[c]);
    }
    sums.columns.reserve(num_entries);
    sums.values.reserve(num_entries);
}

GroupRound join_round(std::span<const TangentGraph> graphs, std::size_t r,
                      const ClassNumbers& numbers, const ClassNumbers& numbers_before,
                      std::size_t num_classes, std::size_t num_before) {
    GroupRound joined = {.size = num_classes};
    joined.sums.num_cols = num_before;
    joined.classes.num_cols = num_classes;
    if (!graphs.empty()) joined.roots.resize(graphs.front().rounds[r].roots.size());
    const std::vector<Place> places = first_places(numbers, num_classes);
    reserve_sums(joined.sums, graphs, r, places);
    for (const auto [g, c] : places) {
        const TangentRound& round = graphs[g].rounds[r];
        if (r == 0)
            joined.labels.push_back(round.colors[c]);
        else
            append_row(joined.sums, round.sums, c, numbers_before[g]);
        for (std::size_t layer = 0; layer < joined.roots.size(); ++layer)
            joined.roots[layer].push_back(round.roots[layer][c]);
    }
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        for (std::size_t c = 0; c < numbers[g].size(); ++c) {
            joined.classes.columns.push_back(static_cast<std::int32_t>(numbers[g][c]));
            joined.classes.values.push_back(graphs[g].rounds[r].weights[c]);
        }
        joined.classes.row_offsets.push_back(
            static_cast<std::int64_t>(joined.classes.values.size()));
    }
    joined.graphs = transpose(joined.classes);
    return joined;
}

TangentGroup join(std::span<const TangentGraph> graphs, std::size_t first, bool are_shared) {
    TangentGroup group = {.first_graph = first, .num_graphs = graphs.size(), .rounds = {}};
    ClassNumbers numbers, before;
    std::size_t num_before = 0;
    for (std::size_t r = 0; r < graphs.front().rounds.size(); ++r) {
        const std::size_t num_classes = number_classes(graphs, r, are_shared, numbers);
        group.rounds.push_back(join_round(graphs, r, numbers, before, num_classes, num_before));
        before.swap(numbers);
        num_before = num_classes;
    }
    return group;
}

// Where each group begins, and where the last one ends.
std::vector<std::size_t> cut(std::span<const TangentGraph> graphs, const TangentOptions& options,
                             const GroupBounds& bounds) {
    std::vector<std::size_t> cuts = {0};
    const std::size_t kept = options.blocks - std::min<std::size_t>(options.blocks, 1);
    std::unordered_set<std::uint32_t> colors;
    double num_nodes = 0;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        const auto take = [&] {
            for (const std::uint32_t color : graphs[g].rounds[kept].colors) colors.insert(color);
            const std::vector<double>& sizes = graphs[g].rounds[kept].weights;
            num_nodes = std::accumulate(sizes.begin(), sizes.end(), num_nodes);
        };
        take();
        const bool is_full = options.attention ? num_nodes > static_cast<double>(bounds.most_nodes)
                                               : colors.size() > bounds.most_classes;
        if (is_full && g > cuts.back()) {
            cuts.push_back(g);
            colors.clear();
            num_nodes = 0;
            take();
        }
    }
    cuts.push_back(graphs.size());
    return cuts;
}

}  // namespace

std::vector<TangentGroup> make_groups(std::vector<TangentGraph> graphs,
                                      const TangentOptions& options, const GroupBounds& bounds) {
    std::vector<TangentGroup> groups;
    const std::vector<std::size_t> cuts = cut(graphs, options, bounds);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        if (cuts[i] == cuts[i + 1]) continue;
        const auto members = std::span(graphs).subspan(cuts[i], cuts[i + 1] - cuts[i]);
        groups.push_back(join(members, cuts[i], !options.attention));
        for (TangentGraph& graph : members)
            graph = {};  // attention takes too much to have it twice
    }
    return groups;
}

}  // namespace dhgak
