// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/report/figure.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "options.h"
#include "run/cost.h"
#include "settings/texts.h"
#include "text_file.h"

namespace dhgak::cli {
namespace {

struct PlotFlags {
    std::string input;
    std::string output;
    std::string json_limit;
};

FigureFormat format_of(const std::string& path) {
    if (path.ends_with(".svg")) return FigureFormat::svg;
    if (path.ends_with(".pdf")) return FigureFormat::pdf;
    throw ConfigError(fmt::format(
        "{}: figures are written as .svg or .pdf; give the file one of these endings", path));
}

void plot(const PlotFlags& flags) {
    const FigureFormat format = format_of(flags.output);
    require_writable(flags.output);
    const std::string figure =
        flags.input.ends_with(".npy")
            ? gram_figure(read_gram(flags.input), format)
            : run_figure({.name = flags.input,
                          .text = read_text(flags.input, parse_bytes(flags.json_limit))},
                         format);
    write_atomically(flags.output, [&](std::ostream& out) { out << figure; });
    print(fmt::format("{}: written\n", flags.output));
}

}  // namespace

void add_plot(CLI::App& program) {
    CLI::App* command = program.add_subcommand("plot", "Draw one figure for a paper (SVG or PDF)");
    const auto flags = std::make_shared<PlotFlags>();
    reads(command->add_option("INPUT", flags->input,
                              "K.npy of `dhgak kernel`, or RUN.json of cv, search or compare"))
        ->required();
    writes(command->add_option("-o,--output", flags->output,
                               "Where to write the figure: .svg or .pdf"))
        ->required();
    add_json_limit(*command, flags->json_limit);
    command->callback([flags] { plot(*flags); });
}

}  // namespace dhgak::cli
