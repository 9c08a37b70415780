// SPDX-License-Identifier: MIT
#include "kernel/counts/fitted_counts.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "kernel/counts/compact_counts.h"
#include "kernel/level_sums.h"
#include "kernel/no_training.h"

namespace dhgak {
namespace {

constexpr std::size_t kRowsPerBlock = 4096;
constexpr std::size_t kBlocksAtOnce = 8;  // whose features are made side by side

// The counts of many training graphs, by block and level.
using CompactTraining = std::vector<std::vector<CompactCounts>>;

GraphCounts rows_between(const GraphCounts& level, std::size_t begin, std::size_t end) {
    GraphCounts rows = {
        .counts = rows_between(level.counts, begin, end), .sizes = {}, .unmatched = {}};
    const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(end);
    rows.sizes.assign(level.sizes.begin() + from, level.sizes.begin() + to);
    if (!level.unmatched.empty())
        rows.unmatched.assign(level.unmatched.begin() + from, level.unmatched.begin() + to);
    return rows;
}

class FittedCounts final : public FittedKernel, public FeatureGuide {
public:
    FittedCounts(CountRule rule, std::vector<ColumnLayout> layouts,
                 std::shared_ptr<const Counter> counter,
                 std::shared_ptr<const TrainingCounts> training,
                 std::shared_ptr<const CompactTraining> compact = nullptr)
        : rule_(rule),
          layouts_(std::move(layouts)),
          counter_(std::move(counter)),
          training_(std::move(training)),
          compact_(std::move(compact)) {}

    int level() const override { return static_cast<int>(layouts_.size()) - 1; }

    std::size_t num_training_graphs() const override {
        if (!compact_) return training_ ? training_->levels.front().num_graphs() : 0;
        std::size_t graphs = 0;
        for (const auto& block : *compact_) graphs += block.front().num_graphs();
        return graphs;
    }

    std::size_t num_features(int last) const override {
        std::size_t features = 0;
        for (std::size_t l = 0; l <= static_cast<std::size_t>(last); ++l)
            features += rule_ == CountRule::intersection
                            ? std::accumulate(layouts_[l].max_count.begin(),
                                              layouts_[l].max_count.end(), std::size_t{0})
                            : layouts_[l].num_columns();
        return features;
    }

    std::size_t num_feature_entries(int last) const override {
        double entries = 0;
        const bool is_unary = rule_ == CountRule::intersection;
        for (std::size_t l = 0; l <= static_cast<std::size_t>(last); ++l) {
            if (compact_)
                for (const auto& block : *compact_)
                    entries +=
                        is_unary ? block[l].sum() : static_cast<double>(block[l].num_entries());
            else if (training_) {
                const std::vector<double>& counts = training_->levels[l].counts.values;
                entries += is_unary ? std::accumulate(counts.begin(), counts.end(), 0.0)
                                    : static_cast<double>(counts.size());
            }
        }
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
        std::vector<double> lengths(all.front().num_graphs());
        visit_level_sums(
            GramMatrix(lengths.size()), levels,
            [&](GramMatrix& sum, std::size_t l) {
                add_level(sum, lengths, all[l], layouts_[l], rule_);
            },
            [&](int level, GramMatrix& gram) {
                mirror(gram);
                normalize(gram, lengths);
                visit(level, gram);
            });
    }

    void visit_features(const Dataset& others, std::span<const int> levels,
                        const FeatureVisitor& visit) const override {
        visit_feature_rows(others, levels, [&](int level, const FeatureRows& rows) {
            SparseMatrix features;
            features.num_cols = rows.num_cols();
            rows.visit(
                [&](std::size_t, const SparseMatrix& block) { append_rows(features, block); });
            visit(level, features);
        });
    }

    void visit_feature_rows(const Dataset& others, std::span<const int> levels,
                            const FeatureRowsVisitor& visit) const override {
        require_training();
        std::vector<GraphCounts> more;
        NewGraphNotes notes;
        if (others.num_graphs() > 0) more = counter_->count(others, notes);
        for (const int level : levels) visit(level, Rows(*this, level, more));
    }

    std::unique_ptr<FittedKernel> with_training_graphs(const GraphBlocks& graphs) const override {
        std::vector<ColumnLayout> layouts = layouts_;
        for (ColumnLayout& layout : layouts) std::ranges::fill(layout.max_count, 0U);
        auto compact = std::make_shared<CompactTraining>();
        graphs([&](const Dataset& block) {
            NewGraphNotes notes;
            const std::vector<GraphCounts> levels = counter_->count(block, notes);
            std::vector<CompactCounts>& kept = compact->emplace_back();
            for (std::size_t l = 0; l < levels.size(); ++l) {
                layouts[l].merge(layout_of(levels[l], layouts[l].weights));
                kept.emplace_back(levels[l]);
            }
        });
        return std::make_unique<FittedCounts>(rule_, std::move(layouts), counter_, nullptr,
                                              std::move(compact));
    }

    SparseMatrix features(const Dataset& graphs, NewGraphNotes& notes) const override {
        const std::vector<GraphCounts> counts = counter_->count(graphs, notes);
        note(counts, notes);
        return features_of(counts, level());
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        require_training();
        return cross_products(features(graphs, notes), training_features());
    }

    const FeatureGuide* feature_guide() const override { return this; }

