// SPDX-License-Identifier: MIT
#include "kernels/transport/distance_kernel.h"

#include <cmath>
#include <utility>

#include "dhgak/core/parallel.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

// The sum of |x_k - y_k| where both are finite: graphs without nodes are no yardstick.
double distance_of_rows(std::span<const double> x, std::span<const double> y) {
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        const double apart = std::abs(x[k] - y[k]);
        if (std::isfinite(apart)) sum += apart;
    }
    return sum;
}

class FittedDistances final : public FittedKernel {
public:
    FittedDistances(const DistanceRule& rule, std::shared_ptr<const GraphDistances> distances)
        : rule_(rule), distances_(std::move(distances)) {}

    int level() const override { return distances_->level(); }
    std::size_t num_training_graphs() const override { return distances_->num_training_graphs(); }
    std::vector<std::size_t> num_columns() const override { return distances_->num_columns(); }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        distances_->visit(others, levels, [&](int level, GramMatrix& distances) {
            GramMatrix gram = rule_.of_rows ? similarities_of_rows(distances)
                                            : similarities(std::move(distances));
            visit(level, gram);
        });
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        CrossGram cross = distances_->to_training(graphs, notes);
        if (!rule_.of_rows) {
            for (double& value : cross.values) value = std::exp(-rule_.lambda * value);
            return cross;
        }
        const int top = level();
        distances_->visit({}, {&top, 1}, [&](int, const GramMatrix& training) {
            CrossGram result = cross;
            parallel_for(cross.rows, [&](std::size_t g) {
                for (std::size_t t = 0; t < cross.cols; ++t)
                    result.row(g)[t] =
                        std::isfinite(cross.row(g)[t]) ? of_rows(cross.row(g), training.row(t)) : 0;
            });
            cross = std::move(result);
        });
        return cross;
    }

    void save(const ModelWriter& writer) const override {
        save_rule(rule_, writer);
        distances_->save(writer);
    }

private:
    double of_rows(std::span<const double> x, std::span<const double> y) const {
        return std::exp(-rule_.lambda * distance_of_rows(x, y));
    }

    // Where they stood, since a matrix of all pairs may be most of what there is.
    GramMatrix similarities(GramMatrix distances) const {
        std::vector<bool> has_nodes;
        for (std::size_t i = 0; i < distances.size(); ++i)
            has_nodes.push_back(std::isfinite(distances(i, i)));
        parallel_for(distances.size(), kRowBlock, [&](std::size_t i) {
            for (std::size_t j = 0; j < distances.size(); ++j)
                distances(i, j) = i == j ? has_nodes[i] : std::exp(-rule_.lambda * distances(i, j));
        });
        return distances;
    }

    GramMatrix similarities_of_rows(const GramMatrix& distances) const {
        const std::size_t num_training = num_training_graphs();
        GramMatrix gram(distances.size());
        parallel_for(gram.size(), kRowBlock, [&](std::size_t i) {
            if (!std::isfinite(distances(i, i))) return;
            for (std::size_t j = 0; j < gram.size(); ++j)
                if (i == j)
                    gram(i, j) = 1;
                else if (std::isfinite(distances(j, j)))
                    gram(i, j) = of_rows(distances.row(i).first(num_training),
                                         distances.row(j).first(num_training));
        });
        return gram;
    }

    DistanceRule rule_;
    std::shared_ptr<const GraphDistances> distances_;
};

}  // namespace

std::unique_ptr<FittedKernel> make_fitted_distances(
    const DistanceRule& rule, std::shared_ptr<const GraphDistances> distances) {
    return std::make_unique<FittedDistances>(rule, std::move(distances));
}

void save_rule(const DistanceRule& rule, const ModelWriter& writer) {
    writer.set("lambda", rule.lambda);
    writer.set("of_rows", rule.of_rows);
}

DistanceRule load_rule(const ModelReader& reader) {
    return {.lambda = reader.positive("lambda"), .of_rows = reader.flag("of_rows")};
}

}  // namespace dhgak
