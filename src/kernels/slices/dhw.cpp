// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "kernel/level_sums.h"
#include "kernel/no_training.h"
#include "kernel/pairs.h"
#include "kernels/slices/aligned_slices.h"
#include "kernels/slices/refined.h"
#include "kernels/slices/slice_kernels.h"
#include "kernels/transport/graph_distances.h"

namespace dhgak {
namespace {

// Lambda by default: 1 / the mean distance, so that hops weigh alike whatever their scale.
double inverse_mean(std::span<const double> distances) {
    const double sum = std::accumulate(distances.begin(), distances.end(), 0.0);
    return sum > 0 ? static_cast<double>(distances.size()) / sum : 1;
}

// The transport rounds distances to integers, which infinite ones have none of.
void require_finite(const Matrix& points) {
    if (!std::ranges::all_of(points.values(), [](float x) { return std::isfinite(x); }))
        throw InputError("a slice embedding is not finite; dhw needs finite numbers");
}

// What a fit keeps of one hop; hops before the first one that counts are left out.
struct TransportHop {
    HopPoints points;               // of the training graphs
    std::vector<double> distances;  // by pair of training graphs; none in a model from a file
    double lambda = 1;
};

class FittedTransport final : public FittedKernel {
public:
    FittedTransport(PointModel points, std::vector<std::size_t> node_offsets,
                    std::vector<TransportHop> hops, int first_hop, double time_limit)
        : points_(std::move(points)),
          node_offsets_(std::move(node_offsets)),
          hops_(std::move(hops)),
          first_hop_(first_hop),
          time_limit_(time_limit) {}

    int level() const override { return static_cast<int>(hops_.size()) - 1; }
    std::size_t num_training_graphs() const override { return node_offsets_.size() - 1; }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        const GraphPairs pairs(node_offsets_);
        NewGraphNotes notes;
        const std::vector<HopPoints> more = points_.points(others, notes);
        const TimeLimit limit("dhw", time_limit_);
        visit_level_sums(
            GramMatrix(num_training_graphs() + others.num_graphs()), levels,
            [&](GramMatrix& sum, std::size_t h) {
                if (h < static_cast<std::size_t>(first_hop_)) return;
                add_training(sum, pairs, hops_[h]);
                if (others.num_graphs() > 0)
                    add_others(sum, hops_[h], more[h], others.node_offsets, limit);
            },
            [&](int level, GramMatrix& gram) {
                normalize(gram);
                visit(level, gram);
            });
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        CrossGram sum(graphs.num_graphs(), num_training_graphs());
        const std::vector<HopPoints> points = points_.points(graphs, notes);
        const TimeLimit limit("dhw", time_limit_);
        const double num_hops = static_cast<double>(hops_.size()) - first_hop_;
        for (auto h = static_cast<std::size_t>(first_hop_); h < hops_.size(); ++h)
            std::ranges::transform(
                sum.values, cross(hops_[h], points[h], graphs.node_offsets, limit).values,
                sum.values.begin(),
                [&](double so_far, double more) { return so_far + more / num_hops; });
        return sum;
    }

    void save(const ModelWriter& writer) const override {
        points_.save(writer);
        writer.set("first_hop", static_cast<std::int64_t>(first_hop_));
        const std::vector<std::int64_t> offsets(node_offsets_.begin(), node_offsets_.end());
        writer.add("node_offsets", std::span<const std::int64_t>(offsets));
        for (std::size_t h = 0; h < hops_.size(); ++h) {
            const ModelWriter hop = writer.at(fmt::format("hop{}", h));
            hop.add("points", hops_[h].points.points);
            hop.add("point_of_node", std::span<const std::uint32_t>(hops_[h].points.point_of_node));
            hop.set("lambda", hops_[h].lambda);
        }
    }

private:
    void add_training(GramMatrix& gram, const GraphPairs& pairs, const TransportHop& hop) const {
        if (hop.distances.size() != pairs.size()) refuse_without_training_kernel();
        for (const std::size_t g : pairs.graphs()) gram(g, g) += 1;
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
            const auto [g, f] = pairs[pair];
            gram(g, f) += std::exp(-hop.lambda * hop.distances[pair]);
            gram(f, g) = gram(g, f);
        }
    }

    void add_others(GramMatrix& gram, const TransportHop& hop, const HopPoints& others,
                    std::span<const std::size_t> offsets, const TimeLimit& limit) const {
        const std::size_t num_training = num_training_graphs();
        for (std::size_t g = 0; g + 1 < offsets.size(); ++g)
            if (offsets[g] < offsets[g + 1]) gram(num_training + g, num_training + g) += 1;
        const CrossGram more = cross(hop, others, offsets, limit);
        for (std::size_t g = 0; g < more.rows; ++g)
            for (std::size_t t = 0; t < num_training; ++t) {
                gram(t, num_training + g) += more.row(g)[t];
                gram(num_training + g, t) = gram(t, num_training + g);
            }
    }

