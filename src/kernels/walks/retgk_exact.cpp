// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "kernel/label_numbers.h"
#include "kernel/no_training.h"
#include "kernel/pairs.h"
#include "kernel/standardisation.h"
#include "kernels/walks/point_similarities.h"
#include "kernels/walks/retgk.h"
#include "kernels/walks/walk_nodes.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

// The mean over pairs of nodes of how alike they are where labels are equal, else 0: the inner
// product of the graphs' mean embeddings.
double mean_product(const WalkClasses& some, std::size_t g, const WalkClasses& others,
                    std::size_t f, double sigma) {
    const WalkNodes &a = some.nodes, &b = others.nodes;
    const std::size_t a_end = a.offsets[g + 1], b_end = b.offsets[f + 1];
    std::vector<double> alike(b_end - b.offsets[f]);
    double sum = 0;
    std::size_t first = b.offsets[f], last = first;  // the nodes with the label of u
    for (std::size_t u = a.offsets[g]; u < a_end; ++u) {
        while (first < b_end && b.labels[first] < a.labels[u]) ++first;
        last = std::max(last, first);
        while (last < b_end && b.labels[last] == a.labels[u]) ++last;
        const std::span<double> values(alike.data(), last - first);
        point_similarities(a.point(u), b.points.data() + first * b.steps, sigma, values);
        if (a.attributes.cols() > 0)
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] *=
                    std::exp(-attribute_distance(a.attributes.row(u), b.attributes.row(first + i)));
        double of_node = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            of_node += others.counts[first + i] * values[i];
        sum += some.counts[u] * of_node;
    }
    return sum / (some.sizes[g] * others.sizes[f]);
}

std::vector<double> self_products(const WalkClasses& classes, double sigma,
                                  const TimeLimit& limit = {}) {
    std::vector<double> products(classes.nodes.num_graphs());
    parallel_for(products.size(), kPairBlock, [&](std::size_t g) {
        limit.require_time_to_prepare();
        if (classes.sizes[g] > 0) products[g] = mean_product(classes, g, classes, g, sigma);
    });
    return products;
}

// Says so if comparing all pairs of graphs will be long.
void tell_if_long(const WalkClasses& classes) {
    constexpr double kStep = 2.5e-10, kPair = 8e-9;  // seconds, as measured
    std::map<std::uint32_t, double> with_label;
    for (const std::uint32_t label : classes.nodes.labels) ++with_label[label];
    double pairs = 0;
    for (const auto& [label, count] : with_label) pairs += count * count / 2;
    const bool has_attributes = classes.nodes.attributes.cols() > 0;  // of which there are none
    announce_if_long("retgk", pairs * (kPair + kStep * static_cast<double>(classes.nodes.steps)),
                     has_attributes ? ""
                                    : ", and the time of retgk:features=1000 grows with the "
                                      "number of graphs instead of its square");
}

// The distance of mean embeddings (MMD). What is below rounding counts as none: the root would
// blow it up.
double mean_distance(double own, double others, double product) {
    constexpr double kRounding = 1e-12;
    const double square = own + others - 2 * product;
    return square > kRounding * (own + others) ? std::sqrt(square) : 0;
}

class FittedReturns final : public FittedKernel {
public:
    struct Parts {
        LabelNumbers labels;
        std::optional<Standardisation> standardisation;  // of attributes, where they count
        WalkClasses classes;                             // of the training graphs
        std::vector<double> own;  // by training graph: its product with itself
        double node_sigma = 1;    // sigma_1 of the paper
        double graph_sigma = 1;   // sigma_2
        double time_limit = 0;
        std::vector<double> distances;  // by pair of training graphs; none in a model from a file
    };

    explicit FittedReturns(Parts parts) : parts_(std::move(parts)) {}

    std::size_t num_training_graphs() const override { return parts_.classes.nodes.num_graphs(); }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        const GraphPairs pairs(parts_.classes.nodes.offsets);
        if (parts_.distances.size() != pairs.size()) refuse_without_training_kernel();
        const std::size_t num_training = num_training_graphs();
        GramMatrix gram(num_training + others.num_graphs());
        for (const std::size_t g : pairs.graphs()) gram(g, g) = 1;
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
            const auto [g, f] = pairs[pair];
            gram(g, f) = gram(f, g) = value_of(parts_.distances[pair]);
        }
        NewGraphNotes notes;
        const CrossGram cross = against_training(others, notes);
        for (std::size_t i = 0; i < cross.rows; ++i) {
            const std::size_t row = num_training + i;
            gram(row, row) = others.node_offsets[i] < others.node_offsets[i + 1] ? 1 : 0;
        }
        copy_new_rows(cross, gram);
        for (const int level : levels) visit(level, gram);
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        const TimeLimit limit("retgk", parts_.time_limit);
        const std::vector<std::uint32_t> labels = parts_.labels.of_nodes(graphs, notes);
        CrossGram cross(graphs.num_graphs(), num_training_graphs());
        if (cross.values.empty()) return cross;
        Matrix attributes;
        if (parts_.standardisation)
            attributes = parts_.standardisation->apply(graphs, graphs.attributes, notes);
        const WalkClasses classes =
            join_alike(walk_nodes(graphs, labels, parts_.classes.nodes.steps, attributes, limit));
        const std::vector<double> own = self_products(classes, parts_.node_sigma, limit);
        Allowance allowance(limit, cross.values.size());
        parallel_for(cross.values.size(), kPairBlock, [&](std::size_t i) {
            const std::size_t g = i / cross.cols, t = i % cross.cols;
            allowance.require_time();
            if (own[g] > 0 && parts_.own[t] > 0)
                cross.values[i] = value_of(
                    mean_distance(own[g], parts_.own[t],
                                  mean_product(parts_.classes, t, classes, g, parts_.node_sigma)));
            allowance.advance();
        });
        return cross;
    }

    void save(const ModelWriter& writer) const override {
        writer.set("random_features", false);
        writer.set("labels", parts_.labels.names());
        const WalkNodes& nodes = parts_.classes.nodes;
        writer.set("steps", nodes.steps);
        writer.set("node_sigma", parts_.node_sigma);
        writer.set("graph_sigma", parts_.graph_sigma);
        const std::vector<std::int64_t> offsets(nodes.offsets.begin(), nodes.offsets.end());
        writer.add("node_offsets", std::span<const std::int64_t>(offsets));
        writer.add("node_labels", std::span<const std::uint32_t>(nodes.labels));
        writer.add("node_counts", std::span<const double>(parts_.classes.counts));
        writer.add("points", std::span<const double>(nodes.points));
        if (!parts_.standardisation) return;
        parts_.standardisation->save(writer);
        writer.add("attributes", nodes.attributes);
    }

