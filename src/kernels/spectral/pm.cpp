// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <vector>

#include "kernel/pairs.h"
#include "kernels/spectral/pyramid_counts.h"
#include "kernels/spectral/spectral_kernels.h"

namespace dhgak {
namespace {

// Nikolentzos, Meladianos, Vazirgiannis, "Matching Node Embeddings for Graph Similarity", AAAI
// 2017.
class PyramidMatchKernel final : public Kernel {
public:
    explicit PyramidMatchKernel(const Spec& spec)
        : text_(spec.with_all_options().text()),
          options_{.levels = spec.get_count("L", 1, 10),
                   .dimensions = spec.get_count("d", 1, 100),
                   .labels = spec.get_choice("labels", {"yes", "no"}) == "yes",
                   .like_grakel = spec.get_choice("compat", {"none", "grakel"}) == "grakel",
                   .time_limit = read_time_limit(spec)} {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return make_fitted_counts(CountRule::intersection,
                                  count_pyramids(graphs, options_, context));
    }

    std::string family() const override { return text_; }

    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        const auto entries =
            static_cast<double>(graphs.nodes * options_.dimensions * options_.levels);
        // Where eigenvalues lie close together, as those of a path do, an iteration has as many
        // steps as there are nodes. Few graphs of a dataset are like that.
        const auto largest = static_cast<double>(graphs.largest);
        return {.counts = entries, .features = entries, .seconds = 7e-7 * largest * largest};
    }

    std::vector<std::string> shared_parts() const override { return {coordinates_key(options_)}; }

private:
    std::string text_;
    PyramidOptions options_;
};

}  // namespace

std::unique_ptr<Kernel> make_pm(const Spec& spec) {
    return std::make_unique<PyramidMatchKernel>(spec);
}

std::unique_ptr<FittedKernel> load_pm(const ModelReader& reader) {
    return load_fitted_pyramids(reader);
}

}  // namespace dhgak
