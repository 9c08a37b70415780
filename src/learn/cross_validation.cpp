// SPDX-License-Identifier: MIT
#include "dhgak/learn/cross_validation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/core/random.h"
#include "dhgak/learn/folds.h"
#include "dhgak/learn/svm.h"
#include "dhgak/learn/svm_path.h"

namespace dhgak {
namespace {

// One outer fold: the graphs to train on and to judge by, and how the former are split again.
struct OuterFold {
    Split split;
    std::vector<std::uint32_t> inner_folds;  // by member of split.train
    std::uint32_t num_inner = 0;
};

std::vector<OuterFold> make_folds(std::span<const std::uint32_t> classes,
                                  const CvOptions& options) {
    const auto folds = stratified_folds(classes, options.folds, options.seed);
    std::vector<OuterFold> outer(options.folds);
    for (std::uint32_t f = 0; f < options.folds; ++f) {
        outer[f].split = split_at(folds, f);
        const std::vector<std::size_t>& train = outer[f].split.train;
        std::vector<std::uint32_t> train_classes;
        for (const std::size_t graph : train) train_classes.push_back(classes[graph]);
        outer[f].num_inner =
            static_cast<std::uint32_t>(std::min(options.inner_folds, train.size()));
        outer[f].inner_folds =
            stratified_folds(train_classes, outer[f].num_inner, derive_seed(options.seed, {f}));
    }
    return outer;
}

// Looks at the training graphs only.
Split inner_split(const OuterFold& outer, std::uint32_t inner) {
    Split split = split_at(outer.inner_folds, inner);
    for (std::size_t& member : split.train) member = outer.split.train[member];
    for (std::size_t& member : split.test) member = outer.split.train[member];
    return split;
}

// The C that predicts most training graphs of each outer fold right when they are held out in turn.
std::vector<double> choose_C(const GramMatrix& gram, std::span<const OuterFold> outer,
                             std::span<const std::uint32_t> classes, std::span<const double> C,
                             Progress& progress) {
    struct Task {
        std::size_t outer;
        std::uint32_t inner;
    };
    std::vector<Task> tasks;
    for (std::size_t f = 0; f < outer.size(); ++f)
        for (std::uint32_t i = 0; i < outer[f].num_inner; ++i) tasks.push_back({f, i});

    const SvmPath path(gram);
    std::vector<std::vector<std::size_t>> right(tasks.size(), std::vector<std::size_t>(C.size()));
    parallel_for(tasks.size(), [&](std::size_t t) {
        const Split split = inner_split(outer[tasks[t].outer], tasks[t].inner);
        if (!split.train.empty()) {
            const auto predictions = path.predict(split, classes, C);
            for (std::size_t c = 0; c < C.size(); ++c)
                for (std::size_t i = 0; i < split.test.size(); ++i)
                    right[t][c] += predictions[c][i] == classes[split.test[i]];
        }
        progress.advance();
    });

    // Whole numbers, summed over the inner folds: ties are ties, and the first best wins.
    std::vector<std::vector<std::size_t>> scores(outer.size(), std::vector<std::size_t>(C.size()));
    for (std::size_t t = 0; t < tasks.size(); ++t)
        for (std::size_t c = 0; c < C.size(); ++c) scores[tasks[t].outer][c] += right[t][c];
    std::vector<double> chosen;
    for (const std::vector<std::size_t>& score : scores)
        chosen.push_back(
            C[static_cast<std::size_t>(std::ranges::max_element(score) - score.begin())]);
    return chosen;
}

FoldResult judge(const SvmGram& gram, const Split& split, std::span<const std::uint32_t> classes,
                 double C) {
    FoldResult result;
    result.C = C;
    result.test_size = split.test.size();
    result.graphs = split.test;
    const SvmModel model(gram, split.train, classes, C);
    std::size_t right = 0;
    for (const std::size_t graph : split.test) {
        result.predictions.push_back(model.predict(graph));
        right += result.predictions.back() == classes[graph];
    }
    result.accuracy = static_cast<double>(right) / static_cast<double>(split.test.size());
    return result;
}

void check(const GramMatrix& gram, std::span<const std::uint32_t> classes,
           const CvOptions& options) {
    if (classes.size() != gram.size())
        throw InputError(
            fmt::format("{} classes for a kernel of {} graphs", classes.size(), gram.size()));
    if (gram.size() < options.folds)
        throw InputError(fmt::format("{} graphs cannot be spread over {} folds; use fewer folds",
                                     gram.size(), options.folds));
    std::vector<std::size_t> members(std::ranges::max(classes) + std::size_t{1});
    for (const std::uint32_t c : classes) ++members[c];
    if (std::ranges::count_if(members, [](std::size_t count) { return count > 0; }) < 2)
        throw InputError("all graphs are of one class; classification needs two or more");

    std::vector<std::string> small;
    for (std::size_t c = 0; c < members.size(); ++c)
        if (members[c] > 0 && members[c] < options.folds)
            small.push_back(fmt::format("class {} has {}", c, members[c]));
    if (!small.empty())
        log_warning(fmt::format("fewer graphs than the {} folds, so some folds lack the class: {}",
                                options.folds, fmt::join(small, ", ")));
}

}  // namespace

void validate(const CvOptions& options) {
    if (options.folds < 2)
        throw ConfigError(fmt::format("folds is {}; it must be at least 2", options.folds));
    if (options.inner_folds < 2)
        throw ConfigError(
            fmt::format("inner_folds is {}; it must be at least 2", options.inner_folds));
    if (options.C.empty()) throw ConfigError("no C is given; at least one is needed");
    for (const double c : options.C)
        if (!std::isfinite(c) || c <= 0)
            throw ConfigError(fmt::format("C is {}; it must be a finite number above 0", c));
    if (!std::ranges::is_sorted(options.C, std::less_equal()))
        throw ConfigError(
            fmt::format("C is {}; the values must ascend", fmt::join(options.C, ", ")));
}

CvResult cross_validate(const GramMatrix& gram, std::span<const std::uint32_t> classes,
                        const CvOptions& options) {
    validate(options);
    check(gram, classes, options);
    const std::vector<OuterFold> outer = make_folds(classes, options);
    std::size_t num_steps = outer.size();
    for (const OuterFold& fold : outer) num_steps += fold.num_inner;
    Progress progress("learn", num_steps);
    const std::vector<double> C = choose_C(gram, outer, classes, options.C, progress);

    const SvmGram svm_gram(gram);
    CvResult result;
    result.folds.resize(outer.size());
    parallel_for(outer.size(), [&](std::size_t f) {
        result.folds[f] = judge(svm_gram, outer[f].split, classes, C[f]);
        progress.advance();
    });

    const auto num_folds = static_cast<double>(outer.size());
    for (const FoldResult& fold : result.folds) result.mean += fold.accuracy / num_folds;
    for (const FoldResult& fold : result.folds)
        result.std += (fold.accuracy - result.mean) * (fold.accuracy - result.mean) / num_folds;
    result.std = std::sqrt(result.std);
    return result;
}

}  // namespace dhgak
