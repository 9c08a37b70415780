// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/parallel.h"
#include "kernel/label_numbers.h"
#include "kernel/no_training.h"
#include "kernels/walks/retgk.h"
#include "kernels/walks/walk_nodes.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostGraphs = 2000;  // whose distances tell the usual one

double normal(Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
    return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

// Rows of a Cauchy distribution, whose characteristic function is exp(-length): the cosine of the
// difference of two points' products with such a row is exp(-distance) on average.
class Frequencies {
public:
    Frequencies(std::size_t rows, std::uint64_t seed) : seed_(seed) {
        Random random(derive_seed(seed, {0}));
        for (std::size_t r = 0; r < rows; ++r) heights_.push_back(std::abs(normal(random)));
    }

    std::size_t rows() const { return heights_.size(); }

    // `rows` x `cols` of them, for the columns that go by this name.
    std::vector<double> columns(std::string_view name, std::size_t cols,
                                const TimeLimit& limit = {}) const {
        std::uint64_t seed = derive_seed(seed_, {1, name.size()});
        for (const char c : name) seed = derive_seed(seed, {static_cast<unsigned char>(c)});
        Random random(seed);
        std::vector<double> values(rows() * cols);
        for (std::size_t r = 0; r < rows(); ++r) {
            limit.require_time_to_prepare();
            for (std::size_t c = 0; c < cols; ++c)
                values[r * cols + c] = normal(random) / heights_[r];
        }
        return values;
    }

private:
    std::uint64_t seed_;
    std::vector<double> heights_;
};

// Writes cosine and sine of a row's products, `scale` times each.
void write_waves(std::span<const double> products, double scale, std::span<double> waves) {
    for (std::size_t r = 0; r < products.size(); ++r) {
        waves[2 * r] = scale * std::cos(products[r]);
        waves[2 * r + 1] = scale * std::sin(products[r]);
    }
}

double product(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

// By label, of one graph: the sum of its nodes' features over the number of all its nodes.
using MeanFeatures = std::map<std::uint32_t, std::vector<double>>;

double distance(const MeanFeatures& a, const MeanFeatures& b) {
    double square = 0;
    const auto add = [&](const MeanFeatures& from, const MeanFeatures& to, bool both) {
        for (const auto& [label, values] : from) {
            const auto other = to.find(label);
            if (other != to.end() && !both) continue;
            for (std::size_t i = 0; i < values.size(); ++i) {
                const double apart = values[i] - (other == to.end() ? 0 : other->second[i]);
                square += apart * apart;
            }
        }
    };
    add(a, b, true);
    add(b, a, false);
    constexpr double kRounding = 1e-12;
    return square > kRounding ? std::sqrt(square) : 0;
}

// Two layers of random features: of nodes, whose mean is a graph's, and of graphs.
class ReturnFeatures {
public:
    ReturnFeatures(const RetgkOptions& options, LabelNumbers labels)
        : options_(options),
          labels_(std::move(labels)),
          of_nodes_((options.node_features + 1) / 2, derive_seed(options.seed, {1})),
          of_graphs_((options.features + 1) / 2, derive_seed(options.seed, {2})),
          frequencies_of_steps_(of_nodes_.columns("", options.steps)) {}

    // Learns the two scales from the training graphs; their features.
    SparseMatrix fit(const Dataset& graphs) {
        const TimeLimit limit = time_limit();
        NewGraphNotes notes;
        const std::vector<std::uint32_t> labels = labels_.of_nodes(graphs, notes);
        const WalkNodes nodes = walk(graphs, labels, limit);
        node_sigma_ = usual_distance(nodes, options_.seed);
        std::vector<std::size_t> drawn;
        for (std::size_t g = 0; g < graphs.num_graphs(); ++g)
            if (graphs.node_offsets[g] < graphs.node_offsets[g + 1]) drawn.push_back(g);
        Random(derive_seed(options_.seed, {3})).shuffle(drawn);
        drawn.resize(std::min(drawn.size(), kMostGraphs));
        std::vector<MeanFeatures> means(drawn.size());
        parallel_for(drawn.size(), kGraphBlock,
                     [&](std::size_t i) { means[i] = mean_of(nodes, drawn[i], limit); });
        std::vector<std::vector<double>> distances(drawn.size());
        parallel_for(drawn.size(), kGraphBlock, [&](std::size_t i) {
            for (std::size_t j = 0; j < i; ++j)
                distances[i].push_back(distance(means[i], means[j]));
        });
        std::vector<double> all;
        for (const auto& row : distances) all.insert(all.end(), row.begin(), row.end());
        graph_sigma_ = scale_of(std::move(all));
        return features_of(graphs, labels, nodes, limit);
    }

    SparseMatrix features(const Dataset& graphs, NewGraphNotes& notes) const {
        const TimeLimit limit = time_limit();
        const std::vector<std::uint32_t> labels = labels_.of_nodes(graphs, notes);
        return features_of(graphs, labels, walk(graphs, labels, limit), limit);
    }

    std::size_t num_features() const { return 2 * of_graphs_.rows(); }

    void save(const ModelWriter& writer) const {
        writer.set("random_features", true);
        writer.set("labels", labels_.names());
        writer.set("steps", options_.steps);
        writer.set("features", options_.features);
        writer.set("node_features", options_.node_features);
        writer.set("seed", fmt::format("{}", options_.seed));
        writer.set("node_sigma", node_sigma_);
        writer.set("graph_sigma", graph_sigma_);
    }

    void set_scales(double node_sigma, double graph_sigma) {
        node_sigma_ = node_sigma;
        graph_sigma_ = graph_sigma;
    }

private:
    TimeLimit time_limit() const { return {"retgk", options_.time_limit}; }

    WalkNodes walk(const Dataset& graphs, std::span<const std::uint32_t> labels,
                   const TimeLimit& limit) const {
        return walk_nodes(graphs, labels, options_.steps, {}, limit);
    }

    SparseMatrix features_of(const Dataset& graphs, std::span<const std::uint32_t> labels,
                             const WalkNodes& nodes, const TimeLimit& limit) const {
        std::map<std::string, std::uint32_t> labels_by_name;
        for (std::size_t v = 0; v < labels.size(); ++v)
            labels_by_name.emplace(graphs.label_names[graphs.node_labels[v]], labels[v]);
        std::vector<MeanFeatures> means(graphs.num_graphs());
        parallel_for(means.size(), kGraphBlock,
                     [&](std::size_t g) { means[g] = mean_of(nodes, g, limit); });

        const std::size_t rows = of_graphs_.rows(), cols = 2 * of_nodes_.rows();
        std::vector<double> products(means.size() * rows);
        for (const auto& entry : labels_by_name) {
            const std::uint32_t label = entry.second;
            const std::vector<double> frequencies = of_graphs_.columns(entry.first, cols, limit);
            parallel_for(means.size(), kGraphBlock, [&](std::size_t g) {
                const auto found = means[g].find(label);
                if (found == means[g].end()) return;
                limit.require_time_to_prepare();
                for (std::size_t r = 0; r < rows; ++r)
                    products[g * rows + r] +=
                        product(std::span(frequencies).subspan(r * cols, cols), found->second) /
                        graph_sigma_;
            });
        }
        return waves_of(graphs, products);
    }

    MeanFeatures mean_of(const WalkNodes& nodes, std::size_t g, const TimeLimit& limit) const {
        const std::size_t begin = nodes.offsets[g], end = nodes.offsets[g + 1];
        const std::size_t rows = of_nodes_.rows();
        const double scale = 1 / std::sqrt(static_cast<double>(rows));
        std::vector<double> products(rows), waves(2 * rows);
        MeanFeatures means;
        for (std::size_t v = begin; v < end; ++v) {
            limit.require_time_to_prepare();
            for (std::size_t r = 0; r < rows; ++r)
                products[r] = product(std::span(frequencies_of_steps_)
                                          .subspan(r * options_.steps, options_.steps),
                                      nodes.point(v)) /
                              node_sigma_;
            write_waves(products, scale, waves);
            std::vector<double>& mean = means[nodes.labels[v]];
            mean.resize(waves.size());
            for (std::size_t i = 0; i < waves.size(); ++i)
                mean[i] += waves[i] / static_cast<double>(end - begin);
        }
        return means;
    }

    // Rows of unit length, but for graphs without nodes.
    SparseMatrix waves_of(const Dataset& graphs, std::span<const double> products) const {
        const std::size_t rows = of_graphs_.rows();
        const double scale = 1 / std::sqrt(static_cast<double>(rows));
        SparseMatrix matrix;
        matrix.num_cols = num_features();
        std::vector<double> waves(num_features());
        for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
            if (graphs.node_offsets[g] < graphs.node_offsets[g + 1]) {
                write_waves(products.subspan(g * rows, rows), scale, waves);
                matrix.values.insert(matrix.values.end(), waves.begin(), waves.end());
                for (std::size_t c = 0; c < waves.size(); ++c)
                    matrix.columns.push_back(static_cast<std::int32_t>(c));
            }
            matrix.row_offsets.push_back(static_cast<std::int64_t>(matrix.columns.size()));
        }
        return matrix;
    }

    RetgkOptions options_;
    LabelNumbers labels_;
    Frequencies of_nodes_, of_graphs_;
    std::vector<double> frequencies_of_steps_;
    double node_sigma_ = 1;
    double graph_sigma_ = 1;
};

class FittedReturnFeatures final : public FittedKernel {
public:
    FittedReturnFeatures(ReturnFeatures map, std::shared_ptr<const SparseMatrix> training)
        : map_(std::move(map)), training_(std::move(training)) {}

    std::size_t num_training_graphs() const override {
        return training_ ? training_->num_rows() : 0;
    }
    std::size_t num_features(int) const override { return map_.num_features(); }
    std::size_t num_feature_entries(int) const override {
        return training_ ? training_->num_entries() : 0;
    }
    std::vector<std::size_t> num_columns() const override { return {map_.num_features()}; }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        visit_features(others, levels, [&](int level, const SparseMatrix& features) {
            GramMatrix gram(features.num_rows());
            add_inner_products(gram, features);
            mirror(gram);
            normalize(gram);
            visit(level, gram);
        });
    }

    void visit_features(const Dataset& others, std::span<const int> levels,
                        const FeatureVisitor& visit) const override {
        SparseMatrix all = training();
        NewGraphNotes notes;
        if (others.num_graphs() > 0) append_rows(all, map_.features(others, notes));
        for (const int level : levels) visit(level, all);
    }

    SparseMatrix features(const Dataset& graphs, NewGraphNotes& notes) const override {
        return map_.features(graphs, notes);
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        return cross_products(map_.features(graphs, notes), training());
    }

    void save(const ModelWriter& writer) const override { map_.save(writer); }

private:
    const SparseMatrix& training() const {
        if (!training_) refuse_without_training_graphs();
        return *training_;
    }

    ReturnFeatures map_;
    std::shared_ptr<const SparseMatrix> training_;  // none in a model that came from a file
};

}  // namespace

