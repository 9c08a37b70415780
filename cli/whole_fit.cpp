// SPDX-License-Identifier: MIT
#include "whole_fit.h"

#include <fmt/format.h>

#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "io/atomic_file.h"
#include "run/codebook.h"
#include "run/empty_graphs.h"

namespace dhgak::cli {

WholeFit fit_whole(const RunFlags& flags, const std::string& output, bool needs_features) {
    Report report = {.source = flags.data, .options = flags.parse()};
    const Run run = resolve(report.options);
    report.identity = run.kernel->identity();
    if (needs_features && !run.traits.has_features)
        throw ConfigError(
            fmt::format("kernel {} has no explicit features; dhgak-oa, wl, sp and others have, see "
                        "docs/kernels.md",
                        run.options.kernel.method.text()));
    require_writable(output);
    Dataset dataset = report.times.measure(
        "read", [&] { return read_dataset(flags.data, flags.molecule_options()); });
    EmptyGraphs(dataset).warn({&run.options.kernel.method, 1});
    FittedOnCodebook fitted =
        fit_without_classes(*run.kernel, dataset, run.options, {report.times});
    if (fitted.codebook.rest > 0)
        log_info(fmt::format("vectors and clusters are learned from {} graphs, chosen by the seed",
                             fitted.codebook.graphs));
    report.dataset = summarize(dataset);
    report.threads = num_threads();
    return {std::move(report), std::move(dataset), std::move(fitted.kernel)};
}

void finish(const RunFlags& flags, Report& report, const std::string& ending) {
    report.peak_bytes = peak_bytes();
    write_json(flags, report);
    print(to_table(report) + ending);
}

}  // namespace dhgak::cli
