// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "dhgak/kernel/alignment.h"
#include "dhgak/kernel/hop_kernel.h"
#include "dhgak/kernel/kernel.h"
#include "kernel/empty_graphs.h"

namespace dhgak {
namespace {

constexpr int kMaxWidth = std::numeric_limits<int>::max();

// Eq. 7: the sum over hops of a kernel on aligned slices.
class HierarchicalKernel final : public Kernel {
public:
    HierarchicalKernel(HopKernel mode, AlignOptions options)
        : mode_(mode), options_(std::move(options)) {}

    GramMatrix gram(const Dataset& dataset, StageTimes& times) const override {
        const auto hops = align_slices(dataset, options_, times);
        return times.measure("kernel", [&] {
            warn_about_empty_graphs(dataset);
            GramMatrix gram(dataset.num_graphs());
            for (const HopAlignment& hop : hops)
                add_hop(gram, count_clusters(hop, dataset.node_offsets), dataset.node_offsets,
                        mode_);
            normalize(gram);
            return gram;
        });
    }

    SparseMatrix features(const Dataset& dataset, StageTimes& times) const override {
        const auto hops = align_slices(dataset, options_, times);
        return times.measure("kernel", [&] {
            warn_about_empty_graphs(dataset);
            std::vector<SparseMatrix> parts;
            parts.reserve(hops.size());
            for (const HopAlignment& hop : hops)
                parts.push_back(hop_features(count_clusters(hop, dataset.node_offsets),
                                             dataset.node_offsets, mode_));
            SparseMatrix features = side_by_side(parts);
            normalize_rows(features);
            return features;
        });
    }

private:
    HopKernel mode_;
    AlignOptions options_;
};

}  // namespace

std::unique_ptr<Kernel> make_dhgak(const Spec&, const AlignOptions& options) {
    return std::make_unique<HierarchicalKernel>(HopKernel::mean_embedding, options);
}

std::unique_ptr<Kernel> make_dhgak_oa(const Spec&, const AlignOptions& options) {
    return std::make_unique<HierarchicalKernel>(HopKernel::assignment, options);
}

// Sec. 4.3: one slice per node, its (H + b)-deep truncated BFS tree S_0^{H+b}(v), and no hierarchy.
std::unique_ptr<Kernel> make_dgak(const Spec&, const AlignOptions& options) {
    AlignOptions flat = options;
    flat.slices.H = 0;
    flat.slices.b = options.slices.b + std::min(options.slices.H, kMaxWidth - options.slices.b);
    flat.slices.hop0 = FirstSlice::slice;
    flat.first_hop = 0;
    return std::make_unique<HierarchicalKernel>(HopKernel::mean_embedding, std::move(flat));
}

}  // namespace dhgak
