// SPDX-License-Identifier: MIT
#include "dhgak/report/report_page.h"

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands.h"
#include "data_options.h"
#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "options.h"
#include "run/cost.h"
#include "settings/texts.h"
#include "text_file.h"

namespace dhgak::cli {
namespace {

struct ReportFlags : DataFlags {
    std::vector<std::string> runs;
    std::string model;
    std::string output;
    std::string json_limit;
    std::string names;
};

std::string command_of(const ReportFlags& flags) {
    std::string command = "dhgak report";
    for (const std::string& run : flags.runs) command += " " + run;
    if (!flags.model.empty()) command += " --model " + flags.model;
    if (!flags.data.empty()) command += " --data " + flags.data;
    if (!flags.names.empty()) command += " --names " + flags.names;
    return command + " -o " + flags.output;
}

void report(const ReportFlags& flags) {
    if (flags.runs.empty() && flags.data.empty())
        throw ConfigError("there is nothing to report: name a RUN.json, or graphs with --data");
    require_writable(flags.output);
    ReportInput input;
    const std::size_t most_bytes = parse_bytes(flags.json_limit);
    for (const std::string& run : flags.runs)
        input.runs.push_back({run, read_text(run, most_bytes)});
    if (!flags.model.empty()) input.model = Model::load(flags.model);
    if (!flags.data.empty()) {
        MoleculeOptions options =
            input.model ? molecule_options(flags, *input.model) : flags.molecule_options();
        options.mol_blocks = true;
        input.data = read_dataset(flags.data, options);
    }
    input.names = names_of(flags.names, flags.data);
    input.command = command_of(flags);
    const std::string page = report_page(input);
    write_atomically(flags.output, [&](std::ostream& out) { out << page; });
    print(fmt::format("{}: {:.1f} MB, open it in a browser\n", flags.output,
                      static_cast<double>(page.size()) / 1e6));
}

}  // namespace

void add_report(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "report", "Write results as one HTML page that opens in any browser, without a network");
    const auto flags = std::make_shared<ReportFlags>();
    reads(command->add_option(
        "RUN", flags->runs,
        "JSON files that --json of cv, search, compare, fit or kernel wrote, or "
        "reproduce; several are shown side by side"));
    reads(command->add_option("--model", flags->model,
                              "A model that `dhgak fit` wrote: adds a map of the graphs, their "
                              "explanations and the clusters behind them"));
    reads(command->add_option("--data", flags->data,
                              std::string("The graphs, which adds their statistics and drawings, "
                                          "and curves of two classes. ") +
                                  kMeaningOfData));
    reads(command->add_option("--names", flags->names, kMeaningOfNames));
    add_molecule_options(*command, *flags);
    command->get_option("--atoms")->default_str("");  // those of the model, where there is one
    writes(command->add_option("-o,--output", flags->output, "Where to write the page (.html)"))
        ->required();
    add_json_limit(*command, flags->json_limit);
    command->callback([flags] { report(*flags); });
}

}  // namespace dhgak::cli
