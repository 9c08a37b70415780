// SPDX-License-Identifier: MIT
#include "dhgak/pipeline.h"

#include <utility>

#include "dhgak/core/parallel.h"
#include "run/cost.h"
#include "run/evaluate.h"
#include "run/prepare.h"

namespace dhgak {

Report evaluate(const Source& source, const Run& run) {
    Prepared graphs = prepare(source, run.options.read, {&run.options.kernel.method, 1});
    const Dataset& known = *graphs.known.dataset;
    const RunFolds folds = make_folds(graphs.known, run.options);
    check_cost(run, sizes_of(known), folds.folds.size());
    Report report = {.source = std::move(graphs.source),
                     .options = run.options,
                     .identity = run.kernel->identity(),
                     .dataset = std::move(graphs.summary),
                     .times = std::move(graphs.times)};
    report.evaluation = evaluate_folds(run, known, folds, report.times);
    report.evaluation->graph_ids = std::move(graphs.known.graph_ids);
    report.threads = num_threads();
    report.peak_bytes = peak_bytes();
    return report;
}

}  // namespace dhgak
