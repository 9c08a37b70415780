// SPDX-License-Identifier: MIT
#include "kernels/gradual/gradual_colors.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostSavedRounds = 1000;

using Numbers = std::vector<std::uint32_t>;

// Counts a node's neighbours by colour and edge label.
class Neighborhood {
public:
    Neighborhood(const Numbers& colors, const Numbers& edge_labels)
        : colors_(colors), edge_labels_(edge_labels) {}

    void count(const Graph& graph, std::size_t v) {
        around_.clear();
        const auto neighbors = graph.neighbors(v);
        for (std::size_t i = 0; i < neighbors.size(); ++i) {
            const std::uint32_t color = colors_[graph.first_node + neighbors[i]];
            const std::uint32_t label =
                edge_labels_.empty() ? 0 : edge_labels_[graph.edge_labels(v)[i]];
            if (color != kUnseenColor && label != kUnseenColor)
                around_.push_back((std::uint64_t{color} << 32) | label);
        }
        std::ranges::sort(around_);
        dimensions.clear();
        values.clear();
        for (const std::uint64_t dimension : around_) {
            if (dimensions.empty() || dimensions.back() != dimension) {
                dimensions.push_back(dimension);
                values.push_back(0);
            }
            ++values.back();
        }
    }

    std::vector<std::uint64_t> dimensions;
    std::vector<double> values;

private:
    const Numbers& colors_;
    const Numbers& edge_labels_;  // empty if they do not count
    std::vector<std::uint64_t> around_;
};

struct NodePlace {
    std::uint32_t graph;
    std::uint32_t node;  // inside it
};

// The nodes of each colour.
std::vector<std::vector<NodePlace>> nodes_by_color(const Dataset& graphs, const Numbers& colors,
                                                   std::size_t num_colors) {
    std::vector<std::vector<NodePlace>> nodes(num_colors);
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g)
        for (std::size_t v = graphs.node_offsets[g]; v < graphs.node_offsets[g + 1]; ++v)
            nodes[colors[v]].push_back(
                {.graph = static_cast<std::uint32_t>(g),
                 .node = static_cast<std::uint32_t>(v - graphs.node_offsets[g])});
    return nodes;
}

// The different ones among some rows, in an order of their own, and how often each occurs.
struct DistinctNeighborhoods {
    SparseRows rows;
    std::vector<double> weights;

    explicit DistinctNeighborhoods(const SparseRows& all) {
        std::vector<std::size_t> order(all.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto compare = [&](std::size_t a, std::size_t b) {
            const auto da = all.dimensions_of(a), db = all.dimensions_of(b);
            if (!std::ranges::equal(da, db)) return std::ranges::lexicographical_compare(da, db);
            return std::ranges::lexicographical_compare(all.values_of(a), all.values_of(b));
        };
        std::ranges::sort(order, compare);
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i == 0 || compare(order[i - 1], order[i])) {
                rows.add(all.dimensions_of(order[i]), all.values_of(order[i]));
                weights.push_back(0);
            }
            ++weights.back();
        }
    }
};

// The centres of the next colours; none where all nodes stay together.
SparseRows split(const DistinctNeighborhoods& distinct, const GradualOptions& options,
                 std::uint64_t seed) {
    const std::size_t different = distinct.rows.size();
    if (different <= 1) return {};
    std::size_t clusters = options.clusters;
    if (different == clusters && clusters > 2) --clusters;  // so that refinement stays gradual
    if (different <= clusters) return distinct.rows;
    return sparse_kmeans(distinct.rows, distinct.weights,
                         {.clusters = clusters, .starts = options.starts, .seed = seed});
}

}  // namespace

struct GradualColors::Labels {
    Numbers node;  // by label of the dataset
    Numbers edge;  // empty if edge labels do not count
};