std::unique_ptr<FittedKernel> fit_retgk_features(const Dataset& graphs, const RetgkOptions& options,
                                                 const FitContext& context) {
    return context.times.measure("kernel", [&]() -> std::unique_ptr<FittedKernel> {
        ReturnFeatures map(options, LabelNumbers(graphs));
        auto training = std::make_shared<const SparseMatrix>(map.fit(graphs));
        return std::make_unique<FittedReturnFeatures>(std::move(map), std::move(training));
    });
}

std::unique_ptr<FittedKernel> load_retgk_features(const ModelReader& reader) {
    RetgkOptions options;
    options.steps = static_cast<std::size_t>(reader.integer("steps", 1, 1000));
    options.features = static_cast<std::size_t>(reader.integer("features", 1, 1'000'000));
    options.node_features = static_cast<std::size_t>(reader.integer("node_features", 2, 100'000));
    const std::string seed = reader.text("seed");
    const auto [end, error] = std::from_chars(seed.data(), seed.data() + seed.size(), options.seed);
    reader.require(error == std::errc() && end == seed.data() + seed.size(), "seed",
                   "must be a whole number below 2^64");
    ReturnFeatures map(options, LabelNumbers(reader));
    map.set_scales(reader.positive("node_sigma"), reader.positive("graph_sigma"));
    return std::make_unique<FittedReturnFeatures>(std::move(map), nullptr);
}

}  // namespace dhgak
