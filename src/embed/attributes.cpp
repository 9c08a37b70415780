// SPDX-License-Identifier: MIT
#include "embed/attributes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/select_rows.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "embed/column_moments.h"
#include "embed/distinct_rows.h"
#include "slice/rings.h"

namespace dhgak {
namespace {

enum class AttributeMode { mean, sum };

struct AttributeOptions {
    AttributeMode mode = AttributeMode::sum;
    double weight = 1.0;
};

// Attributes with mean 0 and deviation 1. A column that was constant in training is 0 everywhere.
struct AttributeScale {
    std::vector<double> mean;
    std::vector<double> scale;  // 1 / deviation; 0 for a constant column

    std::size_t size() const { return mean.size(); }

    // Rounded to multiples of 2^-24: sums of such numbers are exact, whatever their order, so equal
    // slices get equal sums in every graph.
    double value(float attribute, std::size_t c) const {
        constexpr double kUnit = 0x1p-24;
        return std::nearbyint((attribute - mean[c]) * scale[c] / kUnit) * kUnit;
    }
};

AttributeScale scale_of(const Matrix& attributes) {
    AttributeScale result;
    for (const ColumnMoments& column : column_moments(attributes)) {
        result.mean.push_back(column.mean());
        result.scale.push_back(column.is_constant() ? 0.0 : 1.0 / column.deviation());
    }
    return result;
}

// Sums of a per-node row over the slices of one graph. Column 0 counts the tokens.
class SliceSums {
public:
    SliceSums(const Slices& slices, std::size_t g, const AttributeScale& scale)
        : options_(slices.options),
          graph_(slices.dataset->graph(g)),
          rings_(graph_, slices.rank(g)),
          cols_(1 + scale.size()),
          tokens_(graph_.num_nodes() * cols_),
          blocks_(graph_.num_nodes() * cols_),
          sum_(cols_) {
        for (std::size_t v = 0; v < graph_.num_nodes(); ++v) {
            tokens_[v * cols_] = 1.0;
            const auto attributes = slices.dataset->attributes.row(graph_.first_node + v);
            for (std::size_t c = 0; c < attributes.size(); ++c)
                tokens_[v * cols_ + 1 + c] = scale.value(attributes[c], c);
        }
        for (std::size_t v = 0; v < graph_.num_nodes(); ++v) {
            rings_.search(v, options_.b);
            add_up(tokens_, rings_.ball(options_.b), blocks_.data() + v * cols_);
        }
    }

    void search(std::size_t v) { rings_.search(v, options_.H); }

    // Over S_h^b of the node last searched; the span lives until the next call.
    std::span<const double> at(int h) {
        std::ranges::fill(sum_, 0.0);
        if (h >= rings_.num_rings()) {
            if (!repeats_hops(options_)) return sum_;
            h = rings_.num_rings() - 1;
        }
        if (h == 0 && options_.hop0 == FirstSlice::label)
            add_up(tokens_, rings_.ring(0), sum_.data());
        else
            add_up(blocks_, rings_.ring(h), sum_.data());
        return sum_;
    }

private:
    void add_up(const std::vector<double>& rows, std::span<const std::uint32_t> nodes,
                double* sum) const {
        for (const std::uint32_t u : nodes)
            for (std::size_t c = 0; c < cols_; ++c) sum[c] += rows[u * cols_ + c];
    }

    SliceOptions options_;
    Graph graph_;
    RingSearch rings_;
    std::size_t cols_;
    std::vector<double> tokens_, blocks_;  // by node: its own row, and its sum over N^b
    std::vector<double> sum_;
};

void join(std::span<const float> vector, std::span<const double> sums,
          const AttributeOptions& options, std::span<float> row) {
    if (sums[0] == 0.0) return;
    const bool mean = options.mode == AttributeMode::mean;
    const double scale = mean ? 1.0 / sums[0] : 1.0;
    std::ranges::transform(vector, row.begin(),
                           [&](float x) { return static_cast<float>(x * scale); });
    std::ranges::transform(
        sums.subspan(1), row.begin() + static_cast<std::ptrdiff_t>(vector.size()),
        [&](double x) { return static_cast<float>(options.weight * x * scale); });
    if (mean) row.back() = static_cast<float>(std::log(sums[0]));
}

// Behind those of the labels.
std::size_t num_more_columns(const AttributeScale& scale, const AttributeOptions& options) {
    return scale.size() + (options.mode == AttributeMode::mean ? 1 : 0);
}

std::vector<HopVectors> join_hops(const Slices& slices, const std::vector<HopVectors>& hops,
                                  const AttributeScale& scale, const AttributeOptions& options) {
    const Dataset& dataset = *slices.dataset;
    const std::size_t extra = num_more_columns(scale, options);
    std::vector<Matrix> rows;
    rows.reserve(hops.size());
    for (const HopVectors& hop : hops)
        rows.emplace_back(dataset.num_nodes(), hop.vectors.cols() + extra);
    parallel_for(dataset.num_graphs(), 8, [&](std::size_t g) {
        SliceSums sums(slices, g, scale);
        const Graph graph = dataset.graph(g);
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            const std::size_t node = graph.first_node + v;
            sums.search(v);
            for (std::size_t h = 0; h < hops.size(); ++h)
                join(hops[h].vectors.row(hops[h].vector_of_node[node]),
                     sums.at(static_cast<int>(h)), options, rows[h].row(node));
        }
    });

