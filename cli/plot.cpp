// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/io/atomic_file.h"
#include "dhgak/report/figure.h"
#include "options.h"
#include "text_file.h"

namespace dhgak::cli {
namespace {

struct PlotFlags {
    std::string input;
    std::string output;
};

void plot(const PlotFlags& flags) {
    if (!flags.output.ends_with(".svg"))
        throw ConfigError(
            fmt::format("{}: figures are written as .svg; `rsvg-convert -f pdf` "
                        "(Debian: librsvg2-bin) makes a PDF of one",
                        flags.output));
    require_writable(flags.output);
    const std::string figure =
        flags.input.ends_with(".npy")
            ? gram_figure(read_gram(flags.input))
            : run_figure({.name = flags.input, .text = read_text(flags.input)});
    write_atomically(flags.output, [&](std::ostream& out) { out << figure; });
    print(fmt::format("{}: written\n", flags.output));
}

}  // namespace

void add_plot(CLI::App& program) {
    CLI::App* command = program.add_subcommand("plot", "Draw one figure for a paper (SVG)");
    const auto flags = std::make_shared<PlotFlags>();
    command
        ->add_option("INPUT", flags->input,
                     "K.npy of `dhgak kernel`, or RUN.json of cv, search or compare")
        ->required();
    command->add_option("-o,--output", flags->output, "Where to write the figure (.svg)")
        ->required();
    command->callback([flags] { plot(*flags); });
}

}  // namespace dhgak::cli
