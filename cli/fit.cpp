// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/parallel.h"
#include "dhgak/graph/blocks.h"
#include "dhgak/io/atomic_file.h"
#include "dhgak/pipeline.h"
#include "dhgak/run/held_out.h"
#include "file_options.h"
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

// Sources with more text than this are read in blocks.
constexpr std::size_t kInMemory = std::size_t{256} << 20;

Model fit_model(const FitFlags& flags, const Run& run, Report& report) {
    const MoleculeOptions& molecules = run.options.molecules;
    const bool holds_out = flags.hold_out != "none";
    if (!holds_out && run.kernel->learns_codebook() && text_bytes(flags.data) > kInMemory)
        return Model::fit(run, blocks_of(flags.data, molecules), flags.probability, report.times,
                          report.dataset);
    const Dataset dataset =
        report.times.measure("read", [&] { return read_dataset(flags.data, molecules); });
    report.dataset = summarize(dataset);
    if (!holds_out) return Model::fit(run, dataset, flags.probability, report.times);
    JudgedModel judged =
        fit_held_out(run, dataset, flags.test_share, flags.probability, report.times);
    report.evaluation = std::move(judged.evaluation);
    return judged.model;
}

void fit(FitFlags flags) {
    if (flags.hold_out != "none") flags.split = flags.hold_out;
    const Run run = resolve(flags.parse());
    require_writable(flags.output);
    Report report = {.source = flags.data, .options = run.options};
    const Model model = fit_model(flags, run, report);
    report.times.measure("write", [&] { model.save(flags.output); });
    report.threads = num_threads();
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
    add_kernel_options(*command, *flags);
    add_scale_options(*command, *flags);
    add_slice_options(*command, *flags);
    add_embed_options(*command, *flags);
    add_learn_options(*command, *flags);
    add_json_option(*command, *flags);
    command->callback([flags, share] {
        if (share->count() > 0 && flags->hold_out != "random" && flags->hold_out != "scaffold")
            throw ConfigError("test-share goes with --split random or scaffold");
        fit(*flags);
    });
}

}  // namespace dhgak::cli
