// SPDX-License-Identifier: MIT
#include "dhgak/run/held_out.h"

#include <utility>

#include "dhgak/learn/outer_folds.h"
#include "dhgak/run/empty_graphs.h"
#include "dhgak/run/known_classes.h"
#include "dhgak/run/split.h"

namespace dhgak {

JudgedModel fit_held_out(const Run& run, const Dataset& dataset, double test_share,
                         bool probability, StageTimes& times) {
    validate(dataset);
    require_classes(dataset);
    EmptyGraphs(dataset).warn({&run.options.kernel, 1});
    const KnownGraphs known = known_classes(dataset);
    OuterFold fold = {.split = hold_out(known.dataset, run.options, test_share)};
    const Dataset training = drop_unused_labels(subset(known.dataset, fold.split.train));
    Model model = Model::fit_part(run, training, probability, times);

    Evaluation evaluation = {
        .svm = model.info().svm == "linear" ? SvmKind::linear : SvmKind::kernel,
        .num_columns = model.info().num_columns,
        .codebook = {.graphs = model.info().codebook_graphs,
                     .rest = model.info().graphs - model.info().codebook_graphs},
        .graph_ids = known.graph_ids,
        .held_out = true};
    times.measure("judge", [&] {
        NewGraphNotes notes;
        Predictions said = model.predict(subset(known.dataset, fold.split.test), notes);
        FoldResult result = compare(fold, known.dataset.classes, std::move(said), model.info().C);
        evaluation.cv = summarize_folds({std::move(result)}, known.dataset.classes);
    });
    return {std::move(model), std::move(evaluation)};
}

}  // namespace dhgak
