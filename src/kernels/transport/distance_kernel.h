// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "dhgak/kernel/kernel.h"

namespace dhgak {

inline constexpr double kFar = std::numeric_limits<double>::infinity();

// Distances between graphs that were learned from training graphs, by level. A graph without nodes
// is far from everything, itself included.
class GraphDistances {
public:
    using Visitor = std::function<void(int level, GramMatrix& distances)>;  // may move from it

    virtual ~GraphDistances() = default;

    virtual int level() const = 0;
    virtual std::size_t num_training_graphs() const = 0;
    virtual std::vector<std::size_t> num_columns() const = 0;

    // For each of the levels, which ascend: rows are the training graphs, then `others`. Distances
    // between two of the others are of no meaning.
    virtual void visit(const Dataset& others, std::span<const int> levels,
                       const Visitor& visitor) const = 0;

    // At the highest level, from each of the graphs (rows) to the training graphs (columns).
    virtual CrossGram to_training(const Dataset& graphs, NewGraphNotes& notes) const = 0;

    virtual void save(const ModelWriter& writer) const = 0;
};

// How distances become similarities.
struct DistanceRule {
    double lambda = 1;

    // exp(-lambda D(G, G')), or with of_rows what a package for these kernels computes instead:
    // exp(-lambda sum_T |D(G, T) - D(G', T)|) over the training graphs T.
    bool of_rows = false;
};

std::unique_ptr<FittedKernel> make_fitted_distances(
    const DistanceRule& rule, std::shared_ptr<const GraphDistances> distances);

void save_rule(const DistanceRule& rule, const ModelWriter& writer);
DistanceRule load_rule(const ModelReader& reader);

}  // namespace dhgak
