// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iostream>
#include <map>
#include <span>

#include <fmt/format.h>

#include "blocks.h"
#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/io/atomic_file.h"
#include "dhgak/learn/statistics.h"
#include "dhgak/run/document.h"
#include "dhgak/run/model.h"
#include "model_text.h"
#include "options.h"
#include "prediction_rows.h"

namespace dhgak::cli {
namespace {

constexpr std::size_t kMostTabled = 30;  // classes

struct PredictFlags : DataFlags {
    std::string model;
    std::string output;
    std::string format = "csv";
    bool probability = false;
};

// Predictions of graphs whose class is known after all, by names: a new file may number classes
// otherwise, and may have some that the model never saw.
class Tally {
public:
    void add(const Dataset& graphs, const Predictions& predictions,
             const std::vector<std::string>& class_names,
             std::span<const std::uint32_t> model_classes) {
        for (std::size_t g = 0; g < graphs.classes.size(); ++g) {
            if (graphs.classes[g] == kUnknownClass) continue;
            const std::string& truth = graphs.class_names[graphs.classes[g]];
            const std::string& said = class_names[predictions.classes[g]];
            ++counts_[truth][said];
            right_ += truth == said;
            ++total_;
            if (predictions.decisions.size() != predictions.classes.size()) continue;
            const auto [low, high] = std::ranges::minmax(model_classes);
            if (truth != class_names[low] && truth != class_names[high]) continue;
            decisions_.push_back(predictions.decisions[g]);
            is_positive_.push_back(truth == class_names[high]);
        }
    }

    bool empty() const { return total_ == 0; }

    std::string text(std::vector<std::string> names) const {
        for (const auto& [truth, said] : counts_)
            if (std::ranges::count(names, truth) == 0) names.push_back(truth);
        Document document;
        document.line(fmt::format(
            "accuracy {} ({} of {} graphs whose class is given)",
            percent(static_cast<double>(right_) / static_cast<double>(total_)), right_, total_));
        const auto num_positive = std::ranges::count(is_positive_, true);
        if (num_positive > 0 && num_positive < std::ssize(is_positive_))
            document.line(fmt::format("AUROC {:.4f}   average precision {:.4f}",
                                      auroc(decisions_, is_positive_),
                                      average_precision(decisions_, is_positive_)));
        if (names.size() > kMostTabled) return document.as_text();
        TextTable table = {.header = {"true class, predicted as"}, .rows = {}};
        table.header.insert(table.header.end(), names.begin(), names.end());
        for (const std::string& truth : names) {
            std::vector<std::string> row = {truth};
            const auto found = counts_.find(truth);
            for (const std::string& said : names)
                row.push_back(
                    fmt::format("{}", found != counts_.end() && found->second.contains(said)
                                          ? found->second.at(said)
                                          : 0));
            table.rows.push_back(std::move(row));
        }
        document.table(std::move(table));
        return document.as_text();
    }

private:
    std::map<std::string, std::map<std::string, std::size_t>> counts_;
    std::size_t right_ = 0;
    std::size_t total_ = 0;
    std::vector<double> decisions_;  // of two classes
    std::vector<bool> is_positive_;
};

struct Outcome {
    Tally tally;
    NewGraphNotes notes;
    std::size_t num_graphs = 0;
};

Outcome predict_blocks(const Model& model, const PredictFlags& flags, PredictionRows& rows) {
    Outcome outcome;
    for_each_block("predict", flags.data, molecule_options(flags, model),
                   [&](const Dataset& block) {
                       const Predictions predictions = model.predict(block, outcome.notes);
                       rows.write(block, predictions);
                       outcome.tally.add(block, predictions, model.info().class_names,
                                         model.classifier().classes());
                       outcome.num_graphs += block.num_graphs();
                   });
    return outcome;
}

void predict(const PredictFlags& flags) {
    const Model model = Model::load(flags.model);
    if (flags.probability && !model.classifier().has_probabilities())
        throw ConfigError(fmt::format(
            "{}: the model has no probabilities; fit it with --probability", flags.model));
    const bool to_file = !flags.output.empty();
    if (to_file) require_writable(flags.output);
    const bool is_jsonl = flags.format == "jsonl" || flags.output.ends_with(".jsonl");
    Outcome outcome;
    const auto write = [&](std::ostream& out) {
        PredictionRows rows(model, is_jsonl ? RowFormat::jsonl : RowFormat::csv, flags.probability,
                            out);
        outcome = predict_blocks(model, flags, rows);
        rows.finish();
    };
    if (to_file) {
        write_atomically(flags.output, write);
    } else {
        write(std::cout);
        if (!std::cout.flush()) throw Error("cannot write to standard output");
    }
    warn(outcome.notes);
    std::string summary;
    if (!outcome.tally.empty()) summary = outcome.tally.text(model.info().class_names);
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
    command->add_option("MODEL", flags->model, "A model that `dhgak fit` wrote")->required();
    add_new_data(*command, *flags);
    command->add_option("-o,--output", flags->output,
                        "Where to write the rows (.csv or .jsonl); else to standard output");
    command->add_option("--format", flags->format, "csv or jsonl, where the name does not tell")
        ->check(CLI::IsMember({"csv", "jsonl"}))
        ->capture_default_str();
    command->add_flag(
        "--probability", flags->probability,
        "Probabilities of the classes, too; the model must have been fitted with them");
    command->callback([flags] { predict(*flags); });
}

}  // namespace dhgak::cli
