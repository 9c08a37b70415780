// SPDX-License-Identifier: MIT
#include "kernel/counts/fitted_counts.h"

#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

class FittedCounts final : public FittedKernel, public FeatureGuide {
public:
    FittedCounts(CountRule rule, std::vector<ColumnLayout> layouts,
                 std::shared_ptr<const Counter> counter,
                 std::shared_ptr<const TrainingCounts> training)
        : rule_(rule),
          layouts_(std::move(layouts)),
          counter_(std::move(counter)),
          training_(std::move(training)) {}

    int level() const override { return static_cast<int>(layouts_.size()) - 1; }

    std::size_t num_training_graphs() const override {
        return training_ ? training_->levels.front().num_graphs() : 0;
    }

    std::size_t num_feature_entries(int last) const override {
        if (!training_) return 0;
        double entries = 0;
        for (const GraphCounts& level :
             std::span(training_->levels).first(static_cast<std::size_t>(last) + 1))
            entries +=
                rule_ == CountRule::intersection
                    ? std::accumulate(level.counts.values.begin(), level.counts.values.end(), 0.0)
                    : static_cast<double>(level.counts.num_entries());
        return static_cast<std::size_t>(entries);
    }

    std::vector<std::size_t> num_columns() const override {
        std::vector<std::size_t> columns;
        for (const ColumnLayout& layout : layouts_) columns.push_back(layout.num_columns());
        return columns;
    }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        const std::vector<GraphCounts> all = with_training(others);
        GramMatrix sum(all.front().num_graphs());
        std::vector<double> lengths(sum.size());
        std::size_t next = 0;
        for (const int level : levels) {
            for (; next <= static_cast<std::size_t>(level); ++next)
                add_level(sum, lengths, all[next], layouts_[next], rule_);
            GramMatrix gram = level == levels.back() ? std::move(sum) : sum;
            normalize(gram, lengths);
            visit(level, gram);
        }
    }

    void visit_features(const Dataset& others, std::span<const int> levels,
                        const FeatureVisitor& visit) const override {
        const std::vector<GraphCounts> all = with_training(others);
        for (const int level : levels) visit(level, features_of(all, level));
    }

    SparseMatrix features(const Dataset& graphs, NewGraphNotes& notes) const override {
        const std::vector<GraphCounts> counts = counter_->count(graphs, notes);
        note(counts, notes);
        return features_of(counts, level());
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        require_training();
        return cross_products(features(graphs, notes), features_of(training_->levels, level()));
    }

    const FeatureGuide* feature_guide() const override { return this; }

    std::vector<std::vector<std::size_t>> first_features() const override {
        std::vector<std::vector<std::size_t>> levels;
        std::size_t next = 0;
        for (const ColumnLayout& layout : layouts_) {
            std::vector<std::size_t>& first = levels.emplace_back();
            for (const std::uint32_t max_count : layout.max_count) {
                first.push_back(next);
                next += rule_ == CountRule::intersection ? max_count : 1;
            }
            first.push_back(next);
        }
        return levels;
    }

    std::vector<SparseMatrix> node_counts(const Dataset& graphs) const override {
        return counter_->count_by_node(graphs);
    }

    ColumnFacts describe(std::size_t level, std::size_t column) const override {
        return counter_->describe(level, column);
    }

    void save(const ModelWriter& writer) const override {
        writer.set("levels", layouts_.size());
        for (std::size_t l = 0; l < layouts_.size(); ++l) {
            const ModelWriter level = writer.at(fmt::format("columns{}", l));
            level.add("weights", std::span<const double>(layouts_[l].weights));
            level.add("max_count", std::span<const std::uint32_t>(layouts_[l].max_count));
        }
        counter_->save(writer);
    }

private:
    void require_training() const {
        if (!training_)
            throw ConfigError(
                "this model was read from a file, which keeps no training graphs; features and "
                "predictions of new graphs are there, kernel values between graphs are products "
                "of their features");
    }

    std::vector<GraphCounts> with_training(const Dataset& others) const {
        require_training();
        std::vector<GraphCounts> all = training_->levels;
        if (others.num_graphs() == 0) return all;
        NewGraphNotes notes;
        const std::vector<GraphCounts> more = counter_->count(others, notes);
        for (std::size_t l = 0; l < all.size(); ++l) append(all[l], more[l]);
        return all;
    }

    SparseMatrix features_of(const std::vector<GraphCounts>& levels, int last) const {
        std::vector<SparseMatrix> parts;
        std::vector<double> lengths(levels.front().num_graphs());
        for (std::size_t l = 0; l <= static_cast<std::size_t>(last); ++l)
            parts.push_back(level_features(levels[l], layouts_[l], rule_, lengths));
        SparseMatrix features = side_by_side(parts);
        normalize_rows(features, lengths);
        return features;
    }

    void note(const std::vector<GraphCounts>& levels, NewGraphNotes& notes) const {
        for (std::size_t l = 0; l < levels.size(); ++l) {
            for (const Unmatched& unmatched : levels[l].unmatched)
                notes.unmatched_slices += static_cast<std::size_t>(unmatched.count);
            if (rule_ != CountRule::intersection) continue;
            const SparseMatrix& counts = levels[l].counts;
            for (std::size_t e = 0; e < counts.num_entries(); ++e)
                notes.larger_counts +=
                    counts.values[e] >
                    layouts_[l].max_count[static_cast<std::size_t>(counts.columns[e])];
        }
    }

    CountRule rule_;
    std::vector<ColumnLayout> layouts_;  // by level
    std::shared_ptr<const Counter> counter_;
    std::shared_ptr<const TrainingCounts> training_;  // none in a model that came from a file
};

}  // namespace

std::vector<SparseMatrix> Counter::count_by_node(const Dataset&) const {
    throw ConfigError(
        "this kernel cannot tell which nodes make its features; docs/explanations.md names those "
        "that can");
}

ColumnFacts Counter::describe(std::size_t, std::size_t column) const {
    return {.text = fmt::format("column {}", column), .reach = 0};
}

std::unique_ptr<FittedKernel> make_fitted_counts(CountRule rule,
                                                 std::shared_ptr<const TrainingCounts> training) {
    assert(!training->levels.empty());
    std::vector<ColumnLayout> layouts;
    for (std::size_t l = 0; l < training->levels.size(); ++l)
        layouts.push_back(layout_of(training->levels[l], training->weights[l]));
    return std::make_unique<FittedCounts>(rule, std::move(layouts), training->counter, training);
}

std::unique_ptr<FittedKernel> load_fitted_counts(CountRule rule,
                                                 std::shared_ptr<const Counter> counter,
                                                 const ModelReader& reader) {
    std::vector<ColumnLayout> layouts(static_cast<std::size_t>(reader.integer("levels", 1, 1001)));
    for (std::size_t l = 0; l < layouts.size(); ++l) {
        const ModelReader level = reader.at(fmt::format("columns{}", l));
        layouts[l].weights = level.doubles("weights");
        layouts[l].max_count = level.numbers("max_count", ~std::uint32_t{0});
        level.require(layouts[l].max_count.size() == layouts[l].weights.size(), "max_count",
                      "there must be as many as weights");
        std::uint64_t columns = 0;
        for (const std::uint32_t count : layouts[l].max_count) columns += count;
        level.require(columns <= std::numeric_limits<std::int32_t>::max(), "max_count",
                      "there are more columns than a 32-bit number can count");
        for (const double weight : layouts[l].weights)
            level.require(weight >= 0, "weights", "a weight is negative");
    }
    return std::make_unique<FittedCounts>(rule, std::move(layouts), std::move(counter), nullptr);
}

}  // namespace dhgak
