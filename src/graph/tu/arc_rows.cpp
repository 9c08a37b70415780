// SPDX-License-Identifier: MIT
#include "graph/tu/arc_rows.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <utility>

#include "dhgak/core/parallel.h"
#include "graph/used_labels.h"

namespace dhgak {
namespace {

// The arcs of each node side by side.
struct Rows {
    std::vector<std::size_t> offsets;
    std::vector<std::uint32_t> targets;
    std::vector<std::uint32_t> labels;  // empty if there are none

    std::span<std::uint32_t> row(std::size_t v) {
        return std::span(targets).subspan(offsets[v], offsets[v + 1] - offsets[v]);
    }
};

struct LabelledArc {
    std::uint32_t to;
    std::uint32_t label;
};

void sum_up(std::vector<std::size_t>& counts_then_offsets) {
    std::size_t sum = 0;
    for (std::size_t& entry : counts_then_offsets) sum += std::exchange(entry, sum);
}

// A stable counting sort by `from`.
Rows scatter(const ArcList& list, const std::vector<std::uint32_t>& labels, std::size_t num_nodes,
             std::size_t& self_loops) {
    const std::span<const Arc> arcs(list.arcs.get(), list.size);
    Rows rows;
    rows.offsets.assign(num_nodes + 1, 0);
    for (const Arc& arc : arcs) {
        if (arc.to == kSelfLoop)
            ++self_loops;
        else
            ++rows.offsets[arc.from];
    }
    sum_up(rows.offsets);
    rows.targets.resize(rows.offsets.back());
    if (!labels.empty()) rows.labels.resize(rows.offsets.back());
    std::vector<std::size_t> next(rows.offsets.begin(), rows.offsets.end() - 1);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (arcs[i].to == kSelfLoop) continue;
        const std::size_t place = next[arcs[i].from]++;
        rows.targets[place] = arcs[i].to;
        if (!labels.empty()) rows.labels[place] = labels[i];
    }
    return rows;
}

// Sorts one row and collapses its repetitions to the front; returns how many arcs are left.
std::size_t sort_row(Rows& rows, std::size_t v) {
    const std::span<std::uint32_t> targets = rows.row(v);
    const bool ascending =
        std::ranges::adjacent_find(targets, std::greater_equal<>()) == targets.end();
    if (ascending) return targets.size();
    if (rows.labels.empty()) {
        std::ranges::sort(targets);
        const auto end = std::unique(targets.begin(), targets.end());
        return static_cast<std::size_t>(end - targets.begin());
    }
    const std::span<std::uint32_t> labels =
        std::span(rows.labels).subspan(rows.offsets[v], targets.size());
    std::vector<LabelledArc> arcs(targets.size());
    for (std::size_t i = 0; i < arcs.size(); ++i) arcs[i] = {targets[i], labels[i]};
    std::ranges::stable_sort(arcs, {}, &LabelledArc::to);
    const auto same_target = [](LabelledArc a, LabelledArc b) { return a.to == b.to; };
    arcs.erase(std::unique(arcs.begin(), arcs.end(), same_target), arcs.end());
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        targets[i] = arcs[i].to;
        labels[i] = arcs[i].label;
    }
    return arcs.size();
}

// Whether the way back of each arc of nodes [first, last) is there. Walking the rows in order meets
// the entries of every row in ascending order too, if and only if the graph is symmetric.
bool is_symmetric(Rows& rows, const std::vector<std::size_t>& lengths, std::size_t first,
                  std::size_t last) {
    std::vector<std::size_t> met(last - first, 0);
    for (std::size_t v = first; v < last; ++v)
        for (const std::uint32_t u : rows.row(v).first(lengths[v])) {
            const std::size_t next = met[u]++;
            if (next >= lengths[first + u] || rows.row(first + u)[next] != v - first) return false;
        }
    return true;
}

