// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/log.h"
#include "dhgak/kernel/alignment.h"
#include "dhgak/kernel/hop_kernel.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {
namespace {

void warn_about_empty_graphs(const Dataset& dataset) {
    std::size_t num_empty = 0;
    std::size_t first = 0;
    for (std::size_t g = dataset.num_graphs(); g-- > 0;)
        if (dataset.node_offsets[g] == dataset.node_offsets[g + 1]) {
            ++num_empty;
            first = g;
        }
    if (num_empty > 0)
        log_warning(fmt::format(
            "{} of {} graphs have no nodes, the first is graph {}; their kernel rows are zero",
            num_empty, dataset.num_graphs(), first));
}

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

}  // namespace dhgak