    // One hop's similarities; 0 where a graph has no nodes.
    CrossGram cross(const TransportHop& hop, const HopPoints& others,
                    std::span<const std::size_t> offsets, const TimeLimit& limit) const {
        require_finite(others.points);
        Allowance allowance(limit, (offsets.size() - 1) * num_training_graphs());
        CrossGram values = cross_distances(others, offsets, hop.points, node_offsets_, allowance);
        for (double& value : values.values)
            value = std::isinf(value) ? 0 : std::exp(-hop.lambda * value);
        return values;
    }

    PointModel points_;
    std::vector<std::size_t> node_offsets_;  // of the training graphs
    std::vector<TransportHop> hops_;
    int first_hop_;
    double time_limit_;
};

// Sec. 4.3, DHW: the sum over hops of the Laplacian kernel of 1-Wasserstein distances.
class WassersteinKernel final : public Kernel {
public:
    WassersteinKernel(const Spec& spec, AlignOptions options, KernelSetup setup)
        : text_(spec.with_all_options().text()),
          slices_(std::move(options), std::move(setup)),
          time_limit_(read_time_limit(spec)) {
        if (spec.get("lambda", "") != "auto") lambda_ = spec.get_number("lambda");
        if (lambda_ && *lambda_ <= 0)
            throw ConfigError(
                fmt::format("dhw: lambda is {}; it must be auto or a number above 0", *lambda_));
    }

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        const auto fitted = slices_.points(graphs, context);
        return context.times.measure("kernel", [&]() -> std::unique_ptr<FittedKernel> {
            const AlignOptions& options = slices_.options();
            const GraphPairs pairs(graphs.node_offsets);
            const auto first = static_cast<std::size_t>(options.first_hop);
            Allowance allowance({"dhw", time_limit_}, pairs.size() * (fitted->hops.size() - first));
            std::vector<TransportHop> hops(fitted->hops.size());
            for (std::size_t h = 0; h < hops.size(); ++h) {
                hops[h].points = fitted->hops[h];
                if (h < first) continue;
                require_finite(hops[h].points.points);
                hops[h].distances =
                    pair_distances(hops[h].points, graphs.node_offsets, pairs, allowance);
                hops[h].lambda = lambda_ ? *lambda_ : inverse_mean(hops[h].distances);
            }
            return std::make_unique<FittedTransport>(fitted->model, graphs.node_offsets,
                                                     std::move(hops), options.first_hop,
                                                     time_limit_);
        });
    }

    int level() const override { return slices_.options().slices.H; }

    std::string family() const override {
        AlignOptions options = slices_.options();
        if (slices_.parts().embedder->hops_stand_alone()) options.slices.H = 0;
        return fmt::format("{} {} first_hop={}", text_, keys_of(options, slices_.setup()).points,
                           options.first_hop);
    }

    // A distance for each pair of graphs and hop.
    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        FitSizes sizes = Kernel::fit_sizes(graphs);
        sizes.others = num_pairs(graphs) * (level() + 1.0 - slices_.options().first_hop) +
                       numbers_of_transport(graphs);
        return sizes;
    }

    std::string identity() const override { return slices_.parts().embedder->identity(); }

    std::vector<std::string> shared_parts() const override {
        const AlignmentKeys keys = keys_of(slices_.options(), slices_.setup());
        return {keys.embedding, keys.points};
    }

private:
    std::string text_;
    SlicePipeline slices_;
    std::optional<double> lambda_;  // nothing: 1 / the mean distance of the hop
    double time_limit_;             // seconds; 0: none
};

std::unique_ptr<FittedKernel> load_transport(const ModelReader& reader) {
    PointModel model = load_point_model(reader);
    const std::vector<std::int64_t> offsets = reader.offsets("node_offsets");
    std::vector<std::size_t> node_offsets(offsets.begin(), offsets.end());
    std::vector<TransportHop> hops(model.num_hops());
    for (std::size_t h = 0; h < hops.size(); ++h) {
        const ModelReader hop = reader.at(fmt::format("hop{}", h));
        HopPoints& points = hops[h].points;
        points.points = hop.matrix("points");
        hop.require(points.points.rows() > 0 || node_offsets.back() == 0, "points",
                    "there are none");
        points.point_of_node = hop.numbers(
            "point_of_node",
            static_cast<std::uint32_t>(std::max<std::size_t>(points.points.rows(), 1) - 1));
        hop.require(points.point_of_node.size() == node_offsets.back(), "point_of_node",
                    "there must be one for each node");
        hop.require(points.points.rows() == 0 || points.points.cols() == model.num_columns(),
                    "points", fmt::format("they must have {} columns", model.num_columns()));
        hops[h].lambda = hop.positive("lambda");
    }
    const auto last_hop = static_cast<std::int64_t>(hops.size()) - 1;
    return std::make_unique<FittedTransport>(
        std::move(model), std::move(node_offsets), std::move(hops),
        static_cast<int>(reader.integer("first_hop", 0, last_hop)), 0.0);
}

}  // namespace

std::unique_ptr<Kernel> make_dhw(const Spec& spec, const AlignOptions& options,
                                 const KernelSetup& setup) {
    return over_refined_labels(std::make_unique<WassersteinKernel>(spec, options, setup), options);
}

std::unique_ptr<FittedKernel> load_dhw(const ModelReader& reader) {
    return load_over_refined_labels(reader, load_transport);
}

}  // namespace dhgak
