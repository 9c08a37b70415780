// SPDX-License-Identifier: MIT
#include "kernels/colors/edge_colors.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "dhgak/core/parallel.h"
#include "kernel/counts/runs.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

double product(const PairCount& a, const PairCount& b) {
    return a.root * b.root * std::min(a.first, b.first) * std::min(a.second, b.second);
}

// The pair of each edge of a graph, ascending: an edge of equal pairs after the other.
std::vector<ColorPair> pairs_of_edges(const Graph& graph, std::span<const std::uint32_t> colors) {
    std::vector<ColorPair> pairs;
    for (std::size_t v = 0; v < graph.num_nodes(); ++v)
        for (const std::uint32_t u : graph.neighbors(v))
            if (u < v)
                pairs.emplace_back(
                    std::minmax(colors[graph.first_node + u], colors[graph.first_node + v]));
    std::ranges::sort(pairs);
    return pairs;
}

std::vector<ColorPair> without_repeats(std::vector<ColorPair> pairs) {
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

// The share of the possible edges between the two colours, an edge counting both ways.
double density(double num_edges, double first, double second, bool is_one_color) {
    return 2 * num_edges / (is_one_color ? first * (first - 1) : first * second);
}

// The nodes of one graph by colour.
class NodesByColor {
public:
    NodesByColor(const Graph& graph, std::span<const std::uint32_t> colors,
                 std::span<const std::uint32_t> own) {
        for (std::size_t v = graph.first_node; v < graph.first_node + graph.num_nodes(); ++v)
            nodes_.emplace_back(own[v], colors[v]);
        std::ranges::sort(nodes_);
    }

    struct Kind {
        std::uint32_t color = kUnseenColor;
        double count = 0;
    };
    Kind kind(std::uint32_t own) const {
        const auto begin = std::ranges::lower_bound(nodes_, own, {}, &ColorPair::first);
        const auto end = std::ranges::upper_bound(begin, nodes_.end(), own, {}, &ColorPair::first);
        return {.color = begin->second, .count = static_cast<double>(end - begin)};
    }

private:
    std::vector<ColorPair> nodes_;  // own colour and colour
};

void count_graph(const Graph& graph, std::span<const std::uint32_t> colors,
                 std::span<const std::uint32_t> own, std::span<const ColorPair> pairs,
                 EdgeColors& result) {
    const NodesByColor nodes(graph, colors, own);
    const std::vector<ColorPair> edges = pairs_of_edges(graph, own);
    const std::size_t begin = result.counts.size();
    double unmatched = 0;
    for_each_run(edges, [&](const ColorPair& ends, std::size_t count) {
        auto a = nodes.kind(ends.first), b = nodes.kind(ends.second);
        if (a.color > b.color) std::swap(a, b);
        const double share =
            density(static_cast<double>(count), a.count, b.count, ends.first == ends.second);
        const ColorPair pair = {a.color, b.color};
        const auto known = std::ranges::lower_bound(pairs, pair);
        if (known != pairs.end() && *known == pair)
            result.counts.push_back({.pair = static_cast<std::uint32_t>(known - pairs.begin()),
                                     .first = a.count,
                                     .second = b.count,
                                     .root = std::sqrt(share)});
        else
            unmatched += share * a.count * b.count;
    });
    std::ranges::sort(std::span(result.counts).subspan(begin), {}, &PairCount::pair);
    result.offsets.push_back(result.counts.size());
    result.unmatched.push_back(unmatched);
}

// The counts of all graphs seen from the pairs.
struct ByPair {
    struct Entry {
        std::uint32_t graph;
        PairCount count;
    };
    std::vector<std::size_t> offsets;  // pair p owns entries [offsets[p], offsets[p + 1])
    std::vector<Entry> entries;        // by graph inside a pair

    ByPair(const EdgeColors& edges, std::size_t num_pairs)
        : offsets(num_pairs + 1), entries(edges.counts.size()) {
        for (const PairCount& count : edges.counts) ++offsets[count.pair + 1];
        for (std::size_t p = 0; p < num_pairs; ++p) offsets[p + 1] += offsets[p];
        std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
        for (std::size_t g = 0; g < edges.num_graphs(); ++g)
            for (const PairCount& count : edges.of(g))
                entries[next[count.pair]++] = {.graph = static_cast<std::uint32_t>(g),
                                               .count = count};
    }

    std::span<const Entry> of(std::uint32_t pair) const {
        return std::span(entries).subspan(offsets[pair], offsets[pair + 1] - offsets[pair]);
    }
};

}  // namespace

