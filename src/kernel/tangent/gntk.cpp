// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "kernel/blocks.h"
#include "kernel/label_numbers.h"
#include "kernel/methods.h"
#include "kernel/pairs.h"
#include "kernel/tangent/tangent_graph.h"

namespace dhgak {
namespace {

// Attention multiplies covariances: a fifth block would leave the range of numbers.
constexpr std::size_t kMostBlocks = 100, kMostBlocksWithAttention = 4;
constexpr double kMostBytes = 8.0 * (std::size_t{1} << 30);

using TangentGraphs = std::vector<TangentGraph>;

// What graphs keep for attention grows with the square of their nodes.
void require_memory(const std::string& name, const Dataset& graphs, const TangentOptions& options) {
    if (!options.attention || options.blocks < 2) return;
    double bytes = 0;
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
        const auto nodes = static_cast<double>(graphs.node_offsets[g + 1] - graphs.node_offsets[g]);
        bytes += 8 * nodes * nodes * static_cast<double>(options.blocks - 1);
    }
    if (bytes > kMostBytes)
        throw Error(
            fmt::format("{}: attention between the nodes of each graph would take {:.0f} GiB, of "
                        "at most {:.0f}; "
                        "take fewer blocks or graphs, or another kernel, like gntk or wl",
                        name, bytes / (1 << 30), kMostBytes / (1 << 30)));
}

TangentGraphs prepare_all(const Dataset& graphs, std::span<const std::uint32_t> labels,
                          const TangentOptions& options) {
    TangentGraphs prepared(graphs.num_graphs());
    parallel_for(prepared.size(), [&](std::size_t g) {
        const Graph graph = graphs.graph(g);
        prepared[g] = prepare(graph, labels.subspan(graph.first_node, graph.num_nodes()), options);
    });
    return prepared;
}

class FittedTangents final : public FittedKernel {
public:
    FittedTangents(std::string name, const TangentOptions& options, double time_limit,
                   LabelNumbers labels, TangentGraphs graphs)
        : name_(std::move(name)),
          options_(options),
          time_limit_(time_limit),
          labels_(std::move(labels)),
          graphs_(std::move(graphs)) {}

    int level() const override { return static_cast<int>(options_.blocks); }
    std::size_t num_training_graphs() const override { return graphs_.size(); }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        const TangentOptions options = up_to(levels);
        NewGraphNotes notes;
        const TangentGraphs more = prepare_all(others, labels_.of_nodes(others, notes), options);
        const std::size_t num_training = graphs_.size();
        std::vector<GramMatrix> grams(levels.size(), GramMatrix(num_training + more.size()));
        const auto graph = [&](std::size_t g) -> const TangentGraph& {
            return g < num_training ? graphs_[g] : more[g - num_training];
        };
        std::vector<std::size_t> offsets = {0};  // of nodes
        for (std::size_t g = 0; g < num_training + more.size(); ++g) {
            offsets.push_back(offsets.back() + graph(g).num_nodes());
            for (GramMatrix& gram : grams) gram(g, g) = graph(g).num_nodes() > 0 ? 1 : 0;
        }
        const GraphPairs pairs(offsets);
        announce(pairs, offsets, options);
        Allowance allowance(name_, time_limit_, pairs.size());
        parallel_for(pairs.size(), kPairBlock, [&](std::size_t pair) {
            const auto [g, f] = pairs[pair];
            allowance.require_time();
            if (g < num_training) {  // values between two of the others are not asked for
                const std::vector<double> values = compare(graph(g), graph(f), options);
                for (std::size_t i = 0; i < levels.size(); ++i)
                    grams[i](g, f) = grams[i](f, g) =
                        normalized(values, graph(g), graph(f), levels[i]);
            }
            allowance.advance();
        });
        for (std::size_t i = 0; i < levels.size(); ++i) {
            const GramMatrix gram = std::move(grams[i]);
            visit(levels[i], gram);
        }
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        const std::vector<std::uint32_t> labels = labels_.of_nodes(graphs, notes);
        require_memory(name_, graphs, options_);
        const TangentGraphs more = prepare_all(graphs, labels, options_);
        CrossGram cross = {.rows = more.size(), .cols = graphs_.size(), .values = {}};
        cross.values.resize(cross.rows * cross.cols);
        Allowance allowance(name_, time_limit_, cross.values.size());
        parallel_for(cross.values.size(), kPairBlock, [&](std::size_t i) {
            const TangentGraph &training = graphs_[i % cross.cols], &other = more[i / cross.cols];
            allowance.require_time();
            if (training.num_nodes() > 0 && other.num_nodes() > 0)
                cross.values[i] =
                    normalized(compare(training, other, options_), training, other, level());
            allowance.advance();
        });
        return cross;
    }