GradualColors::Labels GradualColors::translate(const Dataset& graphs) const {
    if (has_edge_labels_ && graphs.edge_labels.empty() && !graphs.neighbors.empty())
        throw InputError(fmt::format(
            "{}: has no edge labels, but the graphs that were fitted have; give it edge labels or "
            "fit without them",
            graphs.name));
    Labels labels = {.node = labels_.translate(graphs.label_names), .edge = {}};
    if (has_edge_labels_) labels.edge = edge_labels_.translate(graphs.edge_label_names);
    return labels;
}

GradualColors::GradualColors(const Dataset& graphs, const GradualOptions& options, WlColors& colors)
    : labels_(used_names(graphs.label_names, graphs.node_labels)),
      has_edge_labels_(options.edge_labels && !graphs.edge_labels.empty()) {
    if (has_edge_labels_)
        edge_labels_ = KnownNames(used_names(graphs.edge_label_names, graphs.edge_labels));
    const Labels labels = translate(graphs);
    colors.assign(1, {});
    for (const std::uint32_t label : graphs.node_labels)
        colors.front().push_back(labels.node[label]);
    for (std::size_t r = 0; r < options.rounds; ++r) {
        GradualOptions of_round = options;
        of_round.seed = derive_seed(options.seed, {r});
        rounds_.push_back(learn(graphs, labels, colors.back(), num_colors(r), of_round));
        colors.push_back(apply(graphs, labels, colors.back(), rounds_.back()));
    }
}

std::size_t GradualColors::num_colors(std::size_t round) const {
    return round == 0 ? labels_.size()
                      : static_cast<std::size_t>(rounds_.at(round - 1).children.back());
}

WlColors GradualColors::color(const Dataset& graphs) const {
    const Labels labels = translate(graphs);
    WlColors colors(1);
    for (const std::uint32_t label : graphs.node_labels)
        colors.front().push_back(labels.node[label]);
    for (const Round& round : rounds_)
        colors.push_back(apply(graphs, labels, colors.back(), round));
    return colors;
}

GradualColors::Round GradualColors::learn(const Dataset& graphs, const Labels& labels,
                                          const Numbers& before, std::size_t num_before,
                                          const GradualOptions& options) {
    const auto nodes = nodes_by_color(graphs, before, num_before);
    std::vector<SparseRows> centers(num_before);
    parallel_for(num_before, [&](std::size_t color) {
        Neighborhood around(before, labels.edge);
        SparseRows rows;
        for (const NodePlace& place : nodes[color]) {
            around.count(graphs.graph(place.graph), place.node);
            rows.add(around.dimensions, around.values);
        }
        centers[color] =
            split(DistinctNeighborhoods(rows), options, derive_seed(options.seed, {color}));
    });
    Round round = {.children = {0}, .centers = {}};
    for (const SparseRows& of_color : centers) {
        for (std::size_t c = 0; c < of_color.size(); ++c)
            round.centers.add(of_color.dimensions_of(c), of_color.values_of(c));
        if (of_color.size() == 0) round.centers.add({}, {});
        round.children.push_back(static_cast<std::int64_t>(round.centers.size()));
    }
    return round;
}

std::vector<std::uint32_t> GradualColors::apply(const Dataset& graphs, const Labels& labels,
                                                const Numbers& before, const Round& round) {
    Numbers colors(graphs.num_nodes(), kUnseenColor);
    parallel_blocks(graphs.num_graphs(), kGraphBlock, [&](std::size_t begin, std::size_t end) {
        Neighborhood around(before, labels.edge);
        for (std::size_t g = begin; g < end; ++g) {
            const Graph graph = graphs.graph(g);
            for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
                const std::uint32_t color = before[graph.first_node + v];
                if (color == kUnseenColor) continue;
                const auto first = static_cast<std::size_t>(round.children[color]);
                const auto last = static_cast<std::size_t>(round.children[color + 1]);
                std::size_t child = first;
                if (last - first > 1) {
                    around.count(graph, v);
                    child = nearest_center(round.centers, first, last, around.dimensions,
                                           around.values);
                }
                colors[graph.first_node + v] = static_cast<std::uint32_t>(child);
            }
        }
    });
    return colors;
}

