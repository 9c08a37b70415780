// SPDX-License-Identifier: MIT
#include <ostream>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/parallel.h"
#include "dhgak/io/atomic_file.h"
#include "dhgak/io/npy.h"
#include "dhgak/pipeline.h"
#include "options.h"

namespace dhgak::cli {
namespace {

struct KernelFlags : RunFlags {
    std::string output;
};

void compute(const KernelFlags& flags) {
    Report report = {.source = flags.data, .options = flags.parse()};
    const Run run = resolve(report.options);
    require_writable(flags.output);
    const Dataset dataset = report.times.measure(
        "read", [&] { return read_dataset(flags.data, flags.molecule_options()); });
    const auto fitted = run.kernel->fit(dataset, {report.times});
    const GramMatrix gram = report.times.measure("kernel", [&] { return fitted->gram(); });
    write_atomically(flags.output, [&](std::ostream& out) {
        write_npy(out, {.values = gram.values(), .shape = {gram.size(), gram.size()}});
    });
    report.dataset = summarize(dataset);
    report.threads = num_threads();
    report.peak_bytes = peak_bytes();
    write_json(flags, report);
    print(fmt::format("{}{}: {} x {} kernel\n", to_table(report), flags.output, gram.size(),
                      gram.size()));
}

}  // namespace

void add_kernel(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "kernel", "Write the similarity of every pair of graphs (Gram matrix, .npy)");
    const auto flags = std::make_shared<KernelFlags>();
    add_data(*command, *flags);
    command->add_option("-o,--output", flags->output, "Where to write the matrix (.npy)")
        ->required();
    add_kernel_options(*command, *flags);
    add_slice_options(*command, *flags);
    add_embed_options(*command, *flags);
    add_json_option(*command, *flags);
    command->callback([flags] { compute(*flags); });
}

}  // namespace dhgak::cli