    void save(const ModelWriter& writer) const override {
        writer.set("name", name_);
        writer.set("blocks", options_.blocks);
        writer.set("layers", options_.layers);
        writer.set("by_degree", options_.by_degree);
        writer.set("jumps", options_.jumps);
        writer.set("attention", options_.attention);
        writer.set("correlation", options_.correlation);
        writer.set("labels", labels_.names());
        std::vector<std::int64_t> node_offsets = {0}, arc_offsets = {0};
        std::vector<std::uint32_t> labels, neighbors;
        for (const TangentGraph& graph : graphs_) {
            for (std::size_t v = 0; v < graph.num_nodes(); ++v)
                arc_offsets.push_back(static_cast<std::int64_t>(neighbors.size()) +
                                      static_cast<std::int64_t>(graph.arc_offsets[v + 1]));
            labels.insert(labels.end(), graph.labels.begin(), graph.labels.end());
            neighbors.insert(neighbors.end(), graph.neighbors.begin(), graph.neighbors.end());
            node_offsets.push_back(static_cast<std::int64_t>(labels.size()));
        }
        writer.add("node_offsets", std::span<const std::int64_t>(node_offsets));
        writer.add("arc_offsets", std::span<const std::int64_t>(arc_offsets));
        writer.add("node_labels", std::span<const std::uint32_t>(labels));
        writer.add("neighbors", std::span<const std::uint32_t>(neighbors));
    }

private:
    // Fewer blocks are the first ones of all.
    TangentOptions up_to(std::span<const int> levels) const {
        TangentOptions options = options_;
        if (!levels.empty()) options.blocks = static_cast<std::size_t>(levels.back());
        return options;
    }

    double normalized(const std::vector<double>& values, const TangentGraph& a,
                      const TangentGraph& b, int level) const {
        const auto l = static_cast<std::size_t>(level);
        const double value = values[l] / std::sqrt(a.own[l]) / std::sqrt(b.own[l]);
        if (!std::isfinite(value))
            throw Error(fmt::format("{}: the numbers of {} blocks are too large; take fewer blocks",
                                    name_, level));
        return value;
    }

    void announce(const GraphPairs& pairs, std::span<const std::size_t> offsets,
                  const TangentOptions& options) const {
        constexpr double kMany = 1e10, kSecondsForOne = 2e-8;  // on one core
        const double steps = static_cast<double>(offsets.back()) *
                             static_cast<double>(offsets.back()) / 2 *
                             static_cast<double>(options.blocks * options.layers);
        if (steps > kMany)
            log_info(fmt::format(
                "{} compares {} pairs of graphs node by node: about {:.0f} minutes of one core; "
                "time_limit= bounds it",
                name_, pairs.size(), steps * kSecondsForOne / 60));
    }

    std::string name_;
    TangentOptions options_;
    double time_limit_;
    LabelNumbers labels_;
    TangentGraphs graphs_;
};

class TangentKernel final : public Kernel {
public:
    TangentKernel(Spec spec, const TangentOptions& options, double time_limit)
        : spec_(std::move(spec)), options_(options), time_limit_(time_limit) {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        require_memory(spec_.name, graphs, options_);
        return context.times.measure("kernel", [&]() -> std::unique_ptr<FittedKernel> {
            NewGraphNotes notes;
            LabelNumbers labels(graphs);
            TangentGraphs prepared = prepare_all(graphs, labels.of_nodes(graphs, notes), options_);
            return std::make_unique<FittedTangents>(spec_.name, options_, time_limit_,
                                                    std::move(labels), std::move(prepared));
        });
    }

    int level() const override { return static_cast<int>(options_.blocks); }

