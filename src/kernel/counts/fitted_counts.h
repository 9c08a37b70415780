// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/feature_guide.h"
#include "dhgak/kernel/kernel.h"
#include "kernel/counts/counts.h"

namespace dhgak {

// Counts what a fitted kernel compares graphs by. Training graphs get the counts they had.
class Counter {
public:
    virtual ~Counter() = default;

    // Of what `count` gives, for any graphs.
    virtual std::vector<std::size_t> columns_by_level() const = 0;

    // One GraphCounts for each level; columns are those of the training graphs.
    virtual std::vector<GraphCounts> count(const Dataset& graphs, NewGraphNotes& notes) const = 0;

    // For explanations; see FeatureGuide. A counter that does not override them cannot tell.
    virtual std::vector<SparseMatrix> count_by_node(const Dataset& graphs) const;
    virtual ColumnFacts describe(std::size_t level, std::size_t column) const;

    virtual void save(const ModelWriter& writer) const = 0;
};

// What a fit on some graphs found: how to count, and their counts with the columns' weights.
struct TrainingCounts {
    std::shared_ptr<const Counter> counter;
    std::vector<GraphCounts> levels;
    std::vector<std::vector<double>> weights;  // by level and column
};

// A kernel on counts: everything but counting is the same for all of them.
std::unique_ptr<FittedKernel> make_fitted_counts(
    CountRule rule, const std::shared_ptr<const TrainingCounts>& training);

// One that was saved, without its training graphs; `counter` was loaded from the same model. Throws
// InputError unless its columns are those of the counter, level by level.
std::unique_ptr<FittedKernel> load_fitted_counts(CountRule rule,
                                                 std::shared_ptr<const Counter> counter,
                                                 const ModelReader& reader);

}  // namespace dhgak
