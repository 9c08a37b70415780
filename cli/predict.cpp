// SPDX-License-Identifier: MIT
#include <functional>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "blocks.h"
#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/run/model.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "model_text.h"
#include "options.h"
#include "prediction_rows.h"
#include "run/tally.h"

namespace dhgak::cli {
namespace {

struct PredictFlags : DataFlags {
    std::string model;
    std::string output;
    std::string format = "csv";
    bool probability = false;
    bool safe_csv = false;
};

struct Outcome {
    Tally tally;
    NewGraphNotes notes;
    std::size_t num_graphs = 0;
};

void predict_blocks(const Model& model, const PredictFlags& flags, PredictionRows& rows,
                    Outcome& outcome, const std::function<void()>& after_block) {
    for_each_block("predict", flags.data, molecule_options(flags, model),
                   [&](const Dataset& block) {
                       const Predictions predictions = model.predict(block, outcome.notes);
                       rows.write(block, predictions);
                       outcome.tally.add(block, predictions);
                       outcome.num_graphs += block.num_graphs();
                       after_block();
                   });
    rows.finish();
    after_block();
}

void predict(const PredictFlags& flags) {
    const Model model = Model::load(flags.model);
    if (flags.probability && !model.predictor().has_probabilities())
        throw ConfigError(fmt::format(
            "{}: the model has no probabilities; fit it with --probability", flags.model));
    const bool to_file = !flags.output.empty();
    if (to_file) require_writable(flags.output);
    const bool is_jsonl = flags.format == "jsonl" || flags.output.ends_with(".jsonl");
    Outcome outcome = {.tally = Tally(model), .notes = {}};
    const RowOptions options = {.format = is_jsonl ? RowFormat::jsonl : RowFormat::csv,
                                .probability = flags.probability,
                                .safe_csv = flags.safe_csv};
    if (to_file) {
        write_atomically(flags.output, [&](std::ostream& out) {
            PredictionRows rows(model, options, out);
            predict_blocks(model, flags, rows, outcome, [] {});
        });
    } else {
        std::ostringstream block;
        PredictionRows rows(model, options, block);
        predict_blocks(model, flags, rows, outcome,
                       [&] { print_data(std::exchange(block, std::ostringstream()).str()); });
    }
    warn(outcome.notes);
    std::string summary;
    if (!outcome.tally.empty()) summary = outcome.tally.document().as_text();
    if (to_file)
        print(fmt::format("{}{}: {} predictions\n", summary, flags.output, outcome.num_graphs));
    else
        fmt::print(stderr, "{}", summary);
}

}  // namespace

void add_predict(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "predict", "Say the classes of other graphs by a model, one row for each graph");
    const auto flags = std::make_shared<PredictFlags>();
    reads(command->add_option("MODEL", flags->model, "A model that `dhgak fit` wrote"))->required();
    add_new_data(*command, *flags);
    writes(
        command->add_option("-o,--output", flags->output,
                            "Where to write the rows (.csv or .jsonl); else to standard output"));
    command->add_option("--format", flags->format, "csv or jsonl, where the name does not tell")
        ->check(CLI::IsMember({"csv", "jsonl"}))
        ->capture_default_str();
    command->add_flag(
        "--probability", flags->probability,
        "Probabilities of the classes, too; the model must have been fitted with them");
    command->add_flag(
        "--safe-csv", flags->safe_csv,
        "For tables from strangers that a spreadsheet will open: names that begin with = + - @, "
        "a tab or a carriage return, which it could take for formulas, get a ' in front");
    command->callback([flags] { predict(*flags); });
}

}  // namespace dhgak::cli
