// SPDX-License-Identifier: MIT
#include "kernels/transport/attribute_distances.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/select_rows.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "embed/distinct_rows.h"
#include "kernel/new_labels.h"
#include "kernel/standardisation.h"
#include "kernels/transport/graph_distances.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

Matrix values_of(const Dataset& graphs, NodeValues values) {
    if (values == NodeValues::attributes) return graphs.attributes;
    Matrix degrees(graphs.num_nodes(), 1);
    for (std::size_t v = 0; v < graphs.num_nodes(); ++v)
        degrees(v, 0) = static_cast<float>(graphs.arc_offsets[v + 1] - graphs.arc_offsets[v]);
    return degrees;
}

// The mean of some values. Added up in ascending order, it does not see how nodes are numbered.
double sorted_mean(std::vector<double>& values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// a_0..a_rounds of every node side by side.
Matrix mix_with_neighbors(const Dataset& graphs, const Matrix& standardised, std::size_t rounds) {
    const std::size_t dimension = standardised.cols();
    Matrix mixed(graphs.num_nodes(), dimension * (rounds + 1));
    parallel_blocks(graphs.num_graphs(), kGraphBlock, [&](std::size_t begin, std::size_t end) {
        std::vector<double> around;
        for (std::size_t g = begin; g < end; ++g) {
            const Graph graph = graphs.graph(g);
            const std::size_t first = graph.first_node;
            for (std::size_t v = first; v < first + graph.num_nodes(); ++v)
                std::ranges::copy(standardised.row(v), mixed.row(v).begin());
            for (std::size_t column = dimension; column < mixed.cols(); ++column)
                for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
                    around.clear();
                    for (const std::uint32_t u : graph.neighbors(v))
                        around.push_back(mixed(first + u, column - dimension));
                    mixed(first + v, column) = static_cast<float>(
                        (mixed(first + v, column - dimension) + sorted_mean(around)) / 2);
                }
        }
    });
    return mixed;
}

// The distinct rows among the first columns of `rows`.
HopPoints points_of(const Matrix& rows, std::size_t columns) {
    Matrix part(rows.rows(), columns);
    for (std::size_t r = 0; r < rows.rows(); ++r)
        std::ranges::copy(rows.row(r).first(columns), part.row(r).begin());
    DistinctRows distinct = find_distinct_rows(part);
    return {.points = select_rows(part, distinct.first_row),
            .point_of_node = std::move(distinct.number_of_row),
            .weights = {}};
}

class AttributeDistances final : public GraphDistances {
public:
    AttributeDistances(NodeValues values, Standardisation standardisation,
                       std::vector<std::size_t> node_offsets, Matrix mixed, double time_limit)
        : values_(values),
          standardisation_(std::move(standardisation)),
          node_offsets_(std::move(node_offsets)),
          mixed_(std::move(mixed)),
          time_limit_(time_limit) {}

    int level() const override {
        return static_cast<int>(mixed_.cols() / standardisation_.num_columns()) - 1;
    }
    std::size_t num_training_graphs() const override { return node_offsets_.size() - 1; }
    std::vector<std::size_t> num_columns() const override { return {}; }

    void visit(const Dataset& others, std::span<const int> levels,
               const Visitor& visitor) const override {
        const TimeLimit limit("wwl", time_limit_);
        NewGraphNotes notes;
        const Matrix more = mixed_of(others, notes);
        for (const int level : levels) {
            GramMatrix distances(num_training_graphs() + others.num_graphs());
            set_training(distances, *training_distances(level, limit));
            set_others(distances, cross(more, others.node_offsets, level, limit),
                       others.node_offsets);
            visitor(level, distances);
        }
    }

    CrossGram to_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        return cross(mixed_of(graphs, notes), graphs.node_offsets, level(),
                     TimeLimit("wwl", time_limit_));
    }

    void save(const ModelWriter& writer) const override {
        writer.set("values", values_ == NodeValues::attributes ? "attributes" : "degrees");
        writer.set("rounds", static_cast<std::int64_t>(level()));
        standardisation_.save(writer);
        const std::vector<std::int64_t> offsets(node_offsets_.begin(), node_offsets_.end());
        writer.add("node_offsets", std::span<const std::int64_t>(offsets));
        writer.add("points", mixed_);
    }

