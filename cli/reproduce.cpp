// SPDX-License-Identifier: MIT
#include "paper/reproduce.h"

#include <fmt/format.h>

#include "commands.h"
#include "file_options.h"
#include "options.h"
#include "settings/texts.h"

namespace dhgak::cli {
namespace {

struct ReproduceFlags {
    ReproduceOptions options;
    std::string kernels = text_of(options.kernels);
    std::string nlms = text_of(options.nlms);
    std::string bert = options.bert.text();
};

void run(const ReproduceFlags& flags) {
    if (flags.options.experiment == "list") {
        std::string text;
        for (const ExperimentInfo& info : list_experiments())
            text += fmt::format("{:<8} {}\n", info.name, info.contents);
        return print(text);
    }
    ReproduceOptions options = flags.options;
    options.kernels = Spec::parse_list(flags.kernels);
    options.nlms = Spec::parse_list(flags.nlms);
    options.bert = Spec::parse(flags.bert);
    print(reproduce(options));
}

}  // namespace

void add_reproduce(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "reproduce", "Run a table or figure of the DHGAK paper again, its numbers beside ours");
    const auto flags = std::make_shared<ReproduceFlags>();
    ReproduceOptions& options = flags->options;
    options.data = ".";
    options.output = "reproduce";
    command->add_option("NAME", options.experiment, "table1, fig4, ...; 'list' shows all")
        ->required();
    reads(command->add_option("--data", options.data, "Folder of TU folders or zips"))
        ->capture_default_str();
    writes_into(
        command->add_option("-o,--output", options.output,
                            "Folder for JSON, Markdown and the journals that make it resumable"))
        ->capture_default_str();
    command->add_option("--datasets", options.datasets, "Only these: MUTAG,ENZYMES")
        ->delimiter(',');
    command->add_flag("--quick", options.quick, "A small grid: 18 configurations instead of 900");
    command
        ->add_option("--kernels", flags->kernels,
                     "Kernels on slices to run beside those that the paper compares with")
        ->capture_default_str();
    command->add_option("--nlm", flags->nlms, "Language models to run (see `dhgak list`)")
        ->capture_default_str();
    command->add_option("--bert", flags->bert, "BERT, where there are weights: bert:dir=DIR")
        ->capture_default_str();
    command
        ->add_option(
            "--time-limit", options.time_limit,
            "Seconds that a kernel may take which compares graphs pair by pair, like gntk; "
            "0: any")
        ->capture_default_str();
    command
        ->add_option("--seed", options.seed,
                     "Where random numbers start: the same seed gives the same result, on any "
                     "number of threads")
        ->capture_default_str();
    command->callback([flags] { run(*flags); });
}

}  // namespace dhgak::cli
