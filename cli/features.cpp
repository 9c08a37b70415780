// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "commands.h"
#include "file_options.h"
#include "options.h"
#include "sparse_file.h"
#include "whole_fit.h"

namespace dhgak::cli {
namespace {

struct FeaturesFlags : RunFlags {
    std::string output;
    std::string format = "npz";
};

void compute(const FeaturesFlags& flags) {
    WholeFit fit = fit_whole(flags, flags.output, true);
    const SparseMatrix features =
        fit.report.times.measure("kernel", [&] { return fit.kernel->training_features(); });
    RowClasses classes = {.names = fit.dataset.targets.class_names, .of_row = {}};
    classes.append(fit.dataset);
    write_features(flags.output, flags.format, features, classes);
    finish(flags, fit.report,
           fmt::format("{}: {} graphs x {} features, {} entries\n", flags.output,
                       features.num_rows(), features.num_cols, features.num_entries()));
}

}  // namespace

void add_features(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "features", "Write each graph as a row of numbers whose inner products are the kernel");
    const auto flags = std::make_shared<FeaturesFlags>();
    add_data(*command, *flags);
    writes(command->add_option("-o,--output", flags->output, "Where to write the features"))
        ->required();
    command->add_option("--format", flags->format, "npz (SciPy CSR) or svmlight (text)")
        ->check(CLI::IsMember({"npz", "svmlight"}))
        ->capture_default_str();
    add_run_options(*command, *flags, {"Kernel", "Slices", "Embedding"});
    add_json_option(*command, *flags);
    command->callback([flags] { compute(*flags); });
}

}  // namespace dhgak::cli