private:
    Matrix mixed_of(const Dataset& graphs, NewGraphNotes& notes) const {
        note_new_graphs(graphs, notes);
        return mix_with_neighbors(graphs,
                                  standardisation_.apply(graphs, values_of(graphs, values_), notes),
                                  static_cast<std::size_t>(level()));
    }

    std::size_t num_columns_at(int level) const {
        return standardisation_.num_columns() * (static_cast<std::size_t>(level) + 1);
    }

    // By pair of training graphs. Kept, since kernels that differ in lambda share them.
    std::shared_ptr<const std::vector<double>> training_distances(int level,
                                                                  const TimeLimit& limit) const {
        // Held while they are computed, so that kernels side by side compute them once.
        const std::scoped_lock lock(mutex_);
        std::shared_ptr<const std::vector<double>>& known = known_[level];
        if (!known) {
            const GraphPairs pairs(node_offsets_);
            Allowance allowance(limit, pairs.size());
            known = std::make_shared<const std::vector<double>>(pair_distances(
                points_of(mixed_, num_columns_at(level)), node_offsets_, pairs, allowance));
        }
        return known;
    }

    // Between training graphs; a graph without nodes is far from all, itself included.
    void set_training(GramMatrix& distances, std::span<const double> of_pairs) const {
        const GraphPairs pairs(node_offsets_);
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
            const auto [g, f] = pairs[pair];
            distances(g, f) = distances(f, g) = of_pairs[pair];
        }
        for (std::size_t g = 0; g + 1 < node_offsets_.size(); ++g)
            if (node_offsets_[g] == node_offsets_[g + 1])
                for (std::size_t f = 0; f + 1 < node_offsets_.size(); ++f)
                    distances(g, f) = distances(f, g) = kFar;
    }

    void set_others(GramMatrix& distances, const CrossGram& cross,
                    std::span<const std::size_t> offsets) const {
        copy_new_rows(cross, distances);
        for (std::size_t g = 0; g < cross.rows; ++g) {
            const std::size_t row = cross.cols + g;
            for (std::size_t f = 0; f < cross.rows; ++f) distances(row, cross.cols + f) = kFar;
            if (offsets[g] < offsets[g + 1]) distances(row, row) = 0;
        }
    }

    CrossGram cross(const Matrix& others, std::span<const std::size_t> offsets, int level,
                    const TimeLimit& limit) const {
        const std::size_t columns = num_columns_at(level);
        Allowance allowance(limit, (offsets.size() - 1) * num_training_graphs());
        return cross_distances(points_of(others, columns), offsets, points_of(mixed_, columns),
                               node_offsets_, allowance);
    }

    NodeValues values_;
    Standardisation standardisation_;
    std::vector<std::size_t> node_offsets_;  // of the training graphs
    Matrix mixed_;                           // by node of theirs
    double time_limit_;                      // seconds; 0: none

    mutable std::mutex mutex_;  // guards what follows
    mutable std::map<int, std::shared_ptr<const std::vector<double>>> known_;  // by level
};

}  // namespace

std::shared_ptr<const GraphDistances> make_attribute_distances(const Dataset& graphs,
                                                               NodeValues values,
                                                               std::size_t rounds,
                                                               double time_limit) {
    const Matrix rows = values_of(graphs, values);
    if (rows.cols() == 0)
        throw ConfigError(fmt::format(
            "{} has no node attributes; use wwl:nodes=labels or wwl:nodes=degrees", graphs.name));
    Standardisation standardisation(rows);
    NewGraphNotes notes;
    Matrix mixed = mix_with_neighbors(graphs, standardisation.apply(graphs, rows, notes), rounds);
    return std::make_shared<AttributeDistances>(values, std::move(standardisation),
                                                graphs.node_offsets, std::move(mixed), time_limit);
}

std::shared_ptr<const GraphDistances> load_attribute_distances(const ModelReader& reader) {
    const std::string values = reader.text("values");
    reader.require(values == "attributes" || values == "degrees", "values",
                   "expected attributes or degrees");
    Standardisation standardisation(reader);
    const std::vector<std::int64_t> offsets = reader.offsets("node_offsets");
    Matrix points = reader.matrix("points");
    reader.require(points.rows() == static_cast<std::size_t>(offsets.back()), "points",
                   "there must be one for each node");
    const auto rounds = static_cast<std::size_t>(reader.integer("rounds", 0, 1000));
    reader.require(points.cols() == standardisation.num_columns() * (rounds + 1), "points",
                   "there must be as many columns in each round as means");
    return std::make_shared<AttributeDistances>(
        values == "attributes" ? NodeValues::attributes : NodeValues::degrees,
        std::move(standardisation), std::vector<std::size_t>(offsets.begin(), offsets.end()),
        std::move(points), 0.0);
}

}  // namespace dhgak
