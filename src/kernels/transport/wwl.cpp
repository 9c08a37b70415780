// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "kernel/pairs.h"
#include "kernels/colors/color_counts.h"
#include "kernels/colors/rounds.h"
#include "kernels/transport/attribute_distances.h"
#include "kernels/transport/color_distances.h"
#include "kernels/transport/distance_kernel.h"
#include "kernels/transport/graph_distances.h"
#include "kernels/transport/transport_kernels.h"

namespace dhgak {
namespace {

std::optional<double> read_lambda(const Spec& spec) {
    if (spec.get("lambda", "auto") == "auto") return {};
    const double lambda = spec.get_number("lambda");
    if (lambda <= 0)
        throw ConfigError(
            fmt::format("wwl: lambda is {}; it must be auto or a number above 0", lambda));
    return lambda;
}

// Togninalli, Ghisu, Llinares-Lopez, Rieck, Borgwardt, "Wasserstein Weisfeiler-Lehman Graph
// Kernels", NeurIPS 2019.
class WwlKernel final : public Kernel {
public:
    explicit WwlKernel(const Spec& spec)
        : colors_(wl_options(spec)),
          nodes_(spec.get_choice("nodes", {"labels", "attributes", "degrees"})),
          lambda_(read_lambda(spec)),
          like_package_(spec.get_choice("compat", {"none", "package"}) == "package"),
          time_limit_(read_time_limit(spec)) {
        if (colors_.edge_labels && nodes_ != "labels")
            throw ConfigError("wwl: edges=yes needs nodes=labels; numbers have no use for them");
        Spec others = spec.with_all_options();
        others.set("rounds", "any");
        others.set("edges", colors_.edge_labels ? "yes" : "no");
        family_ = others.text();
    }

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return make_fitted_distances(rule(graphs.num_graphs()), distances(graphs, context));
    }

    int level() const override { return static_cast<int>(colors_.rounds); }
    std::string family() const override { return family_; }

    std::vector<std::string> shared_parts() const override {
        return {nodes_ == "labels" ? color_counts_key(colors_) : distances_key()};
    }

    // Transport takes long, so that its distances are kept beside the matrices made of them.
    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        FitSizes sizes = Kernel::fit_sizes(graphs);
        if (nodes_ != "labels")
            sizes.others = num_pairs(graphs) * (level() + 1.0) + numbers_of_transport(graphs);
        return sizes;
    }

private:
    DistanceRule rule(std::size_t num_graphs) const {
        const double usual =
            like_package_ && num_graphs > 0 ? 1 / static_cast<double>(num_graphs) : 1;
        return {.lambda = lambda_.value_or(usual), .of_rows = like_package_};
    }

    std::shared_ptr<const GraphDistances> distances(const Dataset& graphs,
                                                    const FitContext& context) const {
        if (nodes_ == "labels") return make_color_distances(count_colors(graphs, colors_, context));
        using Shared = std::shared_ptr<const GraphDistances>;
        return *context.share<Shared>(distances_key(), [&] {
            return context.times.measure("kernel", [&] {
                return make_attribute_distances(
                    graphs, nodes_ == "degrees" ? NodeValues::degrees : NodeValues::attributes,
                    colors_.rounds, time_limit_);
            });
        });
    }

    std::string distances_key() const {
        return fmt::format("wwl nodes={} rounds={} time_limit={}", nodes_, colors_.rounds,
                           time_limit_);
    }

    WlColorOptions colors_;
    std::string nodes_;
    std::optional<double> lambda_;
    bool like_package_;
    double time_limit_;  // seconds; 0: none
    std::string family_;
};

}  // namespace

std::unique_ptr<Kernel> make_wwl(const Spec& spec) { return std::make_unique<WwlKernel>(spec); }

std::unique_ptr<FittedKernel> load_wwl(const ModelReader& reader) {
    return make_fitted_distances(load_rule(reader), reader.has("values")
                                                        ? load_attribute_distances(reader)
                                                        : load_color_distances(reader));
}

}  // namespace dhgak