void GradualColors::save(const ModelWriter& writer) const {
    writer.set("rounds", num_rounds());
    writer.set("labels", labels_.names());
    writer.set("has_edge_labels", has_edge_labels_);
    writer.set("edge_labels", edge_labels_.names());
    for (std::size_t r = 0; r < num_rounds(); ++r) {
        const ModelWriter round = writer.at(fmt::format("round{}", r + 1));
        const SparseRows& centers = rounds_[r].centers;
        Numbers colors, labels;
        for (const std::uint64_t dimension : centers.dimensions) {
            colors.push_back(static_cast<std::uint32_t>(dimension >> 32));
            labels.push_back(static_cast<std::uint32_t>(dimension));
        }
        const std::vector<std::int64_t> offsets(centers.offsets.begin(), centers.offsets.end());
        round.add("children", std::span<const std::int64_t>(rounds_[r].children));
        round.add("center_offsets", std::span<const std::int64_t>(offsets));
        round.add("colors", std::span<const std::uint32_t>(colors));
        round.add("edge_labels", std::span<const std::uint32_t>(labels));
        round.add("values", std::span<const double>(centers.values));
    }
}

GradualColors::GradualColors(const ModelReader& reader)
    : labels_(reader.texts("labels")),
      edge_labels_(reader.texts("edge_labels")),
      has_edge_labels_(reader.flag("has_edge_labels")) {
    reader.require(labels_.differ(), "labels", "names a label twice");
    reader.require(edge_labels_.differ(), "edge_labels", "names a label twice");
    const auto num_rounds = static_cast<std::size_t>(
        reader.integer("rounds", 0, static_cast<std::int64_t>(kMostSavedRounds)));
    for (std::size_t r = 0; r < num_rounds; ++r) {
        const ModelReader part = reader.at(fmt::format("round{}", r + 1));
        Round round = {.children = part.offsets("children"), .centers = {}};
        part.require(round.children.size() == num_colors(r) + 1, "children",
                     "there must be some for each colour");
        for (std::size_t c = 0; c + 1 < round.children.size(); ++c)
            part.require(round.children[c] < round.children[c + 1], "children",
                         "a colour has none");
        const std::vector<std::int64_t> offsets = part.offsets("center_offsets");
        const Numbers colors = part.numbers("colors", kUnseenColor - 1);
        const Numbers labels = part.numbers("edge_labels", kUnseenColor - 1);
        round.centers.offsets.assign(offsets.begin(), offsets.end());
        round.centers.values = part.doubles("values");
        part.require(static_cast<std::int64_t>(round.centers.size()) == round.children.back(),
                     "center_offsets", "there must be one centre for each child");
        part.require(colors.size() == labels.size() &&
                         colors.size() == round.centers.values.size() &&
                         colors.size() == round.centers.offsets.back(),
                     "values", "there must be one for each dimension of each centre");
        const std::size_t num_edge_labels = has_edge_labels_ ? edge_labels_.size() : 1;
        for (std::size_t e = 0; e < colors.size(); ++e) {
            part.require(colors[e] < num_colors(r) && labels[e] < num_edge_labels, "colors",
                         "name a colour or label that is not there");
            part.require(round.centers.values[e] >= 0 && round.centers.values[e] <= 0x1p53,
                         "values", "one is no mean number of neighbours");
            round.centers.dimensions.push_back((std::uint64_t{colors[e]} << 32) | labels[e]);
        }
        for (std::size_t c = 0; c < round.centers.size(); ++c)
            part.require(
                std::ranges::is_sorted(round.centers.dimensions_of(c), std::ranges::less_equal()),
                "colors", "do not ascend inside a centre");
        rounds_.push_back(std::move(round));
    }
}

}  // namespace dhgak
