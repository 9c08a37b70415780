// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/matrix/sparse_matrix.h"
#include "dhgak/run/model.h"

namespace dhgak {

// A column of the kernel's features (a cluster of slices, a colour, a kind of path) and what it
// adds to something.
struct ColumnScore {
    std::size_t level = 0;
    std::size_t column = 0;
    double score = 0;
};

// What makes the value of one linear function of a graph's features.
struct FunctionExplanation {
    double value = 0;                  // bias + the sum of all scores
    double bias = 0;                   // of the model, the same for all graphs
    std::vector<double> scores;        // [node * levels + level]
    std::vector<double> level_sums;    // by level
    std::vector<ColumnScore> columns;  // those that the graph has, the largest first

    // By node: the sum of its scores over the levels.
    std::vector<double> node_scores() const;
};

struct GraphExplanation {
    std::size_t graph = 0;
    std::uint32_t predicted = 0;    // class of the model
    std::vector<double> decisions;  // as Predictions has them
    std::vector<FunctionExplanation> functions;
};

// Two nodes whose slices are aligned, and how much of the kernel value of their graphs they make.
struct AlignedNodes {
    std::size_t first = 0;
    std::size_t second = 0;
    double score = 0;
};

struct PairExplanation {
    double value = 0;                  // K(A, B), the sum of all scores
    std::vector<double> level_sums;    // by level
    std::vector<AlignedNodes> nodes;   // all that are aligned at any level, the largest first
    std::vector<ColumnScore> columns;  // those that both graphs have, the largest first
};

// A column that sets the graphs that a model puts into a class apart from all others. Its score is
// the difference of the two means.
struct ImportantColumn : ColumnScore {
    double mean_inside = 0;       // over graphs predicted as the class
    double mean_outside = 0;      // over all others
    std::size_t experiments = 1;  // columns like it that were united with it
};

struct ClassColumns {
    std::uint32_t for_class = 0;
    std::vector<ImportantColumn> columns;  // the largest difference first
};

// Adds up the columns of graphs.
class ColumnTally {
public:
    void add(const GraphExplanation& graph);  // whose columns are not cut

    // By class, the first one last for two classes: columns whose scores speak for the class in
    // graphs that are predicted so, and more than elsewhere. Of two classes the scores for the
    // first are negative.
    std::vector<ClassColumns> most_important(const class Explainer& explainer) const;

private:
    struct Sums {
        std::map<std::uint32_t, double> by_prediction;
    };
    std::map<std::uint32_t, std::size_t> num_graphs_;                        // by predicted class
    std::vector<std::map<std::pair<std::size_t, std::size_t>, Sums>> sums_;  // by function
};

// Leads decisions of a model back to nodes, levels and columns.
//
// A decision is linear in the features of a graph, so that each column of the kernel adds its own
// number to it. That is shared out among the nodes that make the column's count, each by its share
// of it. Where a column has several features (unary coding: the first slice in a cluster, the
// second, ...) nothing tells its slices apart; equal shares are their Shapley values in the game
// whose players are the slices of the cluster.
//
// Two classes have one function, which is the decision and speaks for the second class. Of more,
// each class has its own, the class against all others (Predictor::linear_functions).
class Explainer {
public:
    // Throws ConfigError if the kernel of the model has no explicit features.
    explicit Explainer(const Model& model);
    ~Explainer();
    Explainer(Explainer&&) noexcept;
    Explainer& operator=(Explainer&&) noexcept;

    const Model& model() const;
    std::size_t num_levels() const;
    std::size_t num_functions() const;

    // What a level is: hop, round; and a column: cluster, colour, column.
    std::string level_name() const;
    std::string column_name() const;

    // By function: the class that positive scores speak for.
    std::uint32_t class_of(std::size_t function) const;

    // All graphs in their order. Columns are cut after `top` of them (0 keeps all), but go to the
    // `tally`, if there is one, before.
    // Throws ConfigError if the kernel cannot tell which nodes make its features.
    std::vector<GraphExplanation> explain(const Dataset& graphs, std::size_t top,
                                          NewGraphNotes& notes, ColumnTally* tally = nullptr) const;

    // Two graphs of the dataset.
    PairExplanation explain_pair(const Dataset& graphs, std::size_t a, std::size_t b) const;

    // The mean of a function's weights on the features of a column.
    double weight(std::size_t function, const ColumnScore& column) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace dhgak