    std::string family() const override {
        return fmt::format("{} layers={} by_degree={} jumps={} correlation={}", spec_.name,
                           options_.layers, options_.by_degree, options_.jumps,
                           options_.correlation);
    }

private:
    Spec spec_;
    TangentOptions options_;
    double time_limit_;
};

std::unique_ptr<Kernel> make_tangent(const Spec& spec, bool attention) {
    TangentOptions options = {
        .blocks = spec.get_count("blocks", 0, attention ? kMostBlocksWithAttention : kMostBlocks),
        .layers = spec.get_count("layers", 1, 10),
        .by_degree = spec.get_choice("scale", {"uniform", "degree"}) == "degree",
        .jumps = spec.get_choice("jumps", {"yes", "no"}) == "yes",
        .attention = attention};
    if (attention && spec.get_choice("compat", {"none", "package"}) == "package")
        options.correlation = 2;
    return std::make_unique<TangentKernel>(spec, options, read_time_limit(spec));
}

}  // namespace

// Du, Hou, Poczos, Salakhutdinov, Wang, Xu, "Graph Neural Tangent Kernel: Fusing Graph Neural
// Networks with Graph Kernels", NeurIPS 2019.
std::unique_ptr<Kernel> make_gntk(const Spec& spec, const AlignOptions&) {
    return make_tangent(spec, false);
}

// Tang, Yan, "GraphQNTK: Quantum Neural Tangent Kernel for Graph Data", NeurIPS 2022; the network
// on a classical computer.
std::unique_ptr<Kernel> make_graphqntk(const Spec& spec, const AlignOptions&) {
    return make_tangent(spec, true);
}

std::unique_ptr<FittedKernel> load_gntk(const ModelReader& reader) {
    TangentOptions options;
    options.blocks = static_cast<std::size_t>(reader.integer("blocks", 0, kMostBlocks));
    options.layers = static_cast<std::size_t>(reader.integer("layers", 1, 10));
    options.by_degree = reader.flag("by_degree");
    options.jumps = reader.flag("jumps");
    options.attention = reader.flag("attention");
    options.correlation = reader.number("correlation");
    reader.require(options.correlation == 1 || options.correlation == 2, "correlation",
                   "must be 1 or 2");
    LabelNumbers label_numbers(reader);
    const std::vector<std::int64_t> node_offsets = reader.offsets("node_offsets");
    const std::vector<std::int64_t> arc_offsets = reader.offsets("arc_offsets");
    const std::vector<std::uint32_t> labels = reader.numbers(
        "node_labels",
        static_cast<std::uint32_t>(std::max<std::size_t>(label_numbers.names().size(), 1) - 1));
    const std::vector<std::uint32_t> neighbors = reader.numbers("neighbors", ~std::uint32_t{0});
    reader.require(
        !node_offsets.empty() && node_offsets.back() == static_cast<std::int64_t>(labels.size()),
        "node_labels", "there must be one for each node");
    reader.require(arc_offsets.size() == labels.size() + 1 &&
                       arc_offsets.back() == static_cast<std::int64_t>(neighbors.size()),
                   "neighbors", "do not end where the nodes end");
    TangentGraphs graphs(node_offsets.size() - 1);
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        const auto first = static_cast<std::size_t>(node_offsets[g]);
        const auto last = static_cast<std::size_t>(node_offsets[g + 1]);
        graphs[g].labels.assign(labels.begin() + node_offsets[g],
                                labels.begin() + node_offsets[g + 1]);
        for (std::size_t v = first; v <= last; ++v)
            graphs[g].arc_offsets.push_back(
                static_cast<std::size_t>(arc_offsets[v] - arc_offsets[first]));
        graphs[g].neighbors.assign(neighbors.begin() + arc_offsets[first],
                                   neighbors.begin() + arc_offsets[last]);
        for (const std::uint32_t u : graphs[g].neighbors)
            reader.require(u < last - first, "neighbors", "name a node that is not there");
    }
    parallel_for(graphs.size(), [&](std::size_t g) { prepare(graphs[g], options); });
    return std::make_unique<FittedTangents>(reader.text("name"), options, 0.0,
                                            std::move(label_numbers), std::move(graphs));
}

}  // namespace dhgak
