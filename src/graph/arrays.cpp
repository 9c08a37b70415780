// SPDX-License-Identifier: MIT
#include "graph/arrays.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "graph/label_order.h"
#include "graph/lost_digits.h"
#include "graph/tu/arc_rows.h"

namespace dhgak {
namespace {

void require_size(std::string_view what, std::size_t size, std::size_t expected) {
    if (size != expected)
        throw InputError(fmt::format("{} has {} entries, expected {}", what, size, expected));
}

std::size_t sum(std::string_view what, std::span<const std::int64_t> counts,
                std::size_t first_graph) {
    for (std::size_t g = 0; g < counts.size(); ++g)
        if (counts[g] < 0 || counts[g] >= std::numeric_limits<std::uint32_t>::max())
            throw InputError(fmt::format("graph {}: {} {}", first_graph + g, counts[g], what));
    return static_cast<std::size_t>(std::reduce(counts.begin(), counts.end()));
}

void require_sizes(const GraphArrays& arrays) {
    require_size("num_edges", arrays.num_edges.size(), arrays.num_nodes.size());
    const std::size_t nodes = sum("nodes", arrays.num_nodes, arrays.first_graph);
    const std::size_t edges = sum("edges", arrays.num_edges, arrays.first_graph);
    if (nodes >= std::numeric_limits<std::uint32_t>::max())
        throw InputError(fmt::format("{} nodes, but 32-bit node numbers end before that", nodes));
    require_size("sources", arrays.sources.size(), edges);
    require_size("targets", arrays.targets.size(), edges);
    if (!arrays.label_names.empty()) require_size("labels", arrays.labels.size(), nodes);
    if (!arrays.edge_label_names.empty())
        require_size("edge_labels", arrays.edge_labels.size(), edges);
    require_size("attributes", arrays.attributes.size(), nodes * arrays.num_attributes);
}

std::vector<std::uint32_t> sorted_labels(std::string_view what,
                                         std::span<const std::uint32_t> labels,
                                         std::vector<std::string>& names) {
    const std::vector<std::uint32_t> place = sort_label_names(names);
    std::vector<std::uint32_t> sorted(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] >= place.size())
            throw InputError(
                fmt::format("{} {}: {}, but there are {} names", what, i, labels[i], place.size()));
        sorted[i] = place[labels[i]];
    }
    return sorted;
}

// Edges as the reader of files has them.
ArcList arcs_of(const GraphArrays& arrays, const Dataset& dataset) {
    ArcList list{std::make_unique_for_overwrite<Arc[]>(arrays.sources.size()),
                 arrays.sources.size()};
    std::size_t e = 0;
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const auto first = static_cast<std::uint32_t>(dataset.node_offsets[g]);
        const std::int64_t size = arrays.num_nodes[g];
        const std::size_t begin = e;
        const std::size_t end = begin + static_cast<std::size_t>(arrays.num_edges[g]);
        for (; e < end; ++e) {
            const std::int64_t from = arrays.sources[e], to = arrays.targets[e];
            for (const std::int64_t v : {from, to})
                if (v < 0 || v >= size)
                    throw InputError(
                        fmt::format("graph {}, edge {}: node {}, but the graph has {} nodes, "
                                    "numbered from 0",
                                    arrays.first_graph + g, e - begin, v, size));
            list.arcs[e] = {first + static_cast<std::uint32_t>(from),
                            from == to ? kSelfLoop : static_cast<std::uint32_t>(to)};
        }
    }
    return list;
}

Matrix attributes_of(const GraphArrays& arrays, const Dataset& dataset) {
    const std::size_t columns = arrays.num_attributes;
    const auto wrong =
        std::ranges::find_if_not(arrays.attributes, [](float x) { return std::isfinite(x); });
    if (wrong != arrays.attributes.end()) {
        const auto place = static_cast<std::size_t>(wrong - arrays.attributes.begin());
        const std::size_t v = place / columns;
        const auto end = std::ranges::upper_bound(dataset.node_offsets, v);
        const auto g = static_cast<std::size_t>(end - dataset.node_offsets.begin()) - 1;
        throw InputError(
            fmt::format("graph {}, node {}: attribute {} is not finite; replace or remove it",
                        arrays.first_graph + g, v - dataset.node_offsets[g], place % columns));
    }
    Matrix attributes(columns > 0 ? dataset.num_nodes() : 0, columns);
    std::ranges::copy(arrays.attributes, attributes.values().begin());
    return attributes;
}

}  // namespace

Dataset dataset_of(const GraphArrays& arrays) {
    require_sizes(arrays);
    Dataset dataset;
    dataset.name = arrays.name;
    dataset.atoms = arrays.atoms;
    for (const std::int64_t size : arrays.num_nodes)
        dataset.node_offsets.push_back(dataset.node_offsets.back() +
                                       static_cast<std::size_t>(size));

    ArcList arcs = arcs_of(arrays, dataset);
    dataset.edge_label_names = arrays.edge_label_names;
    std::vector<std::uint32_t> edge_labels =
        sorted_labels("edge label", arrays.edge_labels, dataset.edge_label_names);
    build_rows(dataset, std::move(arcs), std::move(edge_labels));
    dataset.irregularities.one_way_arcs = 0;

    dataset.label_names = arrays.label_names;
    dataset.node_labels = sorted_labels("label", arrays.labels, dataset.label_names);
    if (dataset.label_names.empty()) label_by_degree(dataset);
    dataset.attributes = attributes_of(arrays, dataset);
    warn_of_lost_digits(dataset);
    return dataset;
}

}  // namespace dhgak
