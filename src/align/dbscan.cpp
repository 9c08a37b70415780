// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <numeric>

#include "align/methods.h"
#include "align/points.h"
#include "align/radius_tree.h"
#include "align/rotation.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

enum class Noise { cluster, singletons };

struct DbscanOptions {
    double eps = 0.3;
    double min_samples = 5;
    Noise noise = Noise::cluster;
};

constexpr std::size_t kRowsPerBlock = 256;
constexpr std::int32_t kNoLabel = std::numeric_limits<std::int32_t>::max();

// Sets of core points that are within reach of each other; a set is known by its first point.
class Components {
public:
    explicit Components(std::size_t size) : parent_(size) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    std::int32_t find(std::int32_t point) {
        while (parent_[at(point)] != point) {
            parent_[at(point)] = parent_[at(parent_[at(point)])];
            point = parent_[at(point)];
        }
        return point;
    }

    void unite(std::int32_t a, std::int32_t b) {
        a = find(a);
        b = find(b);
        parent_[at(std::max(a, b))] = std::min(a, b);
    }

private:
    static std::size_t at(std::int32_t point) { return static_cast<std::size_t>(point); }

    std::vector<std::int32_t> parent_;
};

class DbscanRun {
public:
    DbscanRun(const Matrix& rows, std::span<const float> weights, const DbscanOptions& options)
        : tree_(rows, rotate(rows, true).points, options.eps),
          is_core_(rows.rows()),
          label_(rows.rows(), kNoLabel) {
        find_cores(weights, options.min_samples);
        label_cores();
        label_borders();
    }

    bool is_core(std::size_t row) const { return is_core_[row] != 0; }

    // The component of a row, known by its first core row; kNoLabel for noise. Clusters found in
    // index order have the order of their first core rows.
    std::int32_t label(std::size_t row) const { return label_[row]; }

private:
    static constexpr auto kEverywhere = [](std::size_t) { return true; };

    // A row is a core row if the weight within the radius, its own included, is enough.
    void find_cores(std::span<const float> weights, double min_samples) {
        parallel_for(is_core_.size(), kRowsPerBlock, [&](std::size_t row) {
            auto weight = static_cast<double>(weights[row]);
            if (weight < min_samples)
                tree_.visit(
                    row, kEverywhere,
                    [&](std::int32_t other) { return static_cast<std::size_t>(other) != row; },
                    [&](std::int32_t other) {
                        weight += static_cast<double>(weights[static_cast<std::size_t>(other)]);
                        return weight < min_samples;
                    });
            is_core_[row] = weight >= min_samples ? 1 : 0;
        });
    }

    // What is known about the core rows below a node of the tree, from what is known about its
    // children or, in a leaf, about the rows themselves.
    template <typename OfRow, typename Join>
    std::int32_t node_value(std::size_t node, std::int32_t none,
                            const std::vector<std::int32_t>& values, const OfRow& of_row,
                            const Join& join) const {
        const RadiusTree::Node& at = tree_.nodes()[node];
        if (at.right != 0) return join(values[node + 1], values[at.right]);
        std::int32_t value = none;
        for (std::size_t s = at.first * kGroupSize; s < at.end * kGroupSize; ++s)
            if (const std::int32_t row = tree_.row_of_slot()[s];
                row >= 0 && is_core(static_cast<std::size_t>(row)))
                value = join(value, of_row(row));
        return value;
    }

    template <typename OfRow, typename Join>
    std::vector<std::int32_t> node_values(std::int32_t none, const OfRow& of_row,
                                          const Join& join) const {
        std::vector<std::int32_t> values(tree_.nodes().size());
        for (std::size_t node = values.size(); node-- > 0;)
            values[node] = node_value(node, none, values, of_row, join);
        return values;
    }

    void label_cores() {
        Components components(is_core_.size());
        // A core row below the node if all of them are known to be in one component; -1 if there
        // are none, -2 if they may be in several.
        const auto join = [&](std::int32_t a, std::int32_t b) {
            if (a == -1) return b;
            if (b == -1) return a;
            if (a == -2 || b == -2) return -2;
            return components.find(a) == components.find(b) ? a : -2;
        };
        const auto itself = [](std::int32_t row) { return row; };
        std::vector<std::int32_t> member = node_values(-1, itself, join);
        const auto enter = [&](std::int32_t row, std::size_t node) {
            if (member[node] == -2) member[node] = node_value(node, -1, member, itself, join);
            if (member[node] == -1) return false;
            return member[node] == -2 || components.find(member[node]) != components.find(row);
        };
        for (std::size_t row = 0; row < is_core_.size(); ++row) {
            if (!is_core(row)) continue;
            const auto own = static_cast<std::int32_t>(row);
            tree_.visit(
                row, [&](std::size_t node) { return enter(own, node); },
                [&](std::int32_t other) {
                    return is_core(static_cast<std::size_t>(other)) &&
                           components.find(other) != components.find(own);
                },
                [&](std::int32_t other) {
                    components.unite(own, other);
                    return true;
                });
        }
        for (std::size_t row = 0; row < is_core_.size(); ++row)
            if (is_core(row)) label_[row] = components.find(static_cast<std::int32_t>(row));
    }