    std::vector<HopVectors> joined;
    for (Matrix& matrix : rows) {
        DistinctRows distinct = find_distinct_rows(matrix);
        if (!distinct.all_distinct()) matrix = select_rows(matrix, distinct.first_row);
        joined.push_back({std::move(matrix), std::move(distinct.number_of_row)});
    }
    return joined;
}

class AttributeModel : public SliceModel {
public:
    AttributeModel(std::shared_ptr<const SliceModel> inner, AttributeScale scale,
                   const AttributeOptions& options)
        : inner_(std::move(inner)), scale_(std::move(scale)), options_(options) {}

    // Graphs that come without attributes get the mean of the training graphs, which is 0.
    std::vector<HopVectors> embed(const Slices& slices, NewGraphNotes& notes) const override {
        const std::size_t given = slices.dataset->attributes.cols();
        if (given == 0)
            notes.graphs_without_attributes += slices.dataset->num_graphs();
        else if (given != scale_.size())
            throw InputError(fmt::format("{}: {} node attributes, but the model was fitted on {}",
                                         slices.dataset->name, given, scale_.size()));
        return join(slices, inner_->embed(slices, notes));
    }

    std::size_t num_columns() const override {
        return inner_->num_columns() + num_more_columns(scale_, options_);
    }
    std::optional<std::size_t> most_hops() const override { return inner_->most_hops(); }

    std::vector<HopVectors> join(const Slices& slices, const std::vector<HopVectors>& hops) const {
        return join_hops(slices, hops, scale_, options_);
    }

    void save(const ModelWriter& writer) const override {
        writer.set("kind", kAttributes);
        writer.set("mode", options_.mode == AttributeMode::mean ? "mean" : "sum");
        writer.set("weight", options_.weight);
        writer.add("mean", std::span<const double>(scale_.mean));
        writer.add("scale", std::span<const double>(scale_.scale));
        inner_->save(writer.at("tokens"));
    }

private:
    std::shared_ptr<const SliceModel> inner_;
    AttributeScale scale_;
    AttributeOptions options_;
};

class AttributeEmbedder : public Embedder {
public:
    AttributeEmbedder(std::unique_ptr<Embedder> inner, const AttributeOptions& options)
        : inner_(std::move(inner)), options_(options) {}

    FittedEmbedding fit(const Slices& slices, std::uint64_t seed) const override {
        const Matrix& attributes = slices.dataset->attributes;
        if (attributes.cols() == 0)
            throw ConfigError(
                fmt::format("{} has no node attributes; use attributes off", slices.dataset->name));
        FittedEmbedding inner = inner_->fit(slices, seed);
        auto model = std::make_shared<const AttributeModel>(std::move(inner.model),
                                                            scale_of(attributes), options_);
        std::vector<HopVectors> hops = model->join(slices, inner.hops);
        return {std::move(model), std::move(hops)};
    }

    bool hops_stand_alone() const override { return inner_->hops_stand_alone(); }
    std::string identity() const override { return inner_->identity(); }
    std::string device() const override { return inner_->device(); }

private:
    std::unique_ptr<Embedder> inner_;
    AttributeOptions options_;
};

const OptionInfo kWeight = {"weight", "1", "scales the attributes against the labels"};

const MethodInfo kModes[] = {
    {"off", "labels only", {}},
    {"mean", "mean of the tokens, and the logarithm of their number", {kWeight}},
    {"sum", "sum of the tokens", {kWeight}},
};

}  // namespace

std::unique_ptr<Embedder> with_attributes(std::unique_ptr<Embedder> embedder, const Spec& mode) {
    const MethodInfo* const modes[] = {&kModes[0], &kModes[1], &kModes[2]};
    const Spec complete = with_defaults(mode, find_method("attributes", mode, modes));
    if (mode.name == "off") return embedder;
    const AttributeOptions options = {
        .mode = mode.name == "mean" ? AttributeMode::mean : AttributeMode::sum,
        .weight = complete.get_number("weight")};
    if (options.weight < 0.0)
        throw ConfigError(
            fmt::format("{}: option weight={} is negative", mode.name, options.weight));
    return std::make_unique<AttributeEmbedder>(std::move(embedder), options);
}

std::shared_ptr<const SliceModel> load_with_attributes(std::shared_ptr<const SliceModel> inner,
                                                       const ModelReader& reader) {
    const std::string mode = reader.text("mode");
    reader.require(mode == "mean" || mode == "sum", "mode", "expected mean or sum");
    AttributeScale scale = {.mean = reader.doubles("mean"), .scale = reader.doubles("scale")};
    reader.require(scale.mean.size() == scale.scale.size(), "scale",
                   "there must be as many as means");
    constexpr double kLargestAttribute = std::numeric_limits<float>::max();
    for (std::size_t c = 0; c < scale.size(); ++c) {
        reader.require(std::abs(scale.mean[c]) <= kLargestAttribute, "mean",
                       "no attributes have such a mean");
        reader.require(scale.scale[c] >= 0, "scale", "a scale is negative");
    }
    return std::make_shared<const AttributeModel>(
        std::move(inner), std::move(scale),
        AttributeOptions{.mode = mode == "mean" ? AttributeMode::mean : AttributeMode::sum,
                         .weight = reader.number("weight", 0, kLargestOfModel)});
}

std::vector<MethodInfo> list_modes_of_attributes() {
    return {std::begin(kModes), std::end(kModes)};
}

}  // namespace dhgak
