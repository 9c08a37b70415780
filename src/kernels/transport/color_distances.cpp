// SPDX-License-Identifier: MIT
#include "kernels/transport/color_distances.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/parallel.h"
#include "kernel/counts/counts_file.h"
#include "kernel/level_sums.h"
#include "kernels/colors/color_counts.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

SparseMatrix shares_of_nodes(const GraphCounts& level) {
    SparseMatrix shares = level.counts;
    for (std::size_t g = 0; g < shares.num_rows(); ++g) {
        const auto end = static_cast<std::size_t>(shares.row_offsets[g + 1]);
        for (auto e = static_cast<std::size_t>(shares.row_offsets[g]); e < end; ++e)
            shares.values[e] /= static_cast<double>(level.sizes[g]);
    }
    return shares;
}

// |p - q| sums up to 2 - 2 sum min(p, q), in each round.
double distance(double common, std::size_t num_rounds) {
    return std::max(0.0, 1 - common / static_cast<double>(num_rounds));
}

class ColorDistances final : public GraphDistances {
public:
    ColorDistances(std::shared_ptr<const Counter> counter, std::vector<GraphCounts> training)
        : counter_(std::move(counter)), training_(std::move(training)) {}

    int level() const override { return static_cast<int>(training_.size()) - 1; }
    std::size_t num_training_graphs() const override { return training_.front().num_graphs(); }

    std::vector<std::size_t> num_columns() const override {
        std::vector<std::size_t> columns;
        for (const GraphCounts& round : training_) columns.push_back(round.counts.num_cols);
        return columns;
    }

    void visit(const Dataset& others, std::span<const int> levels,
               const Visitor& visitor) const override {
        std::vector<GraphCounts> all = training_;
        if (others.num_graphs() > 0) {
            NewGraphNotes notes;
            const std::vector<GraphCounts> more = counter_->count(others, notes);
            for (std::size_t r = 0; r < all.size(); ++r) append(all[r], more[r]);
        }
        visit_level_sums(
            GramMatrix(all.front().num_graphs()), levels,
            [&](GramMatrix& common, std::size_t l) {
                add_intersections(common, shares_of_nodes(all[l]));
            },
            [&](int level, GramMatrix& common) {
                mirror(common);
                turn_into_distances(common, all.front().sizes, static_cast<std::size_t>(level) + 1);
                visitor(level, common);
            });
    }

    CrossGram to_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        const std::vector<GraphCounts> counts = counter_->count(graphs, notes);
        CrossGram cross(graphs.num_graphs(), num_training_graphs());
        for (std::size_t r = 0; r < training_.size(); ++r) {
            add_cross_intersections(cross, shares_of_nodes(counts[r]),
                                    shares_of_nodes(training_[r]));
            for (const Unmatched& unmatched : counts[r].unmatched)
                notes.unmatched_things += static_cast<std::size_t>(unmatched.things);
        }
        const std::vector<std::size_t>& rows = counts.front().sizes;
        const std::vector<std::size_t>& cols = training_.front().sizes;
        for (std::size_t g = 0; g < cross.rows; ++g)
            for (std::size_t t = 0; t < cross.cols; ++t) {
                double& value = cross.row(g)[t];
                value = rows[g] > 0 && cols[t] > 0 ? distance(value, training_.size()) : kFar;
            }
        return cross;
    }

    void save(const ModelWriter& writer) const override {
        counter_->save(writer);
        for (std::size_t r = 0; r < training_.size(); ++r)
            save_counts(training_[r], writer.at(fmt::format("counts{}", r)));
    }

private:
    static void turn_into_distances(GramMatrix& common, std::span<const std::size_t> sizes,
                                    std::size_t num_rounds) {
        parallel_for(common.size(), kRowBlock, [&](std::size_t i) {
            for (std::size_t j = 0; j < common.size(); ++j) {
                double& value = common(i, j);
                if (sizes[i] == 0 || sizes[j] == 0)
                    value = kFar;
                else
                    value = i == j ? 0 : distance(value, num_rounds);
            }
        });
    }

    std::shared_ptr<const Counter> counter_;
    std::vector<GraphCounts> training_;  // by round
};

}  // namespace

std::shared_ptr<const GraphDistances> make_color_distances(
    const std::shared_ptr<const TrainingCounts>& training) {
    return std::make_shared<ColorDistances>(training->counter, training->levels);
}

std::shared_ptr<const GraphDistances> load_color_distances(const ModelReader& reader) {
    std::shared_ptr<const Counter> counter = load_colors(reader);
    const std::vector<std::size_t> num_colors = counter->columns_by_level();
    std::vector<GraphCounts> training;
    for (std::size_t r = 0; r < num_colors.size(); ++r)
        training.push_back(load_counts(reader.at(fmt::format("counts{}", r)), num_colors[r]));
    for (const GraphCounts& round : training)
        reader.require(round.sizes == training.front().sizes, "counts",
                       "each round must have the same graphs");
    return std::make_shared<ColorDistances>(std::move(counter), std::move(training));
}

}  // namespace dhgak