    // A row within reach of core rows goes to the first cluster among them.
    void label_borders() {
        const std::vector<std::int32_t> first = node_values(
            kNoLabel, [&](std::int32_t row) { return label_[static_cast<std::size_t>(row)]; },
            [](std::int32_t a, std::int32_t b) { return std::min(a, b); });
        parallel_for(is_core_.size(), kRowsPerBlock, [&](std::size_t row) {
            if (is_core(row)) return;
            std::int32_t best = kNoLabel;
            tree_.visit(
                row, [&](std::size_t node) { return first[node] < best; },
                [&](std::int32_t other) {
                    return is_core(static_cast<std::size_t>(other)) &&
                           label_[static_cast<std::size_t>(other)] < best;
                },
                [&](std::int32_t other) {
                    best = label_[static_cast<std::size_t>(other)];
                    return true;
                });
            label_[row] = best;
        });
    }

    RadiusTree tree_;
    std::vector<char> is_core_;
    std::vector<std::int32_t> label_;
};

class Dbscan final : public Aligner {
public:
    explicit Dbscan(const DbscanOptions& options) : options_(options) {}

    Clustering cluster(const WeightedPoints& points, std::uint64_t) const override {
        require_valid(points);
        Clustering clustering;
        const DistinctPoints distinct = find_distinct(points);
        const Matrix rows = select_rows(points.points, distinct.first_point);
        const DbscanRun run(rows, distinct.weights, options_);

        // Noise gets groups after those of the components, which are known by a row.
        const auto size = static_cast<std::int32_t>(rows.rows());
        std::vector<std::int32_t> group(rows.rows());
        std::vector<std::uint32_t> cores;
        for (std::int32_t row = 0; row < size; ++row) {
            const auto at = static_cast<std::size_t>(row);
            const bool is_noise = run.label(at) == kNoLabel;
            const std::int32_t noise = options_.noise == Noise::cluster ? size : size + row;
            group[at] = is_noise ? noise : run.label(at);
            if (run.is_core(at)) cores.push_back(static_cast<std::uint32_t>(row));
        }
        set_clusters(group, distinct, clustering);
        clustering.centers = select_rows(rows, cores);
        for (const std::uint32_t core : cores)
            clustering.cluster_of_center.push_back(
                clustering.cluster_of[distinct.first_point[core]]);
        return clustering;
    }

    // The cluster of the nearest core point within eps; beyond, the cluster that noise shares.
    std::vector<std::int32_t> assign(const Clustering& clustering,
                                     const Matrix& points) const override {
        require_assignable(points, clustering.centers);
        std::vector<std::int32_t> clusters(points.rows(), noise_cluster(clustering));
        const RadiusTree tree(clustering.centers, clustering.centers, options_.eps);
        parallel_for(points.rows(), kRowsPerBlock, [&](std::size_t row) {
            const std::int32_t core = tree.nearest(points.row(row));
            if (core >= 0)
                clusters[row] = clustering.cluster_of_center[static_cast<std::size_t>(core)];
        });
        return clusters;
    }

    bool is_deterministic() const override { return true; }

private:
    // The one cluster without core points; -1 if noise has none of its own.
    std::int32_t noise_cluster(const Clustering& clustering) const {
        if (options_.noise == Noise::singletons) return -1;
        std::vector<bool> has_core(static_cast<std::size_t>(clustering.num_clusters));
        for (const std::int32_t cluster : clustering.cluster_of_center)
            has_core[static_cast<std::size_t>(cluster)] = true;
        const auto found = std::ranges::find(has_core, false);
        return found == has_core.end() ? -1 : static_cast<std::int32_t>(found - has_core.begin());
    }

    DbscanOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_dbscan(const Spec& spec) {
    DbscanOptions options;
    options.eps = spec.get_number("eps", options.eps);
    options.min_samples = spec.get_number("min_samples", options.min_samples);
    require_option(spec, "eps", options.eps, 0, true);
    require_option(spec, "min_samples", options.min_samples, 0, true);
    if (spec.get_choice("noise", {"cluster", "singletons"}) == "singletons")
        options.noise = Noise::singletons;
    return std::make_unique<Dbscan>(options);
}

}  // namespace dhgak
