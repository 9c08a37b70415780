// SPDX-License-Identifier: MIT
#include "dhgak/pipeline.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/search/search.h"

namespace dhgak {
namespace {

// A grid of one point, fitted once for each fold.
CvResult cross_validate_inductively(const Dataset& dataset, const RunOptions& options,
                                    StageTimes& times) {
    const SearchResult result = search(dataset, {.run = options, .grid = grid_of(options)});
    for (const auto& [stage, seconds] : result.times.stages()) times.add(stage, seconds);
    return choose(result, dataset.classes, Selection::fixed).cv;
}

}  // namespace

Report cross_validate_dataset(const std::string& source, const RunOptions& options) {
    validate(options.cv);
    const auto kernel = make_kernel(options.kernel, options.align);

    Report report = {.source = source, .options = options};
    const Dataset dataset = report.times.measure("read", [&] { return read_dataset(source); });
    if (dataset.classes.empty())
        throw InputError(fmt::format(
            "{}: the graphs have no classes; {}_graph_labels.txt is needed", source, dataset.name));
    report.dataset = summarize(dataset);
    if (options.inductive) {
        report.cv = cross_validate_inductively(dataset, options, report.times);
    } else {
        const GramMatrix gram = kernel->gram(dataset, report.times);
        report.cv = report.times.measure(
            "learn", [&] { return cross_validate(gram, dataset.classes, options.cv); });
    }
    report.threads = num_threads();
    report.peak_bytes = peak_bytes();
    return report;
}

}  // namespace dhgak
