// SPDX-License-Identifier: MIT
#include "options.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

#include "core/printable.h"
#include "dhgak/core/error.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "settings.h"

namespace dhgak::cli {
namespace {

void write_to_stdout(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

// What was --svm until 0.2.0.
void add_former_names(CLI::App& command) {
    command
        .add_option_function<std::string>(
            "--svm",
            [](const std::string& kind) {
                throw ConfigError(fmt::format("--svm is called --learner now; give --learner {}",
                                              kind == "kernel" ? "svm" : kind));
            })
        ->group("");
}

}  // namespace

RunOptions RunFlags::parse() const {
    if (const auto kernel = given.find("kernel");
        kernel != given.end() && Spec::parse_list(kernel->second).size() > 1)
        throw ConfigError(
            fmt::format("{0} are several kernels; dhgak compare DATA --kernels {0} compares them",
                        kernel->second));
    RunOptions options;
    apply(given, options);
    if (given.contains("folds") && has_own_folds(options))
        throw ConfigError(
            fmt::format("{} brings the folds; leave --folds out",
                        options.folds.splits.empty() ? "--split column" : "--splits"));
    require_used(options);
    if (!json.empty()) require_writable(json);
    return options;
}

void add_run_options(CLI::App& command, RunFlags& flags,
                     std::initializer_list<std::string_view> stages,
                     bool (*takes)(const SettingInfo&)) {
    for (const std::string_view stage : stages) {
        add_settings(command, flags.given, stage, takes);
        if (stage == "Learning") add_former_names(command);
    }
}

void add_json_option(CLI::App& command, RunFlags& flags) {
    writes(command.add_option(
        "--json", flags.json,
        "Write the run, with every prediction if there are any, to this file as one JSON object "
        "(docs/formats.md)"));
}

void write_json(const RunFlags& flags, const Report& report) {
    if (flags.json.empty()) return;
    write_atomically(flags.json, [&](std::ostream& out) { out << to_json(report); });
}

void print(const std::string& text) { write_to_stdout(printable_lines(text)); }

void print_data(const std::string& text) {
    write_to_stdout(::isatty(STDOUT_FILENO) == 1 ? printable_lines(text) : text);
}

}  // namespace dhgak::cli
