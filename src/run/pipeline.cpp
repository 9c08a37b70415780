// SPDX-License-Identifier: MIT
#include "dhgak/pipeline.h"

#include <utility>

#include "dhgak/core/parallel.h"
#include "dhgak/run/cost.h"
#include "dhgak/run/empty_graphs.h"
#include "dhgak/run/evaluate.h"
#include "dhgak/run/known_classes.h"

namespace dhgak {
namespace {

void complete(Report& report, const Run& run, Dataset dataset) {
    validate(dataset);
    require_classes(dataset);
    EmptyGraphs(dataset).warn({&run.options.kernel, 1});
    report.options = run.options;
    report.dataset = summarize(dataset);
    const KnownGraphs known = known_classes(std::move(dataset));
    const RunFolds folds = make_folds(known, run.options);
    check_cost(run, sizes_of(known.dataset), folds.folds.size());
    report.evaluation = evaluate(run, known.dataset, folds, report.times);
    report.evaluation->graph_ids = known.graph_ids;
    report.threads = num_threads();
    report.peak_bytes = peak_bytes();
}

}  // namespace

Report cross_validate_dataset(const Run& run, const Dataset& dataset) {
    Report report = {.source = dataset.name};
    complete(report, run, dataset);
    return report;
}

Report cross_validate_dataset(const std::string& source, const RunOptions& options) {
    const Run run = resolve(options);
    Report report = {.source = source};
    complete(report, run,
             report.times.measure("read", [&] { return read_dataset(source, options.molecules); }));
    return report;
}

}  // namespace dhgak
