// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "commands.h"
#include "data_options.h"
#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
#include "dhgak/report/figure.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "options.h"
#include "run/cost.h"
#include "settings/texts.h"
#include "text_file.h"

namespace dhgak::cli {
namespace {

struct PlotFlags : DataFlags {
    std::string input;
    std::string output;
    std::string json_limit;
    std::string kind;
    std::string down, across;
    std::string names;
    std::size_t graph = 0;
};

FigureFormat format_of(const std::string& path) {
    if (path.ends_with(".svg")) return FigureFormat::svg;
    if (path.ends_with(".pdf")) return FigureFormat::pdf;
    throw ConfigError(fmt::format(
        "{}: figures are written as .svg or .pdf; give the file one of these endings", path));
}

std::optional<Dataset> graphs_of(const PlotFlags& flags, const Model* model) {
    if (flags.data.empty()) return std::nullopt;
    MoleculeOptions options =
        model != nullptr ? molecule_options(flags, *model) : flags.molecule_options();
    options.mol_blocks = true;
    return read_dataset(flags.data, options);
}

std::string figure_of(const PlotFlags& flags, FigureFormat format) {
    const DisplayNames names = names_of(flags.names, flags.data);
    if (flags.input.ends_with(".npy")) {
        std::optional<Dataset> graphs = graphs_of(flags, nullptr);
        if (graphs) graphs->targets.class_names = names.of_classes(graphs->targets.class_names);
        return gram_figure(read_gram(flags.input), format, graphs ? &*graphs : nullptr);
    }
    const bool is_of_model =
        flags.kind == "map" || flags.kind == "neighbors" || flags.kind == "graph";
    if (is_of_model || flags.input.ends_with(".dhgak")) {
        if (flags.data.empty())
            throw ConfigError("a model is drawn with graphs: name them with --data");
        const Model model = Model::load(flags.input);
        return model_figure(model, *graphs_of(flags, &model), format,
                            {.kind = flags.kind.empty() ? "map" : flags.kind,
                             .graph = flags.graph,
                             .names = names});
    }
    return run_figure(
        {.name = flags.input, .text = read_text(flags.input, parse_bytes(flags.json_limit))},
        format,
        {.kind = flags.kind,
         .data = graphs_of(flags, nullptr),
         .down = flags.down,
         .across = flags.across,
         .names = names});
}

void plot(const PlotFlags& flags) {
    const FigureFormat format = format_of(flags.output);
    require_writable(flags.output);
    const std::string figure = figure_of(flags, format);
    write_atomically(flags.output, [&](std::ostream& out) { out << figure; });
    print(fmt::format("{}: written\n", flags.output));
}

}  // namespace

void add_plot(CLI::App& program) {
    CLI::App* command = program.add_subcommand("plot", "Draw one figure for a paper (SVG or PDF)");
    const auto flags = std::make_shared<PlotFlags>();
    reads(command->add_option("INPUT", flags->input,
                              "K.npy of `dhgak kernel`, RUN.json of cv, search, compare or "
                              "reproduce, or MODEL.dhgak of fit"))
        ->required();
    writes(command->add_option("-o,--output", flags->output,
                               "Where to write the figure: .svg or .pdf"))
        ->required();
    command->add_option(
        "--as", flags->kind,
        "What to draw. Of a run of cv: folds (where nothing is said), confusion, and of two "
        "classes, with --data, roc, precision-recall or reliability. Of a search: search; of a "
        "comparison: ranks; of figures of the paper: paper. Of a model: map (where nothing is "
        "said), neighbors or graph");
    reads(command->add_option(
        "--data", flags->data,
        std::string("The graphs: for a model those to draw; for K.npy and runs those it is of, "
                    "which tell the classes. K.npy is then ordered by class. ") +
            kMeaningOfData));
    command->add_option("--graph", flags->graph, "With --as graph: which one, numbered from 0");
    command->add_option("--down", flags->down, "Of a search: the option whose values are rows");
    command->add_option("--across", flags->across,
                        "Of a search: the option whose values are columns");
    reads(command->add_option("--names", flags->names, kMeaningOfNames));
    add_molecule_options(*command, *flags);
    command->get_option("--atoms")->default_str("");  // those of the model, where there is one
    add_json_limit(*command, flags->json_limit);
    command->callback([flags] { plot(*flags); });
}

}  // namespace dhgak::cli
