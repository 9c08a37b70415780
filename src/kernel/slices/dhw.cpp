// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/kernel/alignment.h"
#include "dhgak/kernel/kernel.h"
#include "kernel/empty_graphs.h"
#include "kernel/transport/wasserstein.h"

namespace dhgak {
namespace {

constexpr std::size_t kPairBlock = 8;

// Each graph's points at one hop.
class GraphPoints {
public:
    GraphPoints(const HopPoints& hop, std::span<const std::size_t> node_offsets) {
        std::vector<std::uint32_t> points;
        for (std::size_t g = 0; g + 1 < node_offsets.size(); ++g) {
            const auto nodes = std::span(hop.point_of_node)
                                   .subspan(node_offsets[g], node_offsets[g + 1] - node_offsets[g]);
            points.assign(nodes.begin(), nodes.end());
            std::ranges::sort(points);
            for (auto run = points.begin(); run != points.end();) {
                const auto run_end = std::upper_bound(run, points.end(), *run);
                points_.push_back(*run);
                counts_.push_back(static_cast<std::uint32_t>(run_end - run));
                run = run_end;
            }
            offsets_.push_back(points_.size());
        }
    }

    PointCounts of(std::size_t graph) const {
        const std::size_t begin = offsets_[graph], size = offsets_[graph + 1] - begin;
        return {.points = std::span(points_).subspan(begin, size),
                .counts = std::span(counts_).subspan(begin, size)};
    }

private:
    std::vector<std::size_t> offsets_ = {0};
    std::vector<std::uint32_t> points_;
    std::vector<std::uint32_t> counts_;
};

// The pairs of graphs that have nodes, numbered row by row of the upper triangle.
class GraphPairs {
public:
    explicit GraphPairs(std::span<const std::size_t> node_offsets) {
        for (std::size_t g = 0; g + 1 < node_offsets.size(); ++g)
            if (node_offsets[g] < node_offsets[g + 1]) graphs_.push_back(g);
        for (std::size_t i = 0; i < graphs_.size(); ++i)
            first_pair_.push_back(first_pair_.back() + graphs_.size() - 1 - i);
    }

    std::span<const std::size_t> graphs() const { return graphs_; }
    std::size_t size() const { return first_pair_.back(); }

    std::pair<std::size_t, std::size_t> operator[](std::size_t pair) const {
        const auto row = std::ranges::upper_bound(first_pair_, pair) - 1;
        const auto i = static_cast<std::size_t>(row - first_pair_.begin());
        return {graphs_[i], graphs_[i + 1 + pair - *row]};
    }

private:
    std::vector<std::size_t> graphs_;
    std::vector<std::size_t> first_pair_ = {0};  // by row, and one more
};

// Counts the distances that are done and stops the work when its time is over.
class Allowance {
public:
    Allowance(double time_limit, std::size_t total)
        : time_limit_(time_limit), total_(total), progress_("kernel", total) {}

    void require_time() const {
        if (time_limit_ <= 0) return;
        const std::chrono::duration<double> passed = Clock::now() - start_;
        if (passed.count() < time_limit_) return;
        throw Error(fmt::format(
            "dhw reached its time_limit of {} s with {} of {} distances between graphs done; raise "
            "time_limit (0: none), lower H, or take a kernel without transport, like dhgak",
            time_limit_, done_.load(), total_));
    }

    void advance() {
        ++done_;
        progress_.advance();
    }

private:
    using Clock = std::chrono::steady_clock;
    double time_limit_;
    std::size_t total_;
    Progress progress_;
    std::atomic<std::size_t> done_ = 0;
    Clock::time_point start_ = Clock::now();
};

std::vector<double> pair_distances(const HopPoints& hop, std::span<const std::size_t> node_offsets,
                                   const GraphPairs& pairs, Allowance& allowance) {
    if (!std::ranges::all_of(hop.points.values(), [](float x) { return std::isfinite(x); }))
        throw InputError("a slice embedding is not finite; dhw needs finite numbers");
    const GraphPoints points(hop, node_offsets);
    std::vector<double> distances(pairs.size());
    parallel_for(pairs.size(), kPairBlock, [&](std::size_t pair) {
        throw_if_interrupted();
        allowance.require_time();
        const auto [g, f] = pairs[pair];
        distances[pair] = wasserstein_distance(hop.points, points.of(g), points.of(f));
        allowance.advance();
    });
    return distances;
}

// Lambda by default: 1 / the mean distance, so that hops weigh alike whatever their scale.
double inverse_mean(std::span<const double> distances) {
    const double sum = std::accumulate(distances.begin(), distances.end(), 0.0);
    return sum > 0 ? static_cast<double>(distances.size()) / sum : 1;
}

// Sec. 4.3, DHW: the sum over hops of the Laplacian kernel of 1-Wasserstein distances.
class WassersteinKernel final : public Kernel {
public:
    WassersteinKernel(const Spec& spec, AlignOptions options) : options_(std::move(options)) {
        if (spec.get("lambda", "auto") != "auto") lambda_ = spec.get_number("lambda", 1);
        if (lambda_ && (!std::isfinite(*lambda_) || *lambda_ <= 0))
            throw ConfigError(
                fmt::format("dhw: lambda is {}; it must be auto or a number above 0", *lambda_));
        time_limit_ = spec.get_number("time_limit", 0);
        if (!std::isfinite(time_limit_) || time_limit_ < 0)
            throw ConfigError(fmt::format(
                "dhw: time_limit is {}; it must be a number of seconds, 0 for none", time_limit_));
    }

    GramMatrix gram(const Dataset& dataset, StageTimes& times) const override {
        const auto hops = embed_slices(dataset, options_, times);
        return times.measure("kernel", [&] {
            warn_about_empty_graphs(dataset);
            const auto first_hop = static_cast<std::size_t>(options_.first_hop);
            const GraphPairs pairs(dataset.node_offsets);
            Allowance allowance(time_limit_, pairs.size() * (hops.size() - first_hop));
            GramMatrix gram(dataset.num_graphs());
            for (std::size_t h = first_hop; h < hops.size(); ++h)
                add_laplacian(gram, pairs,
                              pair_distances(hops[h], dataset.node_offsets, pairs, allowance));
            normalize(gram);
            return gram;
        });
    }

    SparseMatrix features(const Dataset&, StageTimes&) const override {
        throw ConfigError("dhw has no explicit features; dhgak, dhgak-oa and dgak have");
    }

private:
    void add_laplacian(GramMatrix& gram, const GraphPairs& pairs,
                       std::span<const double> distances) const {
        const double lambda = lambda_ ? *lambda_ : inverse_mean(distances);
        for (const std::size_t g : pairs.graphs()) gram(g, g) += 1;
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
            const auto [g, f] = pairs[pair];
            gram(g, f) += std::exp(-lambda * distances[pair]);
            gram(f, g) = gram(g, f);
        }
    }

    AlignOptions options_;
    std::optional<double> lambda_;  // nothing: 1 / the mean distance of the hop
    double time_limit_ = 0;         // seconds; 0: none
};

}  // namespace

std::unique_ptr<Kernel> make_dhw(const Spec& spec, const AlignOptions& options) {
    return std::make_unique<WassersteinKernel>(spec, options);
}

}  // namespace dhgak
