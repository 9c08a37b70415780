// SPDX-License-Identifier: MIT
#include "run/evaluate.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "dhgak/core/progress.h"
#include "dhgak/learn/folds.h"
#include "graph/wl_hash.h"
#include "run/cost.h"
#include "run/split.h"

namespace dhgak {
namespace {

// Graphs that Weisfeiler-Leman cannot tell apart share a number. It sees what all kernels see.
std::vector<std::uint32_t> number_duplicates(const Dataset& dataset,
                                             std::span<const RunOptions> configurations) {
    const WlHashOptions seen = {
        .edge_labels = std::ranges::all_of(configurations, uses_edge_labels),
        .attributes = std::ranges::all_of(configurations, uses_attributes)};
    std::map<WlHash, std::uint32_t> numbers;
    std::vector<std::uint32_t> groups;
    for (const WlHash& hash : wl_hashes(dataset, seen))
        groups.push_back(
            numbers.emplace(hash, static_cast<std::uint32_t>(numbers.size())).first->second);
    return groups;
}

// The graphs of a scope in the order in which a fit sees them: training graphs, then the others.
struct ScopedGraphs {
    Dataset training;
    Dataset others;
    std::vector<std::size_t> graph_of_row;
};

ScopedGraphs hide_test_graphs(const Dataset& dataset, const Split& split) {
    ScopedGraphs scoped = {.training = subset(dataset, split.train),
                           .others = subset(dataset, split.test),
                           .graph_of_row = split.train};
    scoped.graph_of_row.insert(scoped.graph_of_row.end(), split.test.begin(), split.test.end());
    return scoped;
}

// The fold in the numbers of the rows.
OuterFold renumber(const OuterFold& fold, std::span<const std::size_t> graph_of_row) {
    OuterFold local = fold;
    std::iota(local.split.train.begin(), local.split.train.end(), std::size_t{0});
    for (std::size_t& graph : local.choosing)  // which ascend, as the training graphs do
        graph = static_cast<std::size_t>(std::ranges::lower_bound(fold.split.train, graph) -
                                         fold.split.train.begin());
    std::iota(local.split.test.begin(), local.split.test.end(), fold.split.train.size());
    local.visible = fold.visible.of(graph_of_row);
    return local;
}

// The user's folds, which number the graphs of the whole dataset, without those of unknown class.
std::vector<Split> own_splits(const std::filesystem::path& file, const KnownGraphs& known) {
    constexpr auto kUnknown = ~std::size_t{0};
    std::vector<std::size_t> number(known.num_whole, kUnknown);
    for (std::size_t g = 0; g < known.graph_ids.size(); ++g) number[known.graph_ids[g]] = g;
    std::vector<Split> splits = read_splits(file, known.num_whole);
    for (Split& split : splits)
        for (std::vector<std::size_t>* part : {&split.train, &split.test}) {
            for (std::size_t& graph : *part) graph = number[graph];
            std::erase(*part, kUnknown);
        }
    return splits;
}

}  // namespace

RunFolds make_folds(const KnownGraphs& known, const RunOptions& options) {
    return make_folds(known, options, {&options, 1});
}

RunFolds make_folds(const KnownGraphs& known, const RunOptions& options,
                    std::span<const RunOptions> configurations) {
    RunFolds result;
    const Dataset& dataset = *known.dataset;
    const std::vector<std::uint32_t> duplicates = number_duplicates(dataset, configurations);
    std::vector<Split> splits;
    if (!options.folds.splits.empty()) splits = own_splits(options.folds.splits, known);
    if (options.folds.split == SplitBy::column) splits = column_splits(dataset);
    FoldSource source = {.splits = splits, .group_of_graph = {}};
    if (options.folds.group_duplicates) source.group_of_graph = duplicates;
    std::vector<std::uint32_t> scaffolds;
    if (options.folds.split == SplitBy::scaffold)
        source.group_of_graph = scaffolds = scaffold_groups(dataset);
    result.folds =
        make_outer_folds(dataset.targets, options.folds, options.learn, options.seed, source);
    result.straddling = count_straddling(duplicates, result.folds);
    return result;
}

std::size_t choosing_graphs(std::span<const OuterFold> folds) {
    const OuterFold& fold = folds.front();
    return fold.choosing.size() < fold.split.train.size() ? fold.choosing.size() : 0;
}

void visit_learning_data(const FittedKernel& fitted, const Dataset& others,
                         std::span<const int> levels, const Spec& learner,
                         const std::function<void(int level, const LearningData& data)>& visit) {
    // Features grow with the level: those that are smaller than the Gram matrix come first.
    const auto takes_features = [&](int level) {
        return learns_from_features(learner, fitted.num_training_graphs(),
                                    fitted.num_feature_entries(level));
    };
    const auto num_first = static_cast<std::size_t>(
        std::ranges::partition_point(levels, takes_features) - levels.begin());
    if (num_first > 0)
        fitted.visit_feature_rows(
            others, levels.first(num_first),
            [&](int level, const FeatureRows& features) { visit(level, LearningData(features)); });
    if (num_first < levels.size())
        fitted.visit_grams(
            others, levels.subspan(num_first),
            [&](int level, const GramMatrix& gram) { visit(level, LearningData(gram)); });
}

std::vector<FitScope> fit_scopes(std::size_t num_folds, bool inductive) {
    std::vector<FitScope> scopes;
    for (std::size_t f = 0; f < num_folds; ++f) {
        if (inductive || scopes.empty())
            scopes.push_back({.folds = {}, .hides_test_graphs = inductive});
        scopes.back().folds.push_back(f);
    }
    return scopes;
}

void judge_levels(const Kernel& kernel, const Dataset& dataset, std::span<const OuterFold> folds,
                  const FitScope& scope, std::span<const int> levels, const RunOptions& options,
                  const FitContext& context,
                  const std::function<bool(LevelResult result)>& on_level,
                  const WorthJudging& is_worth) {
    ScopedGraphs graphs;
    std::vector<OuterFold> local;
    Targets targets = dataset.targets;
    std::vector<std::size_t> which = scope.folds;
    if (scope.hides_test_graphs) {
        const OuterFold& fold = folds[scope.folds.front()];
        graphs = hide_test_graphs(dataset, fold.split);
        local.push_back(renumber(fold, graphs.graph_of_row));
        targets = targets.of(graphs.graph_of_row);
        which = {0};
    }
    // Where test graphs are among those of the fit, their classes have no part in it.
    const auto [fitted, codebook] = scope.hides_test_graphs
                                        ? fit_on_codebook(kernel, graphs.training, options, context)
                                        : fit_without_classes(kernel, dataset, options, context);
    const auto judge = [&, &fitted = fitted](int level, const LearningData& data) {
        keep_within_memory(options);
        const auto learner = make_learner(options.learn)->prepare(data);
        LevelResult result = {.level = level,
                              .folds = judge_folds(*learner, local.empty() ? folds : local, which,
                                                   targets, options.learn, is_worth),
                              .learner = std::string(learner->name()),
                              .num_columns = fitted->num_columns()};
        for (std::size_t i = 0; i < result.folds.size(); ++i)
            if (!result.folds[i].outer.graphs.empty())
                result.folds[i].outer.graphs = folds[scope.folds[i]].split.test;
        return result;
    };
    bool goes_on = true;
    context.times.measure("kernel", [&, &fitted = fitted, &codebook = codebook] {
        visit_learning_data(*fitted, graphs.others, levels, options.learn.learner,
                            [&](int level, const LearningData& data) {
                                if (!goes_on) return;
                                LevelResult result = context.times.measure(
                                    "learn", [&] { return judge(level, data); });
                                result.codebook = codebook;
                                goes_on = on_level(std::move(result));
                            });
    });
}

Evaluation evaluate_folds(const Run& run, const Dataset& dataset, const RunFolds& folds,
                          StageTimes& times) {
    Evaluation evaluation;
    std::vector<FoldResult> results(folds.folds.size());
    const int level = run.kernel->level();
    const std::vector<FitScope> scopes =
        fit_scopes(folds.folds.size(), run.options.folds.inductive);
    std::optional<Progress> progress;  // the only fit of a run shows its own
    if (scopes.size() > 1) progress.emplace("folds", scopes.size());
    for (const FitScope& scope : scopes) {
        judge_levels(*run.kernel, dataset, folds.folds, scope, {&level, 1}, run.options, {times},
                     [&](LevelResult result) {
                         for (std::size_t i = 0; i < result.folds.size(); ++i)
                             results[scope.folds[i]] = std::move(result.folds[i].outer);
                         evaluation.learner = result.learner;
                         evaluation.num_columns = std::move(result.num_columns);
                         evaluation.codebook = result.codebook;
                         return true;
                     });
        if (progress) progress->advance();
    }
    evaluation.cv = summarize_folds(std::move(results), dataset.targets);
    evaluation.straddling = folds.straddling;
    evaluation.choosing_graphs = choosing_graphs(folds.folds);
    return evaluation;
}

}  // namespace dhgak