// The ways back that nodes [first, last) lack, by node.
std::vector<std::vector<LabelledArc>> missing_ways_back(Rows& rows,
                                                        const std::vector<std::size_t>& lengths,
                                                        std::size_t first, std::size_t last) {
    std::vector<std::vector<LabelledArc>> missing(last - first);
    for (std::size_t v = first; v < last; ++v)
        for (std::size_t i = 0; i < lengths[v]; ++i) {
            const std::uint32_t u = rows.row(v)[i];
            const auto v_inside = static_cast<std::uint32_t>(v - first);
            if (std::ranges::binary_search(rows.row(first + u).first(lengths[first + u]), v_inside))
                continue;
            const std::uint32_t label = rows.labels.empty() ? 0 : rows.labels[rows.offsets[v] + i];
            missing[u].push_back({v_inside, label});
        }
    return missing;
}

// The rows cut to their lengths, with the missing arcs merged in.
Rows merge(Rows& rows, const std::vector<std::size_t>& lengths,
           const std::vector<std::size_t>& node_offsets,
           const std::vector<std::vector<std::vector<LabelledArc>>>& missing) {
    Rows merged;
    merged.offsets.assign(rows.offsets.size(), 0);
    for (std::size_t v = 0; v < lengths.size(); ++v) merged.offsets[v] = lengths[v];
    for (std::size_t g = 0; g < missing.size(); ++g)
        for (std::size_t v = 0; v < missing[g].size(); ++v)
            merged.offsets[node_offsets[g] + v] += missing[g][v].size();
    sum_up(merged.offsets);
    merged.targets.resize(merged.offsets.back());
    if (!rows.labels.empty()) merged.labels.resize(merged.offsets.back());

    parallel_for(missing.size(), [&](std::size_t g) {
        for (std::size_t v = node_offsets[g]; v < node_offsets[g + 1]; ++v) {
            std::span<const LabelledArc> extra;
            if (!missing[g].empty()) extra = missing[g][v - node_offsets[g]];
            std::size_t place = merged.offsets[v];
            const auto put = [&](std::uint32_t to, std::uint32_t label) {
                merged.targets[place] = to;
                if (!merged.labels.empty()) merged.labels[place] = label;
                ++place;
            };
            std::size_t e = 0;
            for (std::size_t i = rows.offsets[v]; i < rows.offsets[v] + lengths[v]; ++i) {
                for (; e < extra.size() && extra[e].to < rows.targets[i]; ++e)
                    put(extra[e].to, extra[e].label);
                put(rows.targets[i], rows.labels.empty() ? 0 : rows.labels[i]);
            }
            for (; e < extra.size(); ++e) put(extra[e].to, extra[e].label);
        }
    });
    return merged;
}

}  // namespace

void build_rows(Dataset& dataset, ArcList list, std::vector<std::uint32_t> labels) {
    Irregularities& irregularities = dataset.irregularities;
    const std::vector<std::size_t>& node_offsets = dataset.node_offsets;
    Rows rows = scatter(list, labels, dataset.num_nodes(), irregularities.self_loops);
    list.arcs.reset();
    labels = {};

    std::vector<std::size_t> lengths(dataset.num_nodes());
    std::vector<std::vector<std::vector<LabelledArc>>> missing(dataset.num_graphs());
    std::atomic<std::size_t> doubled = 0, one_way = 0;
    parallel_for(dataset.num_graphs(), 8, [&](std::size_t g) {
        const std::size_t first = node_offsets[g], last = node_offsets[g + 1];
        for (std::size_t v = first; v < last; ++v) {
            lengths[v] = sort_row(rows, v);
            doubled += rows.row(v).size() - lengths[v];
        }
        if (is_symmetric(rows, lengths, first, last)) return;
        missing[g] = missing_ways_back(rows, lengths, first, last);
        for (const auto& arcs : missing[g]) one_way += arcs.size();
    });
    irregularities.doubled_arcs = doubled;
    irregularities.one_way_arcs = one_way;
    if (doubled > 0 || one_way > 0) rows = merge(rows, lengths, node_offsets, missing);

    dataset.arc_offsets = std::move(rows.offsets);
    dataset.neighbors = std::move(rows.targets);
    dataset.edge_labels = std::move(rows.labels);
    if (doubled > 0 || irregularities.self_loops > 0)
        drop_unused(dataset.edge_labels, dataset.edge_label_names);
}

}  // namespace dhgak
