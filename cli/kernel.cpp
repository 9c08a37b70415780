// SPDX-License-Identifier: MIT
#include <ostream>

#include <fmt/format.h>

#include "commands.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "io/npy.h"
#include "options.h"
#include "whole_fit.h"

namespace dhgak::cli {
namespace {

struct KernelFlags : RunFlags {
    std::string output;
};

void compute(const KernelFlags& flags) {
    WholeFit fit = fit_whole(flags, flags.output, false);
    const GramMatrix gram = fit.report.times.measure("kernel", [&] { return fit.kernel->gram(); });
    write_atomically(flags.output, [&](std::ostream& out) {
        write_npy(out, {.values = gram.values(), .shape = {gram.size(), gram.size()}});
    });
    finish(flags, fit.report,
           fmt::format("{}: {} x {} kernel\n", flags.output, gram.size(), gram.size()));
}

}  // namespace

void add_kernel(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "kernel", "Write the similarity of every pair of graphs (Gram matrix, .npy)");
    const auto flags = std::make_shared<KernelFlags>();
    add_data(*command, *flags);
    writes(command->add_option("-o,--output", flags->output, "Where to write the matrix (.npy)"))
        ->required();
    add_run_options(*command, *flags, {"Kernel", "Slices", "Embedding"});
    add_json_option(*command, *flags);
    command->callback([flags] { compute(*flags); });
}

}  // namespace dhgak::cli
