// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands.h"
#include "data_options.h"
#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
#include "explain/explanation_report.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "model_text.h"
#include "options.h"

namespace dhgak::cli {
namespace {

struct ExplainFlags : DataFlags {
    std::string model;
    std::string training;
    std::string output;
    std::optional<std::size_t> graph;
    std::vector<std::size_t> pair;
    std::size_t top = 10;
};

// The graphs that the model was fitted on: named, or else DATA if it looks like them.
std::shared_ptr<const TrainingIndex> training_of(const ExplainFlags& flags, const Model& model,
                                                 const Dataset& data) {
    if (!flags.training.empty())
        return std::make_shared<TrainingIndex>(
            model, read_dataset(flags.training, molecule_options(flags, model)));
    if (looks_like_training(model.info(), data))
        return std::make_shared<TrainingIndex>(model, data);
    return nullptr;
}

void write(const ExplainFlags& flags, const std::string& json, const Document& document) {
    if (!flags.output.empty())
        write_atomically(flags.output, [&](std::ostream& out) { out << json; });
    print(document.as_text());
}

void explain(const ExplainFlags& flags) {
    const Model model = Model::load(flags.model);
    const auto explainer = std::make_shared<Explainer>(model);
    if (!flags.output.empty()) require_writable(flags.output);
    Dataset data = read_dataset(flags.data, molecule_options(flags, model));
    const auto training = training_of(flags, model, data);
    if (!flags.pair.empty()) {
        const PairReport report =
            explain_two(explainer, training, data, flags.pair[0], flags.pair[1], flags.top);
        return write(flags, to_json(report), to_document(report));
    }
    NewGraphNotes notes;
    const ExplanationReport report = explain_dataset(
        explainer, training, std::move(data), {.graph = flags.graph, .top = flags.top}, notes);
    warn(notes);
    write(flags, to_json(report), to_document(report));
}

}  // namespace

void add_explain(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "explain", "Say which nodes and clusters made a model decide as it does");
    const auto flags = std::make_shared<ExplainFlags>();
    reads(command->add_option("MODEL", flags->model, "A model that `dhgak fit` wrote"))->required();
    add_new_data(*command, *flags);
    CLI::Option* graph = command->add_option(
        "--graph", flags->graph,
        "Explain this graph alone, numbered from 0; else all, and the model as a whole");
    command
        ->add_option("--pair", flags->pair,
                     "Two graphs: which nodes of the first are aligned with which of the second")
        ->expected(2)
        ->excludes(graph);
    reads(command->add_option(
        "--training", flags->training,
        "The graphs that the model was fitted on, from which clusters get their examples; needed "
        "where DATA is something else"));
    command->add_option("--top", flags->top, "Clusters that are named for a graph or a class")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    writes(command->add_option("-o,--output", flags->output,
                               "Write all scores to this JSON file (docs/formats.md)"));
    command->callback([flags] { explain(*flags); });
}

}  // namespace dhgak::cli
