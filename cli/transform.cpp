// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "blocks.h"
#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/run/model.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "model_text.h"
#include "options.h"
#include "sparse_file.h"

namespace dhgak::cli {
namespace {

struct TransformFlags : DataFlags {
    std::string model;
    std::string output;
    std::string format = "npz";
};

void transform(const TransformFlags& flags) {
    const Model model = Model::load(flags.model);
    if (!model.predictor().takes_features())
        throw ConfigError(fmt::format("{}: its kernel {} has no explicit features", flags.model,
                                      model.info().settings.front().text()));
    require_writable(flags.output);
    NewGraphNotes notes;
    SparseMatrix features;
    RowClasses classes = {.names = model.info().class_names, .of_row = {}};
    for_each_block("transform", flags.data, molecule_options(flags, model),
                   [&](const Dataset& block) {
                       const SparseMatrix rows = model.transform(block, notes);
                       features.num_cols = rows.num_cols;
                       append_rows(features, rows);
                       classes.append(block);
                   });
    write_features(flags.output, flags.format, features, classes);
    warn(notes);
    print(fmt::format("{}: {} graphs x {} features, {} entries\n", flags.output,
                      features.num_rows(), features.num_cols, features.num_entries()));
}

}  // namespace

void add_transform(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "transform", "Write other graphs as rows of features, in the columns of a model");
    const auto flags = std::make_shared<TransformFlags>();
    reads(command->add_option("MODEL", flags->model, "A model that `dhgak fit` wrote"))->required();
    add_new_data(*command, *flags);
    writes(command->add_option("-o,--output", flags->output, "Where to write the features"))
        ->required();
    command->add_option("--format", flags->format, "npz (SciPy CSR) or svmlight (text)")
        ->check(CLI::IsMember({"npz", "svmlight"}))
        ->capture_default_str();
    command->callback([flags] { transform(*flags); });
}

}  // namespace dhgak::cli
