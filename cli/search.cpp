// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <memory>
#include <ostream>
#include <type_traits>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/search/search_report.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "kernels/registry.h"
#include "live_table.h"
#include "options.h"
#include "settings/texts.h"

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
    for (const std::string_view rounds : parts_of(flags.refines, '/'))
        options.grid.refine.push_back(parse_rounds(std::string(rounds)));
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
    visit_lists(grid, [](const char* name, const auto& values, const auto& usual) {
        if (is_of_slices(*find_setting(name)) && values != usual)
            throw ConfigError(
                fmt::format("--{} changes nothing: the kernels have no slices; leave it out",
                            flag_of(*find_setting(name))));
    });
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

constexpr const char* kGridGroup = "Grid (lists)";

void add_text(CLI::App& command, const char* flag, std::string& text, const std::string& meaning) {
    command.add_option(flag, text, meaning)->capture_default_str()->group(kGridGroup);
}

void add_grid_options(CLI::App& command, SearchFlags& flags) {
    add_text(command, "--kernel", flags.kernels,
             "How two graphs are compared: dhgak,dhgak-oa (see `dhgak list`). Options of a kernel "
             "that are not given take all values of its paper: wl tries every number of rounds, "
             "wl:rounds=3 one");
    add_text(command, "--nlm", flags.nlms,
             "How the labels of a slice become numbers: w2v,label (see `dhgak list`)");
    visit_lists(flags.grid, [&](const char* name, auto& values, const auto&) {
        const SettingInfo& info = *find_setting(name);
        if constexpr (std::is_arithmetic_v<typename std::decay_t<decltype(values)>::value_type>)
            command.add_option("--" + flag_of(info), values, std::string(info.meaning))
                ->delimiter(',')
                ->capture_default_str()
                ->group(kGridGroup);
    });
    add_text(command, "--refine", flags.refines,
             fmt::format("{}. Sets to try are separated by /: 0/0,1/0,1,2",
                         find_setting("refine")->meaning));
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
    add_run_options(*command, *flags,
                    {"Kernel", "scale", "Slices", "Embedding", "Learning", "Folds"},
                    [](const SettingInfo& info) { return !info.rules.is_grid; });
    add_json_option(*command, *flags);
    command->callback([flags] { search_and_print(*flags); });
}

}  // namespace dhgak::cli
