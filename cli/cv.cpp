// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/pipeline.h"
#include "dhgak/report/report_page.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "options.h"

namespace dhgak::cli {
namespace {

Report cross_validate_and_print(const RunFlags& flags) {
    Report report = evaluate(flags.data, resolve(flags.parse()));
    write_json(flags, report);
    print(to_table(report));
    return report;
}

// The same run as a page, with a model of all graphs, which explains them.
void write_demo_page(const RunFlags& flags, const std::string& path, const Report& report) {
    ReportInput input;
    input.runs.push_back({.name = "demo", .text = to_json(report)});
    input.data = read_dataset(flags.data);
    input.model = Model::fit(resolve(flags.parse()), *input.data);
    input.command = "dhgak demo --report " + path;
    const std::string page = report_page(input);
    write_atomically(path, [&](std::ostream& out) { out << page; });
    print(fmt::format("{}: open it in a browser\n", path));
}

// All but DATA, which the demo has already.
void add_run(CLI::App& command, const std::shared_ptr<RunFlags>& flags) {
    add_run_options(command, *flags,
                    {"Kernel", "scale", "Slices", "Embedding", "Learning", "Folds"});
    add_json_option(command, *flags);
}

}  // namespace

void add_cv(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "cv", "Cross-validate: how often are graphs classified right that training did not see?");
    const auto flags = std::make_shared<RunFlags>();
    add_data(*command, *flags);
    add_run(*command, flags);
    command->callback([flags] { cross_validate_and_print(*flags); });
}

void add_demo(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "demo", "cv on built-in molecules of two classes, which differ in where two groups sit");
    const auto flags = std::make_shared<RunFlags>();
    const auto page = std::make_shared<std::string>();
    flags->data = "demo";
    add_run(*command, flags);
    writes(command->add_option(
        "--report", *page,
        "Write a page to this file (.html) that shows the run, the molecules and "
        "why they are classified so"));
    command->callback([flags, page] {
        if (!page->empty()) require_writable(*page);
        const Report report = cross_validate_and_print(*flags);
        if (!page->empty()) write_demo_page(*flags, *page, report);
    });
}

}  // namespace dhgak::cli
