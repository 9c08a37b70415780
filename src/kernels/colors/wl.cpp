// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "kernels/colors/color_counts.h"
#include "kernels/colors/color_kernels.h"
#include "kernels/colors/rounds.h"

namespace dhgak {
namespace {

// A sum over rounds of a kernel on the counts of colours.
class ColorKernel final : public Kernel {
public:
    ColorKernel(std::string name, CountRule rule, const WlColorOptions& options)
        : name_(std::move(name)), rule_(rule), options_(options) {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return make_fitted_counts(rule_, count_colors(graphs, options_, context));
    }

    int level() const override { return static_cast<int>(options_.rounds); }

    std::string family() const override {
        return fmt::format("{} edges={}", name_, options_.edge_labels ? "yes" : "no");
    }

    std::vector<std::string> shared_parts() const override { return {color_counts_key(options_)}; }

private:
    std::string name_;
    CountRule rule_;
    WlColorOptions options_;
};

}  // namespace

// Shervashidze et al., "Weisfeiler-Lehman Graph Kernels", JMLR 12, 2011.
std::unique_ptr<Kernel> make_wl(const Spec& spec) {
    return std::make_unique<ColorKernel>(spec.name, CountRule::product, wl_options(spec));
}

// Kriege, Giscard, Wilson, "On Valid Optimal Assignment Kernels and Applications to Graph
// Classification", NIPS 2016.
std::unique_ptr<Kernel> make_wl_oa(const Spec& spec) {
    return std::make_unique<ColorKernel>(spec.name, CountRule::intersection, wl_options(spec));
}

std::unique_ptr<Kernel> make_vertex_histogram(const Spec& spec) {
    return std::make_unique<ColorKernel>(spec.name, CountRule::product,
                                         WlColorOptions{.rounds = 0, .edge_labels = false});
}

std::unique_ptr<FittedKernel> load_wl(const ModelReader& reader) {
    return load_fitted_colors(CountRule::product, reader);
}

std::unique_ptr<FittedKernel> load_wl_oa(const ModelReader& reader) {
    return load_fitted_colors(CountRule::intersection, reader);
}

}  // namespace dhgak
