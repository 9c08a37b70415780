// SPDX-License-Identifier: MIT
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "arguments.h"
#include "commands.h"
#include "core/printable.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/core/stopwatch.h"
#include "dhgak/core/version.h"
#include "file_options.h"
#include "startup.h"
#include "suggest.h"
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
    program
        .add_flag("-v,--verbose", flags.verbose,
                  "Tell more: version, threads, what is loaded, time and memory")
        ->excludes(quiet);
    program.set_version_flag("--version", dhgak::version_and_build());
}

void add_commands(CLI::App& program) {
    dhgak::cli::add_info(program);
    dhgak::cli::add_slices(program);
    dhgak::cli::add_embed(program);
    dhgak::cli::add_kernel(program);
    dhgak::cli::add_features(program);
    dhgak::cli::add_cv(program);
    dhgak::cli::add_search(program);
    dhgak::cli::add_compare(program);
    dhgak::cli::add_fit(program);
    dhgak::cli::add_predict(program);
    dhgak::cli::add_transform(program);
    dhgak::cli::add_explain(program);
    dhgak::cli::add_report(program);
    dhgak::cli::add_plot(program);
    dhgak::cli::add_model(program);
    dhgak::cli::add_reproduce(program);
    dhgak::cli::add_finetune(program);
    dhgak::cli::add_list(program);
    dhgak::cli::add_demo(program);
    dhgak::cli::add_generate(program);
}

// strtoull takes -1 for 18446744073709551615, and what is larger, too.
void refuse_negative_counts(CLI::App& app) {
    const auto check = [](const std::string& text) {
        if (text.starts_with('-')) return text + " is below 0";
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc::result_out_of_range ? text + " is above 2^64 - 1"
                                                       : std::string();
    };
    for (CLI::Option* option : app.get_options({}))
        if (option->get_type_name() == "UINT") option->check(CLI::Validator("").operation(check));
    for (CLI::App* command : app.get_subcommands({})) refuse_negative_counts(*command);
}

constexpr const char* kOutOfMemory =
    "out of memory; fewer graphs at once take less, and --memory of cv, search and fit says before "
    "the work what a run would take";

// Memory may run out where no exception can pass, as where JSON values are freed.
[[noreturn]] void end_at_once() {
    try {
        if (const std::exception_ptr error = std::current_exception())
            std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "dhgak: %s\n", kOutOfMemory);
        std::_Exit(kFailed);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "dhgak: %s\n", dhgak::printable(error.what()).c_str());
    }
    std::abort();
}

int complain(const char* message, ExitCode code) {
    dhgak::set_progress_sink(nullptr);
    // Unlike fmt does not throw if it cannot.
    std::fprintf(stderr, "dhgak: %s\n", dhgak::printable(message).c_str());
    return code;
}

int run(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    dhgak::cli::require_utf8_for_json(arguments);
    const auto start = std::chrono::steady_clock::now();
    CLI::App program("Compare and classify graphs by what lies around their nodes", "dhgak");
    program.require_subcommand(1);
    program.fallthrough();  // --threads and the like may follow the command
    program.footer(
        "Exit codes: 0 done, 1 the run failed, 2 wrong usage or input, 130 interrupted.");
    ProgramFlags flags;
    add_flags(program, flags);
    program.parse_complete_callback([&] {
        dhgak::cli::require_own_outputs(program);
        dhgak::set_num_threads(flags.threads);
        using dhgak::cli::Verbosity;
        dhgak::cli::connect_terminal(flags.quiet     ? Verbosity::quiet
                                     : flags.verbose ? Verbosity::verbose
                                                     : Verbosity::normal);
        dhgak::log_debug(
            fmt::format("dhgak {}, {} threads", dhgak::version(), dhgak::num_threads()));
    });
    add_commands(program);
    refuse_negative_counts(program);
    try {
        program.parse(argc, argv);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        dhgak::log_debug(
            fmt::format("done in {:.2f} s, peak {} MiB", spent.count(), dhgak::peak_bytes() >> 20));
        return kDone;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program.exit(error);
        const std::string hint = dhgak::cli::hint_for(program, arguments, error);
        if (hint.empty())
            program.exit(error);
        else
            fmt::print(stderr, "dhgak: {}\nRun with --help for more information.\n",
                       dhgak::printable(hint));
        return kBadUsage;
    } catch (const dhgak::Interrupted&) {
        for (const char* name : {"search", "compare"}) {
            const CLI::App* command = program.get_subcommand(name);
            if (command->parsed() && command->count("--journal") == 0)
                dhgak::log_info(
                    fmt::format("with --journal FILE dhgak {} goes on where it was stopped", name));
        }
        throw;
    }
}

}  // namespace

int main(int argc, char** argv) {
    dhgak::cli::occupy_standard_streams();
    std::set_terminate(end_at_once);
    try {
        dhgak::cli::require_stack();
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
        return complain(kOutOfMemory, kFailed);
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::resource_unavailable_try_again)
            return complain("cannot start a thread: too little memory, or too many processes",
                            kFailed);
        return complain(error.what(), kFailed);
    } catch (const std::exception& error) {
        return complain(error.what(), kFailed);
    }
}
