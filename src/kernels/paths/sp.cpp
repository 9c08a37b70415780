// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "kernels/paths/path_columns.h"
#include "kernels/paths/path_kernels.h"

namespace dhgak {
namespace {

// Borgwardt and Kriegel, "Shortest-Path Kernels on Graphs", ICDM 2005: labels and distances equal.
class ShortestPathKernel final : public Kernel {
public:
    explicit ShortestPathKernel(const Spec& spec) : text_(spec.with_all_options().text()) {
        // A pair of unequal labels is two ordered pairs of one count each; a pair of equal labels
        // is one ordered pair of twice the count.
        if (spec.get_choice("pairs", {"ordered", "unordered"}) == "ordered")
            options_.weights = {.different = 2, .equal = 4};
    }

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return context.times.measure("kernel", [&] {
            return make_fitted_counts(CountRule::product, std::make_shared<const TrainingCounts>(
                                                              fit_paths(graphs, options_)));
        });
    }

    std::string family() const override { return text_; }

    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        const auto nodes = static_cast<double>(graphs.nodes);
        const auto num_graphs = static_cast<double>(std::max<std::size_t>(graphs.graphs, 1));
        const double entries = 0.6 * nodes * std::sqrt(nodes / num_graphs);  // as measured
        return {.counts = entries,
                .features = entries,
                .seconds = 7e-9 * graphs.squares};  // measured on paths
    }

private:
    std::string text_;
    PathOptions options_;
};

}  // namespace

std::unique_ptr<Kernel> make_sp(const Spec& spec) {
    return std::make_unique<ShortestPathKernel>(spec);
}

std::unique_ptr<FittedKernel> load_sp(const ModelReader& reader) {
    return load_fitted_paths(reader);
}

}  // namespace dhgak
