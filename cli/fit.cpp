// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/parallel.h"
#include "dhgak/pipeline.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "model_text.h"
#include "options.h"

namespace dhgak::cli {
namespace {

struct FitFlags : RunFlags {
    std::string output;
    bool probability = false;
    std::string hold_out = "none";
    double test_share = 0.2;
};

void fit_and_save(FitFlags flags) {
    FitOptions options = {.probability = flags.probability};
    if (flags.hold_out != "none") {
        flags.given["split_by"] = flags.hold_out;
        options.test_share = flags.test_share;
    }
    const Run run = resolve(flags.parse());
    require_writable(flags.output);
    FitReport fitted = fit(flags.data, run, options);
    const Model& model = fitted.model;
    Report& report = fitted.report;
    report.times.measure("write", [&] { model.save(flags.output); });
    report.peak_bytes = peak_bytes();
    write_json(flags, report);
    print(fmt::format("{}{}{}{}{}: predict other graphs with: dhgak predict {} DATA\n",
                      describe(model), labels_text(report),
                      report.evaluation ? accuracy_text(report) : "", times_text(report),
                      flags.output, flags.output));
}

}  // namespace

void add_fit(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "fit", "Learn from all graphs of a dataset and keep the model in a file");
    const auto flags = std::make_shared<FitFlags>();
    add_data(*command, *flags);
    writes(command->add_option("-o,--output", flags->output, "Where to write the model (.dhgak)"))
        ->required();
    command->add_flag(
        "--probability", flags->probability,
        "Let the model tell probabilities of classes, too (Platt scaling, which trains "
        "once more for each inner fold)");
    command
        ->add_option("--split", flags->hold_out,
                     "Keep a part of the graphs out of the model and judge it by them. random: by "
                     "the seed, classes evenly; scaffold: molecules with rare Bemis-Murcko "
                     "scaffolds; column:NAME: where that column of a table says test; none: learn "
                     "from all graphs")
        ->capture_default_str()
        ->group("Held-out graphs");
    const CLI::Option* share =
        command
            ->add_option("--test-share", flags->test_share,
                         "How much of the graphs --split random or scaffold keeps out")
            ->capture_default_str()
            ->group("Held-out graphs");
    add_run_options(*command, *flags, {"Kernel", "scale", "Slices", "Embedding", "Learning"});
    add_json_option(*command, *flags);
    command->callback([flags, share] {
        if (share->count() > 0 && flags->hold_out != "random" && flags->hold_out != "scaffold")
            throw ConfigError("test-share goes with --split random or scaffold");
        fit_and_save(*flags);
    });
}

}  // namespace dhgak::cli
