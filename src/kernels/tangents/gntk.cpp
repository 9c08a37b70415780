// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernel/label_numbers.h"
#include "kernel/pairs.h"
#include "kernels/tangents/fitted_tangents.h"
#include "kernels/tangents/own_covariances.h"
#include "kernels/tangents/tangent_group.h"
#include "kernels/tangents/tangent_kernels.h"

namespace dhgak {
namespace {

class TangentKernel final : public Kernel {
public:
    TangentKernel(Spec spec, const TangentOptions& options, double time_limit)
        : spec_(std::move(spec)), options_(options), time_limit_(time_limit) {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return context.times.measure("kernel", [&] {
            LabelNumbers labels(graphs);
            NewGraphNotes notes;
            Dataset kept;
            kept.node_offsets = graphs.node_offsets;
            kept.arc_offsets = graphs.arc_offsets;
            kept.neighbors = graphs.neighbors;
            kept.node_labels = labels.of_nodes(graphs, notes);
            kept.label_names = labels.names();
            return make_fitted_tangents(spec_.name, options_, time_limit_, std::move(labels),
                                        std::move(kept));
        });
    }

    int level() const override { return static_cast<int>(options_.blocks); }

    std::string family() const override {
        return fmt::format("{} layers={} by_degree={} jumps={} correlation={}", spec_.name,
                           options_.layers, options_.by_degree, options_.jumps,
                           options_.correlation);
    }

    // Covariances: of the nodes of each graph with attention, else of the colours of a group; and
    // those that one graph takes with itself.
    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        const auto largest = static_cast<double>(graphs.largest);
        const auto colors = static_cast<double>(std::min(graphs.nodes, GroupBounds{}.most_classes));
        const double compared =
            options_.attention ? graphs.squares * (level() + 1.0) : 2 * colors * colors;
        FitSizes sizes = Kernel::fit_sizes(graphs);
        sizes.others = kMatricesOfGraph * largest * largest + compared;
        return sizes;
    }

private:
    Spec spec_;
    TangentOptions options_;
    double time_limit_;
};

std::unique_ptr<Kernel> make_tangent(const Spec& spec, bool attention) {
    TangentOptions options = {
        .blocks = spec.get_count("blocks", 0, attention ? kMostBlocksWithAttention : kMostBlocks),
        .layers = spec.get_count("layers", 1, kMostLayers),
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
std::unique_ptr<Kernel> make_gntk(const Spec& spec) { return make_tangent(spec, false); }

// Tang, Yan, "GraphQNTK: Quantum Neural Tangent Kernel for Graph Data", NeurIPS 2022; the network
// on a classical computer.
std::unique_ptr<Kernel> make_graphqntk(const Spec& spec) { return make_tangent(spec, true); }

std::unique_ptr<FittedKernel> load_gntk(const ModelReader& reader) {
    TangentOptions options;
    options.attention = reader.flag("attention");
    options.blocks = static_cast<std::size_t>(
        reader.integer("blocks", 0, options.attention ? kMostBlocksWithAttention : kMostBlocks));
    options.layers = static_cast<std::size_t>(reader.integer("layers", 1, kMostLayers));
    options.by_degree = reader.flag("by_degree");
    options.jumps = reader.flag("jumps");
    options.correlation = reader.number("correlation");
    reader.require(options.correlation == 1 || options.correlation == 2, "correlation",
                   "must be 1 or 2");
    LabelNumbers label_numbers(reader);
    Dataset graphs;
    graphs.label_names = label_numbers.names();
    graphs.node_labels = reader.numbers(
        "node_labels",
        static_cast<std::uint32_t>(std::max<std::size_t>(graphs.num_labels(), 1) - 1));
    graphs.neighbors = reader.numbers("neighbors", ~std::uint32_t{0});
    const std::vector<std::int64_t> node_offsets = reader.offsets("node_offsets");
    const std::vector<std::int64_t> arc_offsets = reader.offsets("arc_offsets");
    graphs.node_offsets.assign(node_offsets.begin(), node_offsets.end());
    graphs.arc_offsets.assign(arc_offsets.begin(), arc_offsets.end());
    reader.require(!node_offsets.empty() && graphs.num_nodes() == graphs.node_labels.size(),
                   "node_labels", "there must be one for each node");
    reader.require(arc_offsets.size() == graphs.num_nodes() + 1 &&
                       graphs.arc_offsets.back() == graphs.neighbors.size(),
                   "neighbors", "do not end where the nodes end");
    try {
        validate(graphs);
    } catch (const InputError& error) {
        reader.refuse("neighbors", error.what());
    }
    return make_fitted_tangents(reader.text("name"), options, 0.0, std::move(label_numbers),
                                std::move(graphs));
}

}  // namespace dhgak
