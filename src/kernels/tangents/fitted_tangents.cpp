// SPDX-License-Identifier: MIT
#include "kernels/tangents/fitted_tangents.h"

#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "kernel/pairs.h"
#include "kernels/tangents/group_comparison.h"
#include "kernels/tangents/prepared_graphs.h"

namespace dhgak {
namespace {

struct GroupPair {
    const TangentGroup &rows, &cols;
};

class FittedTangents final : public FittedKernel {
public:
    FittedTangents(std::string name, const TangentOptions& options, double time_limit,
                   LabelNumbers labels, Dataset graphs)
        : name_(std::move(name)),
          options_(options),
          time_limit_(time_limit),
          labels_(std::move(labels)),
          graphs_(std::move(graphs)),
          training_(prepare_graphs(name_, graphs_, graphs_.node_labels, options_,
                                   TimeLimit(name_, time_limit_))) {}

    int level() const override { return static_cast<int>(options_.blocks); }
    std::size_t num_training_graphs() const override { return training_.size(); }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        const TimeLimit limit(name_, time_limit_);
        NewGraphNotes notes;
        const PreparedGraphs more =
            prepare_graphs(name_, others, labels_.of_nodes(others, notes), options_, limit);
        const std::size_t num_training = training_.size();
        std::vector<GramMatrix> grams(levels.size(), GramMatrix(num_training + more.size()));
        for (GramMatrix& gram : grams) {
            for (std::size_t g = 0; g < num_training; ++g) gram(g, g) = training_.has_nodes(g);
            for (std::size_t g = 0; g < more.size(); ++g)
                gram(num_training + g, num_training + g) = more.has_nodes(g);
        }
        std::vector<GroupPair> pairs;  // values between two of the others are not asked for
        for (auto rows = training_.groups.begin(); rows != training_.groups.end(); ++rows)
            for (auto cols = rows; cols != training_.groups.end(); ++cols)
                pairs.push_back({*rows, *cols});
        const std::size_t num_training_pairs = pairs.size();
        add_products(training_, more, pairs);
        Allowance allowance = allow(pairs, levels, limit);
        GroupComparison comparison(options_, levels, allowance);
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            const bool is_new = p >= num_training_pairs;
            compare(comparison, pairs[p], is_new ? more : training_, levels,
                    [&](std::size_t i, std::size_t g, std::size_t f, double value) {
                        const std::size_t column = is_new ? num_training + f : f;
                        if (g != column) grams[i](g, column) = grams[i](column, g) = value;
                    });
        }
        for (std::size_t i = 0; i < levels.size(); ++i) {
            GramMatrix gram = std::move(grams[i]);
            visit(levels[i], gram);
        }
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        const TimeLimit limit(name_, time_limit_);
        const PreparedGraphs more =
            prepare_graphs(name_, graphs, labels_.of_nodes(graphs, notes), options_, limit);
        CrossGram cross(more.size(), training_.size());
        std::vector<GroupPair> pairs;
        add_products(training_, more, pairs);
        const std::vector<int> levels = {level()};
        Allowance allowance = allow(pairs, levels, limit);
        GroupComparison comparison(options_, levels, allowance);
        for (const GroupPair& pair : pairs)
            compare(comparison, pair, more, levels,
                    [&](std::size_t, std::size_t g, std::size_t f, double value) {
                        cross.row(f)[g] = value;
                    });
        return cross;
    }

    void save(const ModelWriter& writer) const override {
        writer.set("name", name_);
        writer.set("blocks", options_.blocks);
        writer.set("layers", options_.layers);
        writer.set("by_degree", options_.by_degree);
        writer.set("jumps", options_.jumps);
        writer.set("attention", options_.attention);
        writer.set("correlation", options_.correlation);
        writer.set("labels", labels_.names());
        const std::vector<std::int64_t> node_offsets(graphs_.node_offsets.begin(),
                                                     graphs_.node_offsets.end());
        const std::vector<std::int64_t> arc_offsets(graphs_.arc_offsets.begin(),
                                                    graphs_.arc_offsets.end());
        writer.add("node_offsets", std::span<const std::int64_t>(node_offsets));
        writer.add("arc_offsets", std::span<const std::int64_t>(arc_offsets));
        writer.add("node_labels", std::span<const std::uint32_t>(graphs_.node_labels));
        writer.add("neighbors", std::span<const std::uint32_t>(graphs_.neighbors));
    }

private:
    static void add_products(const PreparedGraphs& rows, const PreparedGraphs& cols,
                             std::vector<GroupPair>& pairs) {
        for (const TangentGroup& a : rows.groups)
            for (const TangentGroup& b : cols.groups) pairs.push_back({a, b});
    }

    // Calls visit(i, g, f, value) for each level i, training graph g and graph f of `others` that
    // the pair has, if they have nodes.
    template <class Visit>
    void compare(GroupComparison& comparison, const GroupPair& pair, const PreparedGraphs& others,
                 std::span<const int> levels, const Visit& visit) const {
        comparison.run(pair.rows, pair.cols, [&](std::size_t i, const PaddedMatrix& values) {
            for (std::size_t a = 0; a < values.rows(); ++a)
                for (std::size_t b = 0; b < values.cols(); ++b) {
                    const std::size_t g = pair.rows.first_graph + a;
                    const std::size_t f = pair.cols.first_graph + b;
                    if (!training_.has_nodes(g) || !others.has_nodes(f)) continue;
                    visit(i, g, f,
                          normalized(values.row(a)[b], training_.own[g], others.own[f], levels[i]));
                }
        });
    }

    double normalized(double value, const std::vector<double>& own_a,
                      const std::vector<double>& own_b, int level) const {
        const auto l = static_cast<std::size_t>(level);
        const double result = value / std::sqrt(own_a[l]) / std::sqrt(own_b[l]);
        if (!std::isfinite(result) || !std::isfinite(own_a[l]) || !std::isfinite(own_b[l]))
            throw ConfigError(fmt::format(
                "{}: the numbers of {} blocks are too large; take fewer blocks", name_, level));
        return result;
    }

    // Also says how long it will be, if that is long.
    Allowance allow(std::span<const GroupPair> pairs, std::span<const int> levels,
                    const TimeLimit& limit) const {
        const std::size_t blocks = levels.empty() ? 0 : static_cast<std::size_t>(levels.back());
        std::size_t steps = 0;
        double seconds = 0;
        for (const GroupPair& pair : pairs) {
            steps += num_steps(pair.rows, pair.cols, blocks);
            seconds += expected_seconds(pair.rows, pair.cols, options_, blocks);
        }
        announce_if_long(name_, seconds);
        return Allowance(limit, steps, "pairs of classes of nodes");
    }

    std::string name_;
    TangentOptions options_;
    double time_limit_;
    LabelNumbers labels_;
    Dataset graphs_;
    PreparedGraphs training_;
};

}  // namespace

std::unique_ptr<FittedKernel> make_fitted_tangents(const std::string& name,
                                                   const TangentOptions& options, double time_limit,
                                                   LabelNumbers labels, Dataset graphs) {
    return std::make_unique<FittedTangents>(name, options, time_limit, std::move(labels),
                                            std::move(graphs));
}

}  // namespace dhgak