void append(EdgeColors& edges, const EdgeColors& more) {
    const std::size_t before = edges.counts.size();
    for (std::size_t g = 1; g < more.offsets.size(); ++g)
        edges.offsets.push_back(before + more.offsets[g]);
    edges.counts.insert(edges.counts.end(), more.counts.begin(), more.counts.end());
    edges.unmatched.insert(edges.unmatched.end(), more.unmatched.begin(), more.unmatched.end());
}

std::vector<ColorPair> joined_colors(const Dataset& graphs, std::span<const std::uint32_t> colors) {
    std::vector<std::vector<ColorPair>> blocks((graphs.num_graphs() + kGraphBlock - 1) /
                                               kGraphBlock);
    parallel_blocks(graphs.num_graphs(), kGraphBlock, [&](std::size_t begin, std::size_t end) {
        std::vector<ColorPair> pairs;
        for (std::size_t g = begin; g < end; ++g) {
            const auto more = pairs_of_edges(graphs.graph(g), colors);
            pairs.insert(pairs.end(), more.begin(), more.end());
        }
        std::ranges::sort(pairs);
        blocks[begin / kGraphBlock] = without_repeats(std::move(pairs));
    });
    std::vector<ColorPair> all;
    for (const std::vector<ColorPair>& block : blocks)
        all.insert(all.end(), block.begin(), block.end());
    std::ranges::sort(all);
    return without_repeats(std::move(all));
}

EdgeColors count_edges(const Dataset& graphs, std::span<const std::uint32_t> colors,
                       std::span<const std::uint32_t> own, std::span<const ColorPair> pairs) {
    std::vector<EdgeColors> blocks((graphs.num_graphs() + kGraphBlock - 1) / kGraphBlock);
    parallel_blocks(graphs.num_graphs(), kGraphBlock, [&](std::size_t begin, std::size_t end) {
        for (std::size_t g = begin; g < end; ++g)
            count_graph(graphs.graph(g), colors, own.empty() ? colors : own, pairs,
                        blocks[begin / kGraphBlock]);
    });
    EdgeColors result;
    for (const EdgeColors& block : blocks) append(result, block);
    return result;
}

SparseMatrix count_edge_ends(const Dataset& graphs, std::span<const std::uint32_t> colors,
                             std::span<const ColorPair> pairs) {
    std::vector<std::size_t> first_nodes(graphs.num_nodes());  // by node: that of its graph
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g)
        std::fill(first_nodes.begin() + static_cast<std::ptrdiff_t>(graphs.node_offsets[g]),
                  first_nodes.begin() + static_cast<std::ptrdiff_t>(graphs.node_offsets[g + 1]),
                  graphs.node_offsets[g]);
    const auto count = [&](std::size_t v, std::vector<KindCount>& kinds) {
        std::map<std::uint32_t, double> ends;
        for (std::size_t arc = graphs.arc_offsets[v]; arc < graphs.arc_offsets[v + 1]; ++arc) {
            const std::size_t u = first_nodes[v] + graphs.neighbors[arc];
            const ColorPair pair = std::minmax(colors[u], colors[v]);
            const auto known = std::ranges::lower_bound(pairs, pair);
            if (u != v && known != pairs.end() && *known == pair)
                ++ends[static_cast<std::uint32_t>(known - pairs.begin())];
        }
        for (const auto& [pair, number] : ends) kinds.push_back({.column = pair, .count = number});
    };
    return gather_counts(graphs.num_nodes(), pairs.size(), count).counts;
}

void add_edge_kernel(GramMatrix& gram, const EdgeColors& edges, std::size_t num_pairs) {
    const ByPair by_pair(edges, num_pairs);
    parallel_for(gram.size(), kGraphBlock, [&](std::size_t g) {
        for (const PairCount& count : edges.of(g)) {
            const auto entries = by_pair.of(count.pair);
            const auto own = std::ranges::lower_bound(entries, g, {}, &ByPair::Entry::graph);
            for (auto entry = own; entry != entries.end(); ++entry)
                gram(g, entry->graph) += product(count, entry->count);
        }
    });
}

void add_edge_kernel(CrossGram& cross, const EdgeColors& rows, const EdgeColors& columns,
                     std::size_t num_pairs) {
    const ByPair by_pair(columns, num_pairs);
    parallel_for(cross.rows, kGraphBlock, [&](std::size_t g) {
        for (const PairCount& count : rows.of(g))
            for (const ByPair::Entry& entry : by_pair.of(count.pair))
                cross.row(g)[entry.graph] += product(count, entry.count);
    });
}

}  // namespace dhgak
