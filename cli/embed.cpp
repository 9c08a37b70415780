// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/pipeline.h"
#include "embed/hierarchy.h"
#include "file_options.h"
#include "io/atomic_file.h"
#include "io/npy.h"
#include "kernels/slices/align_options.h"
#include "options.h"

namespace dhgak::cli {
namespace {

struct EmbedFlags : RunFlags {
    std::string output;
};

// One row per node instead of one per distinct point.
Matrix by_node(const HopPoints& hop) {
    Matrix rows(hop.point_of_node.size(), hop.points.cols());
    for (std::size_t v = 0; v < rows.rows(); ++v)
        std::ranges::copy(hop.points.row(hop.point_of_node[v]), rows.row(v).begin());
    return rows;
}

void compute(const EmbedFlags& flags) {
    const RunOptions run = flags.parse();
    const AlignOptions& options = run.kernel.align;
    const AlignmentParts parts = build_alignment(options, setup_of(run));
    require_writable(flags.output);
    const Dataset dataset = read_dataset(flags.data, flags.molecule_options());
    const Slices slices = cut_slices(dataset, options.slices);
    const FittedEmbedding fitted = parts.embedder->fit(slices, run.seed);
    const std::vector<HopPoints> hops = accumulate_hops(fitted.hops, options.alpha);

    std::vector<Matrix> rows;
    rows.reserve(hops.size());
    for (const HopPoints& hop : hops) rows.push_back(by_node(hop));
    const std::vector<std::int64_t> offsets(dataset.node_offsets.begin(),
                                            dataset.node_offsets.end());
    std::vector<NamedArray> arrays;
    for (std::size_t h = 0; h < rows.size(); ++h)
        arrays.push_back(
            {fmt::format("hop{}", h), {rows[h].values(), {rows[h].rows(), rows[h].cols()}}});
    arrays.push_back({"node_offsets", {std::span<const std::int64_t>(offsets), {offsets.size()}}});
    write_atomically(flags.output, [&](std::ostream& out) { write_npz(out, arrays); });
    print(fmt::format("{}: {} hops of {} nodes x {} dimensions\n", flags.output, rows.size(),
                      dataset.num_nodes(), rows.front().cols()));
}

}  // namespace

void add_embed(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "embed", "Write the vectors of all slices, by hop one row for each node");
    const auto flags = std::make_shared<EmbedFlags>();
    add_data(*command, *flags);
    writes(command->add_option("-o,--output", flags->output, "Where to write hop0..hopH (.npz)"))
        ->required();
    add_run_options(*command, *flags, {"Slices", "Embedding"});
    command->callback([flags] { compute(*flags); });
}

}  // namespace dhgak::cli
