// SPDX-License-Identifier: MIT
#include "dhgak/run/fit.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/version.h"
#include "dhgak/graph/blocks.h"
#include "dhgak/learn/outer_folds.h"
#include "dhgak/matrix/sparse_matrix.h"
#include "run/cost.h"
#include "run/evaluate.h"
#include "run/fit_in_blocks.h"
#include "run/prepare.h"
#include "run/split.h"
#include "run/survey.h"

namespace dhgak {
namespace {

// Sources with more text than this are read in blocks.
constexpr std::size_t kInMemory = std::size_t{256} << 20;

ModelInfo describe(const Run& run, const DatasetSummary& graphs,
                   std::span<const std::uint32_t> classes) {
    ModelInfo info = {.version = version(),
                      .settings = kernel_settings(run.options),
                      .dataset = graphs.name,
                      .graphs = graphs.graphs,
                      .nodes = graphs.nodes,
                      .class_names = graphs.class_names,
                      .class_sizes = std::vector<std::size_t>(graphs.class_names.size()),
                      .labels_are_degrees = graphs.labels_are_degrees,
                      .atoms = graphs.atoms,
                      .num_columns = {}};
    for (Setting& setting : training_settings(run.options))
        info.settings.push_back(std::move(setting));
    info.settings.push_back({"edge_labels_used", edge_labels_used(graphs, run.options)});
    if (!graphs.atoms.empty()) info.settings.push_back({"atoms", graphs.atoms});
    for (const std::uint32_t c : classes) ++info.class_sizes[c];
    if (std::ranges::count_if(info.class_sizes, [](std::size_t size) { return size > 0; }) < 2)
        throw InputError("all graphs are of one class; classification needs two or more");
    return info;
}

Model learn(const Run& run, ModelInfo info, FittedOnCodebook fitted, const Targets& targets,
            std::span<const std::uint32_t> groups, bool probability, StageTimes& times) {
    const LearnOptions& learning = run.options.learn;
    const std::shared_ptr<const FittedKernel> kernel = std::move(fitted.kernel);
    info.codebook_graphs = fitted.codebook.graphs;
    info.num_columns = kernel->num_columns();
    const OuterFold whole = make_whole_fold(targets, learning, run.options.seed,
                                            {.splits = {}, .group_of_graph = groups});
    TrainOptions options = {.probability = probability,
                            .inner_folds = learning.inner_folds,
                            .seed = run.options.seed,
                            .group_of_graph = groups};
    std::unique_ptr<Predictor> predictor;
    const auto learn_from = [&](const LearningData& data) {
        keep_within_memory(run.options);
        const auto learner = make_learner(learning)->prepare(data);
        const InnerScore choice = choose_c(*learner, whole, learning);
        info.learner = learner->name();
        options.penalty = info.C = choice.C;
        info.inner_score = choice.score;
        predictor = learner->train(whole.split.train, targets, options);
    };
    const int level = run.kernel->level();
    if (run.traits.has_features) require_countable(kernel->num_features(level));
    times.measure("kernel", [&] {
        visit_learning_data(*kernel, {}, {&level, 1}, learning.learner,
                            [&](int, const LearningData& data) {
                                times.measure("learn", [&] { learn_from(data); });
                            });
        if (run.traits.has_features && !predictor->takes_features())
            predictor = predictor->on_features(kernel->training_features());
    });
    return Model::assemble(std::move(info), kernel, std::move(predictor));
}

Model fit_known(const Run& run, const Dataset& known, bool probability, StageTimes& times) {
    ModelInfo info = describe(run, summarize(known), known.targets.classes);
    std::vector<std::uint32_t> groups;
    if (run.options.folds.split == SplitBy::scaffold) groups = scaffold_groups(known);
    check_cost(run, sizes_of(known), kNoFolds);
    return learn(run, std::move(info), fit_on_codebook(*run.kernel, known, run.options, {times}),
                 known.targets, groups, probability, times);
}

}  // namespace

Model fit_in_blocks(const Run& run, const GraphBlocks& graphs, bool probability, StageTimes& times,
                    DatasetSummary& seen) {
    const GraphBlocks known = known_classes(graphs);
    const Survey all = times.measure("read", [&] { return survey(graphs); });
    seen = all.summary;
    require_classes(seen.name, seen.atoms, all.classes);
    all.empty_graphs.warn({&run.options.kernel.method, 1});
    const std::size_t size =
        codebook_size(*run.kernel, run.options, all.known.graphs, all.known.nodes);
    DatasetSummary trained = all.summary;
    trained.graphs = all.known.graphs;
    trained.nodes = all.known.nodes;
    ModelInfo info = describe(run, trained, all.classes);
    check_cost(run, all.known, kNoFolds);
    const Dataset codebook = times.measure(
        "read", [&] { return gather(known, codebook_graphs(all.classes, size, run.options)); });
    return learn(
        run, std::move(info),
        size == all.known.graphs
            ? fit_on_codebook(*run.kernel, codebook, run.options, {times})
            : fit_on_codebook(*run.kernel, codebook, known, all.known.graphs, run.options, {times}),
        Targets(all.classes, trained.class_names), {}, probability, times);
}

namespace {

// Fits on the training part of hold_out (split.h) and judges by the rest, which the model does not
// see in any way.
FitReport fit_and_judge(Prepared graphs, const Run& run, const FitOptions& options) {
    const Dataset& known = *graphs.known.dataset;
    OuterFold fold = {.split = hold_out(known, run.options, *options.test_share)};
    const Dataset training = drop_unused_labels(subset(known, fold.split.train));
    Report report = {.dataset = std::move(graphs.summary), .times = std::move(graphs.times)};
    Model model = fit_known(run, training, options.probability, report.times);
    const ModelInfo& info = model.info();
    Evaluation evaluation = {
        .learner = info.learner,
        .num_columns = info.num_columns,
        .codebook = {.graphs = info.codebook_graphs, .rest = info.graphs - info.codebook_graphs},
        .graph_ids = graphs.known.graph_ids,
        .held_out = true};
    report.times.measure("judge", [&] {
        NewGraphNotes notes;
        Predictions said = model.predict(subset(known, fold.split.test), notes);
        const Targets targets = known.targets;
        FoldResult result = compare(fold, targets, std::move(said), info.C);
        evaluation.cv = summarize_folds({std::move(result)}, targets);
    });
    report.evaluation = std::move(evaluation);
    return {std::move(model), std::move(report)};
}

FitReport fit_source(const Source& source, const Run& run, const FitOptions& options) {
    if (!options.test_share && !source.is_in_memory() && run.kernel->learns_codebook() &&
        text_bytes(source.name()) > kInMemory) {
        Report report;
        Model model = fit_in_blocks(run, blocks_of(source.name(), run.options.read.molecules),
                                    options.probability, report.times, report.dataset);
        return {std::move(model), std::move(report)};
    }
    Prepared graphs = prepare(source, run.options.read, {&run.options.kernel.method, 1});
    if (options.test_share) return fit_and_judge(std::move(graphs), run, options);
    Report report = {.dataset = std::move(graphs.summary), .times = std::move(graphs.times)};
    Model model = fit_known(run, *graphs.known.dataset, options.probability, report.times);
    return {std::move(model), std::move(report)};
}

}  // namespace

FitReport fit(const Source& source, const Run& run, const FitOptions& options) {
    FitReport fitted = fit_source(source, run, options);
    fitted.report.source = source.name();
    fitted.report.options = run.options;
    fitted.report.identity = run.kernel->identity();
    fitted.report.threads = num_threads();
    fitted.report.peak_bytes = peak_bytes();
    return fitted;
}

Model Model::fit(const Run& run, const Dataset& graphs, const FitOptions& options) {
    return dhgak::fit(graphs, run, options).model;
}

}  // namespace dhgak
