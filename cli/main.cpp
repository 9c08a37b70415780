// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/core/version.h"
#include "terminal.h"

namespace {

enum ExitCode { kDone = 0, kFailed = 1, kBadUsage = 2, kInterrupted = 130 };

struct ProgramFlags {
    std::size_t threads = 0;
    bool quiet = false;
    bool verbose = false;
};

void add_flags(CLI::App& program, ProgramFlags& flags) {
    program.add_option("--threads", flags.threads, "Threads to use; 0 means every core")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    auto* quiet = program.add_flag("-q,--quiet", flags.quiet, "Warnings only, no progress");
    program.add_flag("-v,--verbose", flags.verbose, "Tell more")->excludes(quiet);
    program.set_version_flag("--version", dhgak::version());
}

void add_commands(CLI::App& program) {
    dhgak::cli::add_info(program);
    dhgak::cli::add_slices(program);
    dhgak::cli::add_embed(program);
    dhgak::cli::add_kernel(program);
    dhgak::cli::add_features(program);
    dhgak::cli::add_cv(program);
    dhgak::cli::add_search(program);
    dhgak::cli::add_reproduce(program);
    dhgak::cli::add_finetune(program);
    dhgak::cli::add_models(program);
    dhgak::cli::add_list(program);
    dhgak::cli::add_demo(program);
}

int complain(const char* message, ExitCode code) {
    dhgak::set_progress_sink(nullptr);
    fmt::print(stderr, "dhgak: {}\n", message);
    return code;
}

int run(int argc, char** argv) {
    CLI::App program("Graph kernels by deep hierarchical alignment of slices", "dhgak");
    program.require_subcommand(1);
    program.fallthrough();  // --threads and the like may follow the command
    program.footer(
        "Exit codes: 0 done, 1 the run failed, 2 wrong usage or input, 130 interrupted.");
    ProgramFlags flags;
    add_flags(program, flags);
    program.parse_complete_callback([&] {
        dhgak::set_num_threads(flags.threads);
        using dhgak::cli::Verbosity;
        dhgak::cli::connect_terminal(flags.quiet     ? Verbosity::quiet
                                     : flags.verbose ? Verbosity::verbose
                                                     : Verbosity::normal);
    });
    add_commands(program);
    try {
        program.parse(argc, argv);
        return kDone;
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? kDone : kBadUsage;
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const int code = run(argc, argv);
        dhgak::set_log_sink(nullptr);
        return code;
    } catch (const dhgak::InputError& error) {
        return complain(error.what(), kBadUsage);
    } catch (const dhgak::ConfigError& error) {
        return complain(error.what(), kBadUsage);
    } catch (const dhgak::Interrupted& error) {
        return complain(error.what(), kInterrupted);
    } catch (const std::bad_alloc&) {
        return complain("out of memory; try a smaller --H, --b or --cluster-factor", kFailed);
    } catch (const std::exception& error) {
        return complain(error.what(), kFailed);
    }
}
