// SPDX-License-Identifier: MIT
#include "kernels/walks/retgk.h"

#include <algorithm>

#include <string>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "kernel/pairs.h"
#include "kernels/walks/walk_kernels.h"

namespace dhgak {
namespace {

class ReturnKernel final : public Kernel {
public:
    ReturnKernel(std::string text, const RetgkOptions& options)
        : text_(std::move(text)), options_(options) {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return options_.features > 0 ? fit_retgk_features(graphs, options_, context)
                                     : fit_retgk_exactly(graphs, options_, context);
    }

    std::string family() const override { return fmt::format("{} seed={}", text_, options_.seed); }

    // Beside each node's chances: the distance of each pair of graphs, or the frequencies that
    // features are made of.
    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        const auto chances = static_cast<double>(graphs.nodes * options_.steps);
        // From every node as many steps over all edges, two of them at once.
        const double ways = 1 + static_cast<double>(graphs.arcs) /
                                    static_cast<double>(std::max<std::size_t>(graphs.nodes, 1));
        const double seconds =
            1.5e-10 * static_cast<double>(options_.steps) * ways * graphs.squares;
        if (options_.features == 0)
            return {.counts = static_cast<double>(graphs.nodes),
                    .others = chances + num_pairs(graphs),
                    .seconds = seconds};
        const auto entries = static_cast<double>(graphs.graphs * options_.features);
        const auto frequencies =
            static_cast<double>(options_.features * options_.node_features) / 2;
        return {.counts = entries,
                .features = entries,
                .others = chances + frequencies,
                .seconds = seconds};
    }

private:
    std::string text_;
    RetgkOptions options_;
};

}  // namespace

// Zhang, Wang, Xiang, Huang, Nehorai, "RetGK: Graph Kernels based on Return Probabilities of Random
// Walks", NeurIPS 2018.
std::unique_ptr<Kernel> make_retgk(const Spec& spec, std::uint64_t seed) {
    const RetgkOptions options = {
        .steps = spec.get_count("steps", 1, 1000),
        .features = spec.get_count("features", 0, 1'000'000),
        .node_features = spec.get_count("node_features", 2, 100'000),
        .attributes = spec.get_choice("attributes", {"no", "yes"}) == "yes",
        .time_limit = read_time_limit(spec),
        .seed = seed};
    if (options.attributes && options.features > 0)
        throw ConfigError("retgk: attributes=yes has no random features; leave features out");
    if (options.features == 0 && options.node_features != RetgkOptions{}.node_features)
        throw ConfigError("retgk: node_features changes nothing without features=");
    return std::make_unique<ReturnKernel>(spec.with_all_options().text(), options);
}

std::unique_ptr<FittedKernel> load_retgk(const ModelReader& reader) {
    return reader.flag("random_features") ? load_retgk_features(reader) : load_exact_retgk(reader);
}

}  // namespace dhgak
