// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/kernels/registry.h"
#include "dhgak/search/search_report.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "live_table.h"
#include "options.h"

namespace dhgak::cli {
namespace {

struct SearchFlags : RunFlags {
    Grid grid;
    std::string kernels = text_of(grid.kernels);
    std::string nlms = text_of(grid.nlms);
    std::string refines = "0";
    std::string select = "nested";
    std::string journal;
    double budget = std::numeric_limits<double>::infinity();
};

SearchOptions options_of(const SearchFlags& flags) {
    SearchOptions options;
    options.run = flags.parse();
    options.grid = flags.grid;
    options.grid.kernels = expand_kernels(Spec::parse_list(flags.kernels));
    options.grid.nlms = Spec::parse_list(flags.nlms);
    options.grid.refine.clear();
    for (std::size_t begin = 0; begin <= flags.refines.size();) {
        const std::size_t end = std::min(flags.refines.find('/', begin), flags.refines.size());
        options.grid.refine.push_back(parse_rounds(flags.refines.substr(begin, end - begin)));
        begin = end + 1;
    }
    options.journal = flags.journal;
    options.budget = flags.budget;
    options.select = parse_selection(flags.select);
    return options;
}

// Throws ConfigError if options of slices were given though no kernel has any.
void require_used(const SearchOptions& options) {
    const Grid& grid = options.grid;
    const auto has_slices = [](const Spec& kernel) { return traits_of(kernel).uses_slices; };
    if (std::ranges::any_of(grid.kernels, has_slices)) return;
    RunOptions run = options.run;
    run.kernel.method = grid.kernels.front();
    dhgak::require_used(run);
    const Grid usual;
    for (const auto& [option, differs] :
         {std::pair{"--H", grid.H != usual.H},
          {"--b", grid.b != usual.b},
          {"--alpha", grid.alpha != usual.alpha},
          {"--T", grid.T != usual.T},
          {"--cluster-factor", grid.cluster_factors != usual.cluster_factors},
          {"--nlm", grid.nlms != usual.nlms},
          {"--refine", grid.refine != usual.refine}})
        if (differs)
            throw ConfigError(fmt::format(
                "{} changes nothing: the kernels have no slices; leave it out", option));
}

// The live table is gone before anything else is printed.
SearchReport search_with_table(const SearchFlags& flags, SearchOptions options,
                               std::size_t num_points) {
    LiveTable table(options.select, num_points);
    options.on_result = table.listener();
    try {
        return search(flags.data, options);
    } catch (const Interrupted&) {
        if (!flags.journal.empty())
            log_info(
                fmt::format("{} has what was found; run the same command to go on", flags.journal));
        throw;
    }
}

void search_and_print(const SearchFlags& flags) {
    const SearchOptions options = options_of(flags);
    require_used(options);
    const std::size_t num_points = list_points(options.grid, options.run).size();
    require_selectable(options.select, num_points);
    const SearchReport report = search_with_table(flags, options, num_points);
    if (!flags.json.empty())
        write_atomically(flags.json, [&](std::ostream& out) { out << to_json(report); });
    print(to_table(report));
}

template <typename T>
void add_list(CLI::App& command, const char* name, std::vector<T>& values, const char* meaning) {
    command.add_option(name, values, meaning)
        ->delimiter(',')
        ->capture_default_str()
        ->group("Grid (lists)");
}

void add_grid_options(CLI::App& command, SearchFlags& flags) {
    const char* group = "Grid (lists)";
    command
        .add_option(
            "--kernel", flags.kernels,
            "How two graphs are compared: dhgak,dhgak-oa (see `dhgak list`). Options of a kernel "
            "that are not given take all values of its paper: wl tries every number of "
            "rounds, wl:rounds=3 one")
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--nlm", flags.nlms,
                    "How the labels of a slice become numbers: w2v,label (see `dhgak list`)")
        ->capture_default_str()
        ->group(group);
    add_list(command, "--H", flags.grid.H, kMeaningOfH);
    add_list(command, "--b", flags.grid.b, kMeaningOfB);
    add_list(command, "--alpha", flags.grid.alpha, kMeaningOfAlpha);
    add_list(command, "--cluster-factor", flags.grid.cluster_factors, kMeaningOfClusterFactor);
    add_list(command, "--T", flags.grid.T, kMeaningOfT);
    command
        .add_option(
            "--refine", flags.refines,
            fmt::format("{}. Sets to try are separated by /: 0/0,1/0,1,2", kMeaningOfRefine))
        ->capture_default_str()
        ->group(group);
}

}  // namespace

void add_search(CLI::App& program) {
    CLI::App* command = program.add_subcommand("search",
                                               "Try many configurations (by default 900), choose "
                                               "one, and judge the choice by other graphs");
    const auto flags = std::make_shared<SearchFlags>();
    add_data(*command, *flags);
    command
        ->add_option(
            "--select", flags->select,
            "Who chooses. nested: the training graphs of each fold, so that the result can be "
            "trusted; paper: the test graphs, which flatters; fixed: you, one value of each option")
        ->check(CLI::IsMember({"nested", "paper", "fixed"}))
        ->capture_default_str();
    writes(command->add_option(
        "--journal", flags->journal,
        "Keep every result in this file; after a stop the same command goes on from it"));
    command->add_option("--budget", flags->budget,
                        "Stop after this many seconds and take the best so far");
    add_grid_options(*command, *flags);
    add_kernel_rules(*command, *flags);
    add_scale_options(*command, *flags);
    add_slice_rules(*command, *flags);
    add_embed_rules(*command, *flags);
    add_learn_options(*command, *flags);
    add_fold_options(*command, *flags);
    add_json_option(*command, *flags);
    command->callback([flags] { search_and_print(*flags); });
}

}  // namespace dhgak::cli
