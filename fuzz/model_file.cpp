// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>

#include "dhgak/explain/explain.h"
#include "dhgak/graph/builder.h"
#include "dhgak/run/model.h"
#include "fuzz_target.h"
#include "io/model_format.h"
#include "io/safetensors.h"
#include "model_edits.h"

using namespace dhgak;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

// Labels that the models of the corpus know and others; graphs without edges and without nodes.
Dataset make_graphs() {
    DatasetBuilder builder;
    builder.add_graph({.labels = {0, 1, 0, 2},
                       .edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}},
                       .edge_labels = {0, 1, 0, 2},
                       .attributes = {{1}, {0}, {0.5F}, {-3}}});
    builder.add_graph(
        {.labels = {1, 0}, .edges = {{0, 1}}, .edge_labels = {0}, .attributes = {{0}, {1}}});
    builder.add_graph({.labels = {0}, .attributes = {{0}}});
    builder.add_graph({});
    return builder.build();
}

// Neither edge labels nor attributes.
Dataset make_bare_graphs() {
    DatasetBuilder builder;
    builder.add_graph({.labels = {7, 1, 1}, .edges = {{0, 1}, {1, 2}}});
    builder.add_graph({.labels = {1, 0}, .edges = {{0, 1}}});
    return builder.build();
}

void require_finite(std::span<const double> values) {
    fuzz::require(std::ranges::all_of(values, [](double x) { return std::isfinite(x); }));
}

void predict(const Model& model, const Dataset& graphs) {
    NewGraphNotes notes;
    const Predictions predictions = model.predict(graphs, notes);
    fuzz::require(predictions.classes.size() == graphs.num_graphs());
    for (const std::uint32_t c : predictions.classes)
        fuzz::require(c < model.info().class_names.size());
    require_finite(predictions.decisions);
    require_finite(predictions.probabilities);
}

void explain(const Model& model, const Dataset& graphs) {
    const Explainer explainer(model);
    NewGraphNotes notes;
    ColumnTally tally;
    for (const GraphExplanation& graph : explainer.explain(graphs, 0, notes, &tally))
        for (const FunctionExplanation& function : graph.functions) {
            require_finite(function.scores);
            for (const ColumnScore& column : function.columns)
                model.kernel().feature_guide()->describe(column.level, column.column);
        }
    for (const ClassColumns& columns : tally.most_important(explainer))
        for (const ImportantColumn& column : columns.columns)
            fuzz::require(std::isfinite(column.score));
    const PairExplanation pair = explainer.explain_pair(graphs, 0, 1);
    fuzz::require(std::isfinite(pair.value));
}

}  // namespace

// A model that loads predicts, transforms and explains, with numbers that are finite.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    static const Dataset graphs = make_graphs(), bare = make_bare_graphs();
    return fuzz::expect_answer([&] {
        const auto path = folder.write("model", fuzz::text_of(data, size));
        const Model model = Model::load(path);
        fuzz::expect_answer([&] { predict(model, graphs); });
        fuzz::expect_answer([&] { predict(model, bare); });
        fuzz::expect_answer([&] {
            NewGraphNotes notes;
            require_finite(model.transform(graphs, notes).values);
        });
        fuzz::expect_answer([&] { explain(model, graphs); });
    });
}

// Some edits that keep the file whole, or bytes changed anywhere in it or in one of its arrays;
// under a right checksum where it still is a model.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    std::minstd_rand random(seed);
    const auto finish = [&](const fuzz::OpenModel& model, std::size_t unchanged) {
        const std::string text = model.text();
        if (text.size() > max_size) return unchanged;
        std::ranges::copy(text, reinterpret_cast<char*>(data));
        return text.size();
    };
    std::optional<fuzz::OpenModel> model = fuzz::OpenModel::parse(fuzz::text_of(data, size));
    if (!model || random() % 16 == 0) {
        const std::size_t changed = LLVMFuzzerMutate(data, size, max_size);
        model = fuzz::OpenModel::parse(fuzz::text_of(data, changed));
        return model ? finish(*model, changed) : changed;
    }
    if (!model->arrays.empty() && random() % 8 == 0) {
        auto& [name, array] = *std::next(
            model->arrays.begin(), static_cast<std::ptrdiff_t>(random() % model->arrays.size()));
        LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(array.bytes.data()), array.bytes.size(),
                         array.bytes.size());
    } else {
        fuzz::ModelEdits edits(*model, seed);
        for (unsigned i = 0; i <= random() % 3; ++i) edits.edit();
    }
    return finish(*model, size);
}

// The arrays and values of one model, some of them from the other.
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data, std::size_t size,
                                                 const std::uint8_t* other, std::size_t other_size,
                                                 std::uint8_t* out, std::size_t max_size,
                                                 unsigned seed) {
    std::optional<fuzz::OpenModel> model = fuzz::OpenModel::parse(fuzz::text_of(data, size));
    const auto giver = fuzz::OpenModel::parse(fuzz::text_of(other, other_size));
    if (!model || !giver) return 0;
    std::minstd_rand random(seed);
    for (auto& [name, array] : model->arrays)
        if (const auto found = giver->arrays.find(name);
            found != giver->arrays.end() && random() % 4 == 0)
            array = found->second;
    for (const auto& [name, value] : giver->values.items())
        if (model->values.contains(name) && random() % 8 == 0) model->values[name] = value;
    const std::string text = model->text();
    if (text.size() > max_size) return 0;
    std::ranges::copy(text, reinterpret_cast<char*>(out));
    return text.size();
}
