// SPDX-License-Identifier: MIT
#include "dhgak/compare/compare.h"

#include <memory>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "options.h"

namespace dhgak::cli {
namespace {

struct CompareFlags : RunFlags {
    std::vector<std::string> sources;
    std::string kernels = "dhgak-oa,dhgak,wl,wl-oa,sp,vertex-histogram";
    std::string tune = "no";
    std::string journal;
    std::string markdown;
};

// What chooses for kernels on slices: one value of each option that was given, a list of the
// others.
Grid grid_of_slices(const CLI::App& command, const CompareFlags& flags, const RunOptions& run) {
    Grid grid = flags.tune == "paper" ? Grid{} : small_grid();
    const Grid given = fixed_contender(run.kernel.method, run).grid;
    if (command.count("--H") > 0) grid.H = given.H;
    if (command.count("--b") > 0) grid.b = given.b;
    if (command.count("--alpha") > 0) grid.alpha = given.alpha;
    if (command.count("--cluster-factor") > 0) grid.cluster_factors = given.cluster_factors;
    grid.nlms = given.nlms;
    grid.T = given.T;
    grid.refine = given.refine;
    return grid;
}

CompareOptions options_of(const CLI::App& command, const CompareFlags& flags) {
    CompareOptions options;
    options.run = flags.parse();
    options.journal = flags.journal;
    options.on_result = [](const std::string& line) { log_info(line); };
    const std::vector<Spec> kernels = Spec::parse_list(flags.kernels);
    require_used(options.run, kernels);
    const Grid slices = grid_of_slices(command, flags, options.run);
    for (const Spec& kernel : kernels)
        options.contenders.push_back(flags.tune == "no" ? fixed_contender(kernel, options.run)
                                                        : tuned_contender(kernel, slices));
    return options;
}

void write(const std::string& path, const std::string& text) {
    if (!path.empty()) write_atomically(path, [&](std::ostream& out) { out << text; });
}

void compare_and_print(const CLI::App& command, const CompareFlags& flags) {
    const CompareOptions options = options_of(command, flags);
    if (!flags.markdown.empty()) require_writable(flags.markdown);
    try {
        const Comparison comparison =
            compare_kernels({flags.sources.begin(), flags.sources.end()}, options);
        write(flags.json, to_json(comparison));
        write(flags.markdown, to_document(comparison).as_markdown());
        print(to_document(comparison).as_text());
        if (!has_result(comparison)) throw Error("no kernel has a result");
    } catch (const Interrupted&) {
        if (!flags.journal.empty())
            log_info(
                fmt::format("{} has what was found; run the same command to go on", flags.journal));
        throw;
    }
}

}  // namespace

void add_compare(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "compare", "Judge several kernels on the same folds: accuracy, ranks, time and memory");
    const auto flags = std::make_shared<CompareFlags>();
    reads(command->add_option("DATA", flags->sources,
                              "TU folders, TU zips, files of molecules, or 'demo'; one or several"))
        ->required();
    add_molecule_options(*command, *flags);
    command
        ->add_option("--kernels", flags->kernels,
                     "The kernels to compare, with their options: dhgak-oa,wl:rounds=3,sp (see "
                     "`dhgak list`)")
        ->capture_default_str();
    command
        ->add_option("--tune", flags->tune,
                     "How options that are not given are found. no: their defaults; small: inner "
                     "folds choose, a kernel's own options among the values of its paper, options "
                     "of slices among 18 configurations; paper: the same with 900")
        ->check(CLI::IsMember({"no", "small", "paper"}))
        ->capture_default_str();
    writes(command->add_option(
        "--journal", flags->journal,
        "Keep every result in this file; after a stop the same command goes on from it"));
    writes(command->add_option("--markdown", flags->markdown,
                               "Write the tables to this file as Markdown"));
    add_run_options(*command, *flags, {"Slices", "Embedding", "Kernel", "Learning", "Folds"},
                    [](const SettingInfo& info) { return info.name != "kernel"; });
    add_json_option(*command, *flags);
    command->callback([command, flags] { compare_and_print(*command, *flags); });
}

}  // namespace dhgak::cli
