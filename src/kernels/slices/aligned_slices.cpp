// SPDX-License-Identifier: MIT
#include "kernels/slices/aligned_slices.h"

#include <utility>

#include <fmt/format.h>

#include "kernels/slices/cluster_counts.h"
#include "methods/embedders.h"

namespace dhgak {
namespace {

// Clusters of slices are what is counted, hops are the levels.
class SliceCounter final : public Counter {
public:
    explicit SliceCounter(SliceAlignment alignment) : alignment_(std::move(alignment)) {}

    std::vector<std::size_t> columns_by_level() const override { return alignment_.num_clusters(); }

    std::vector<GraphCounts> count(const Dataset& graphs, NewGraphNotes& notes) const override {
        std::vector<GraphCounts> levels;
        for (const HopAlignment& hop : alignment_.assign(graphs, notes))
            levels.push_back(count_clusters(hop, graphs.node_offsets));
        return levels;
    }

    std::vector<SparseMatrix> count_by_node(const Dataset& graphs) const override {
        NewGraphNotes notes;
        std::vector<SparseMatrix> levels;
        for (const HopAlignment& hop : alignment_.assign(graphs, notes))
            levels.push_back(clusters_of_nodes(hop, graphs.num_nodes()));
        return levels;
    }

    ColumnFacts describe(std::size_t level, std::size_t column) const override {
        const SliceAlignment::ClusterName name = alignment_.name_of(level, column);
        return {.text = fmt::format("cluster {} of {}, experiment {}", name.cluster, name.method,
                                    name.experiment),
                .reach = alignment_.reach(level)};
    }

    void save(const ModelWriter& writer) const override { alignment_.save(writer); }

private:
    SliceAlignment alignment_;
};

}  // namespace

SlicePipeline::SlicePipeline(AlignOptions options, KernelSetup setup)
    : options_(std::move(options)),
      setup_(std::move(setup)),
      parts_(build_alignment(options_, setup_)),
      keys_(keys_of(options_, setup_)) {}

std::shared_ptr<const FittedPoints> SlicePipeline::points(const Dataset& graphs,
                                                          const FitContext& context) const {
    const auto embed = [&]() -> FittedEmbedding {
        const Dataset seen = drop_unused_labels(graphs);
        const Slices slices =
            context.times.measure("slice", [&] { return cut_slices(seen, options_.slices); });
        return context.times.measure("embed",
                                     [&] { return parts_.embedder->fit(slices, setup_.seed); });
    };
    return context.share<FittedPoints>(keys_.points, [&]() -> FittedPoints {
        if (graphs.num_nodes() == 0)
            return {
                .model = PointModel(options_.slices, options_.alpha, nullptr),
                .hops = std::vector<HopPoints>(static_cast<std::size_t>(options_.slices.H) + 1)};
        const auto embedding = context.share<FittedEmbedding>(keys_.embedding, embed);
        return context.times.measure("embed", [&]() -> FittedPoints {
            return {.model = PointModel(options_.slices, options_.alpha, embedding->model),
                    .hops = accumulate_hops(embedding->hops, options_.alpha)};
        });
    });
}

std::shared_ptr<const TrainingCounts> SlicePipeline::counts(const Dataset& graphs,
                                                            const FitContext& context) const {
    return context.share<TrainingCounts>(keys_.clusters, [&]() -> TrainingCounts {
        const auto fitted = points(graphs, context);
        const std::size_t cluster_graphs =
            context.cluster_graphs > 0 ? context.cluster_graphs : graphs.num_graphs();
        const auto hops = context.times.measure("align", [&] {
            return graphs.num_nodes() == 0 ? std::vector<HopAlignment>(fitted->hops.size())
                                           : align_hops(fitted->hops, cluster_graphs, parts_);
        });
        return context.times.measure("kernel", [&]() -> TrainingCounts {
            TrainingCounts training;
            training.counter =
                std::make_shared<SliceCounter>(SliceAlignment(fitted->model, parts_, hops));
            for (const HopAlignment& hop : hops) {
                training.levels.push_back(count_clusters(hop, graphs.node_offsets));
                training.weights.push_back(cluster_weights(hop));
            }
            return training;
        });
    });
}

PointModel load_point_model(const ModelReader& reader) {
    const bool fitted = reader.at("slices").flag("fitted");
    return {reader, fitted ? load_slice_model(reader.at("embed")) : nullptr};
}

std::shared_ptr<const Counter> load_slice_counter(const ModelReader& reader) {
    return std::make_shared<SliceCounter>(SliceAlignment(load_point_model(reader), reader));
}

}  // namespace dhgak