    std::vector<std::vector<FeatureRange>> column_features() const override {
        std::vector<std::vector<FeatureRange>> levels;
        std::size_t next = 0;
        for (const ColumnLayout& layout : layouts_) {
            std::vector<FeatureRange>& columns = levels.emplace_back();
            for (const std::uint32_t max_count : layout.max_count) {
                const std::size_t end =
                    next + (rule_ == CountRule::intersection ? max_count : std::size_t{1});
                columns.push_back({.begin = next, .end = end});
                next = end;
            }
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
    // The features of the training graphs, then of others.
    class Rows final : public FeatureRows {
    public:
        Rows(const FittedCounts& kernel, int level, const std::vector<GraphCounts>& others)
            : kernel_(kernel),
              level_(level),
              others_(others),
              num_cols_(kernel.num_features(level)) {}

        std::size_t num_rows() const override {
            return kernel_.num_training_graphs() +
                   (others_.empty() ? 0 : others_.front().num_graphs());
        }
        std::size_t num_cols() const override { return num_cols_; }

        void visit(const Visitor& visit) const override {
            const std::size_t training = kernel_.num_blocks();
            const std::size_t all = training + (others_.empty() ? 0 : 1);
            std::size_t row = 0;
            for (std::size_t first = 0; first < all; first += kBlocksAtOnce) {
                std::vector<SparseMatrix> blocks(std::min(kBlocksAtOnce, all - first));
                parallel_for(blocks.size(), [&](std::size_t i) {
                    blocks[i] = first + i < training
                                    ? kernel_.features_of(kernel_.block(first + i), level_)
                                    : kernel_.features_of(others_, level_);
                });
                for (SparseMatrix& block : blocks) {
                    visit(row, block);
                    row += block.num_rows();
                    block = {};
                }
            }
        }

    private:
        const FittedCounts& kernel_;
        int level_;
        const std::vector<GraphCounts>& others_;
        std::size_t num_cols_;  // takes a walk through all columns
    };

    // Of training graphs.
    std::size_t num_blocks() const {
        return compact_ ? compact_->size()
                        : (num_training_graphs() + kRowsPerBlock - 1) / kRowsPerBlock;
    }

    std::vector<GraphCounts> block(std::size_t b) const {
        std::vector<GraphCounts> levels;
        if (compact_) {
            for (const CompactCounts& level : (*compact_)[b]) levels.push_back(level.expand());
            return levels;
        }
        const std::size_t begin = b * kRowsPerBlock;
        const std::size_t end = std::min(begin + kRowsPerBlock, num_training_graphs());
        for (const GraphCounts& level : training_->levels)
            levels.push_back(rows_between(level, begin, end));
        return levels;
    }

    void require_training() const {
        if (!training_ && !compact_) refuse_without_training_graphs();
    }

    std::vector<GraphCounts> with_training(const Dataset& others) const {
        require_training();
        std::vector<GraphCounts> all = training_ ? training_->levels : block(0);
        for (std::size_t b = 1; compact_ && b < num_blocks(); ++b) {
            const std::vector<GraphCounts> next = block(b);
            for (std::size_t l = 0; l < all.size(); ++l) append(all[l], next[l]);
        }
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
                notes.unmatched_things += static_cast<std::size_t>(unmatched.things);
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
    // One of the two; none in a model that came from a file.
    std::shared_ptr<const TrainingCounts> training_;
    std::shared_ptr<const CompactTraining> compact_;
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

namespace {

// A share of clusterings, or what a kernel's paper says: far below.
constexpr double kLargestWeight = 0x1p20;

ColumnLayout load_layout(CountRule rule, std::size_t num_columns, const ModelReader& level) {
    ColumnLayout layout;
    layout.weights = level.doubles("weights");
    layout.max_count = level.numbers("max_count", ~std::uint32_t{0});
    level.require(layout.weights.size() == num_columns, "weights",
                  fmt::format("there must be {}, one for each column", num_columns));
    level.require(layout.max_count.size() == num_columns, "max_count",
                  fmt::format("there must be {}, one for each column", num_columns));
    for (const double weight : layout.weights)
        level.require(weight >= 0 && weight <= kLargestWeight, "weights",
                      "a weight is negative or too large");
    if (rule == CountRule::intersection) {  // one feature for each of them
        std::uint64_t features = 0;
        for (const std::uint32_t count : layout.max_count) features += count;
        level.require(features <= std::numeric_limits<std::int32_t>::max(), "max_count",
                      "there are more features than a 32-bit number can count");
    }
    return layout;
}

}  // namespace

std::unique_ptr<FittedKernel> make_fitted_counts(
    CountRule rule, const std::shared_ptr<const TrainingCounts>& training) {
    assert(!training->levels.empty());
    std::vector<ColumnLayout> layouts;
    for (std::size_t l = 0; l < training->levels.size(); ++l)
        layouts.push_back(layout_of(training->levels[l], training->weights[l]));
    return std::make_unique<FittedCounts>(rule, std::move(layouts), training->counter, training);
}

std::unique_ptr<FittedKernel> load_fitted_counts(CountRule rule,
                                                 std::shared_ptr<const Counter> counter,
                                                 const ModelReader& reader) {
    const std::vector<std::size_t> columns = counter->columns_by_level();
    reader.require(
        reader.integer("levels", 1, 1001) == static_cast<std::int64_t>(columns.size()), "levels",
        fmt::format("there must be {}, as many as graphs are counted at", columns.size()));
    std::vector<ColumnLayout> layouts;
    for (std::size_t l = 0; l < columns.size(); ++l)
        layouts.push_back(load_layout(rule, columns[l], reader.at(fmt::format("columns{}", l))));
    return std::make_unique<FittedCounts>(rule, std::move(layouts), std::move(counter), nullptr);
}

}  // namespace dhgak