private:
    double value_of(double distance) const { return std::exp(-distance / parts_.graph_sigma); }

    Parts parts_;
};

}  // namespace

std::unique_ptr<FittedKernel> fit_retgk_exactly(const Dataset& graphs, const RetgkOptions& options,
                                                const FitContext& context) {
    return context.times.measure("kernel", [&]() -> std::unique_ptr<FittedKernel> {
        const TimeLimit limit("retgk", options.time_limit);
        NewGraphNotes notes;
        FittedReturns::Parts parts = {
            .labels = LabelNumbers(graphs), .standardisation = {}, .classes = {}, .own = {}};
        Matrix attributes;
        if (options.attributes) {
            if (graphs.attributes.cols() == 0)
                throw ConfigError(fmt::format(
                    "{} has no node attributes; use retgk without attributes=yes", graphs.name));
            parts.standardisation.emplace(graphs.attributes);
            attributes = parts.standardisation->apply(graphs, graphs.attributes, notes);
        }
        const WalkNodes nodes = walk_nodes(graphs, parts.labels.of_nodes(graphs, notes),
                                           options.steps, attributes, limit);
        parts.node_sigma = usual_distance(nodes, options.seed);
        parts.classes = join_alike(nodes);
        tell_if_long(parts.classes);
        parts.own = self_products(parts.classes, parts.node_sigma, limit);
        parts.time_limit = options.time_limit;
        const GraphPairs pairs(graphs.node_offsets);
        parts.distances.resize(pairs.size());
        Allowance allowance(limit, pairs.size());
        parallel_for(pairs.size(), kPairBlock, [&](std::size_t pair) {
            const auto [g, f] = pairs[pair];
            allowance.require_time();
            parts.distances[pair] =
                mean_distance(parts.own[g], parts.own[f],
                              mean_product(parts.classes, g, parts.classes, f, parts.node_sigma));
            allowance.advance();
        });
        parts.graph_sigma = scale_of(parts.distances);
        return std::make_unique<FittedReturns>(std::move(parts));
    });
}

std::unique_ptr<FittedKernel> load_exact_retgk(const ModelReader& reader) {
    FittedReturns::Parts parts = {
        .labels = LabelNumbers(reader), .standardisation = {}, .classes = {}, .own = {}};
    const std::vector<std::string>& names = parts.labels.names();
    WalkNodes& nodes = parts.classes.nodes;
    nodes.steps = static_cast<std::size_t>(reader.integer("steps", 1, 1000));
    const std::vector<std::int64_t> offsets = reader.offsets("node_offsets");
    nodes.offsets.assign(offsets.begin(), offsets.end());
    nodes.labels = reader.numbers(
        "node_labels", static_cast<std::uint32_t>(std::max<std::size_t>(names.size(), 1) - 1));
    nodes.points = reader.doubles("points");
    reader.require(!nodes.offsets.empty() && nodes.labels.size() == nodes.offsets.back(),
                   "node_labels", "there must be one for each node");
    std::vector<double>& counts = parts.classes.counts;
    counts = reader.doubles("node_counts");
    reader.require(counts.size() == nodes.labels.size(), "node_counts",
                   "there must be one for each node");
    for (const double count : counts)
        reader.require(count >= 1 && count <= 0x1p32 && count == std::floor(count), "node_counts",
                       "it is a whole number from 1 on");
    reader.require(std::ranges::all_of(
                       nodes.points, [](double chance) { return chance >= 0 && chance <= 1.001; }),
                   "points", "one is not the chance that a walk returns");
    for (std::size_t g = 0; g < nodes.num_graphs(); ++g)
        reader.require(std::is_sorted(nodes.labels.begin() + offsets[g],
                                      nodes.labels.begin() + offsets[g + 1]),
                       "node_labels", "do not ascend inside a graph");
    for (std::size_t g = 0; g < nodes.num_graphs(); ++g)
        parts.classes.sizes.push_back(
            std::accumulate(counts.begin() + offsets[g], counts.begin() + offsets[g + 1], 0.0));
    reader.require(nodes.points.size() == nodes.labels.size() * nodes.steps, "points",
                   "there must be one number for each node and step");
    if (reader.has("attributes")) {
        parts.standardisation.emplace(reader);
        nodes.attributes = reader.matrix("attributes");
        reader.require(nodes.attributes.rows() == nodes.labels.size() &&
                           nodes.attributes.cols() == parts.standardisation->num_columns(),
                       "attributes", "there must be a row for each node, as long as the means");
    }
    parts.node_sigma = reader.positive("node_sigma");
    parts.graph_sigma = reader.positive("graph_sigma");
    parts.own = self_products(parts.classes, parts.node_sigma);
    return std::make_unique<FittedReturns>(std::move(parts));
}

}  // namespace dhgak
