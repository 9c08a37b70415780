// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "kernels/slices/aligned_slices.h"
#include "kernels/slices/refined.h"
#include "kernels/slices/slice_kernels.h"

namespace dhgak {
namespace {

// Eq. 7: the sum over hops of a kernel on aligned slices. Levels are hops.
class HierarchicalKernel final : public Kernel {
public:
    HierarchicalKernel(std::string name, CountRule rule, AlignOptions options, KernelSetup setup)
        : name_(std::move(name)), rule_(rule), slices_(std::move(options), std::move(setup)) {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return make_fitted_counts(rule_, slices_.counts(graphs, context));
    }

    int level() const override { return slices_.options().slices.H; }

    // Hops of a language model that learns from all of them at once are another kernel for each H.
    std::string family() const override {
        AlignOptions options = slices_.options();
        if (slices_.parts().embedder->hops_stand_alone()) options.slices.H = 0;
        return fmt::format("{} {}", name_, keys_of(options, slices_.setup()).clusters);
    }

    // A node has a slice in each hop, and each clustering counts it.
    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        const AlignOptions& options = slices_.options();
        const double entries = static_cast<double>(graphs.nodes * options.cluster.size()) *
                               (level() + 1.0) * options.T;
        return {.counts = entries, .features = entries};
    }

    bool learns_codebook() const override { return true; }

    std::string identity() const override { return slices_.parts().embedder->identity(); }

    std::vector<std::string> shared_parts() const override {
        const AlignmentKeys keys = keys_of(slices_.options(), slices_.setup());
        return {keys.embedding, keys.points, keys.clusters};
    }

private:
    std::string name_;
    CountRule rule_;
    SlicePipeline slices_;
};

// Sec. 4.3: one slice per node, its (H + b)-deep truncated BFS tree S_0^{H+b}(v), and no hierarchy.
AlignOptions without_hops(AlignOptions options) {
    options.slices.b = std::min(options.slices.b + options.slices.H, kMostHops);
    options.slices.H = 0;
    options.slices.hop0 = FirstSlice::slice;
    options.first_hop = 0;
    return options;
}

std::unique_ptr<Kernel> make(const Spec& spec, CountRule rule, const AlignOptions& options,
                             const KernelSetup& setup) {
    return over_refined_labels(
        std::make_unique<HierarchicalKernel>(spec.text(), rule, options, setup), options);
}

}  // namespace

std::unique_ptr<Kernel> make_dhgak(const Spec& spec, const AlignOptions& options,
                                   const KernelSetup& setup) {
    return make(spec, CountRule::mean, options, setup);
}

std::unique_ptr<Kernel> make_dhgak_oa(const Spec& spec, const AlignOptions& options,
                                      const KernelSetup& setup) {
    return make(spec, CountRule::intersection, options, setup);
}

std::unique_ptr<Kernel> make_dgak(const Spec& spec, const AlignOptions& options,
                                  const KernelSetup& setup) {
    return make(spec, CountRule::mean, without_hops(options), setup);
}

std::unique_ptr<FittedKernel> load_mean_of_slices(const ModelReader& reader) {
    return load_over_refined_labels(reader, [](const ModelReader& part) {
        return load_fitted_counts(CountRule::mean, load_slice_counter(part), part);
    });
}

std::unique_ptr<FittedKernel> load_assignment_of_slices(const ModelReader& reader) {
    return load_over_refined_labels(reader, [](const ModelReader& part) {
        return load_fitted_counts(CountRule::intersection, load_slice_counter(part), part);
    });
}

}  // namespace dhgak
