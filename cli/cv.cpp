// SPDX-License-Identifier: MIT
#include "commands.h"
#include "dhgak/pipeline.h"
#include "options.h"

namespace dhgak::cli {
namespace {

void cross_validate_and_print(const RunFlags& flags) {
    const Report report = cross_validate_dataset(flags.data, flags.parse());
    write_json(flags, report);
    print(to_table(report));
}

// All but DATA, which the demo has already.
void add_run(CLI::App& command, const std::shared_ptr<RunFlags>& flags) {
    add_kernel_options(command, *flags);
    add_slice_options(command, *flags);
    add_embed_options(command, *flags);
    add_learn_options(command, *flags);
    add_fold_options(command, *flags);
    add_json_option(command, *flags);
    command.callback([flags] { cross_validate_and_print(*flags); });
}

}  // namespace

void add_cv(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "cv", "Cross-validate: how often are graphs classified right that training did not see?");
    const auto flags = std::make_shared<RunFlags>();
    add_data(*command, *flags);
    add_run(*command, flags);
}

void add_demo(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "demo", "cv on built-in molecules of two classes, which differ in where two groups sit");
    const auto flags = std::make_shared<RunFlags>();
    flags->data = "demo";
    add_run(*command, flags);
}

}  // namespace dhgak::cli
