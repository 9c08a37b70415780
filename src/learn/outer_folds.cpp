// SPDX-License-Identifier: MIT
#include "dhgak/learn/outer_folds.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/core/random.h"

namespace dhgak {
namespace {

std::vector<std::size_t> count_members(std::span<const std::uint32_t> classes) {
    std::vector<std::size_t> members(std::ranges::max(classes) + std::size_t{1});
    for (const std::uint32_t c : classes) ++members[c];
    return members;
}

void check(std::span<const std::uint32_t> classes, std::size_t num_folds) {
    if (classes.size() < num_folds)
        throw InputError(fmt::format("{} graphs cannot be spread over {} folds; use fewer folds",
                                     classes.size(), num_folds));
    const std::vector<std::size_t> members = count_members(classes);
    if (std::ranges::count_if(members, [](std::size_t count) { return count > 0; }) < 2)
        throw InputError("all graphs are of one class; classification needs two or more");

    std::vector<std::string> small;
    for (std::size_t c = 0; c < members.size(); ++c)
        if (members[c] > 0 && members[c] < num_folds)
            small.push_back(fmt::format("class {} has {}", c, members[c]));
    if (!small.empty())
        log_warning(fmt::format("fewer graphs than the {} folds, so some folds lack the class: {}",
                                num_folds, fmt::join(small, ", ")));
}

std::vector<OuterFold> make_folds_once(std::span<const std::uint32_t> classes,
                                       const CvOptions& options, std::uint64_t seed) {
    const auto folds = stratified_folds(classes, options.folds, seed);
    std::vector<OuterFold> outer(options.folds);
    for (std::uint32_t f = 0; f < options.folds; ++f) {
        outer[f].split = split_at(folds, f);
        const std::vector<std::size_t>& train = outer[f].split.train;
        outer[f].visible_classes.assign(classes.begin(), classes.end());
        for (const std::size_t graph : outer[f].split.test)
            outer[f].visible_classes[graph] = kHiddenClass;
        std::vector<std::uint32_t> train_classes;
        train_classes.reserve(train.size());
        for (const std::size_t graph : train) train_classes.push_back(classes[graph]);
        outer[f].num_inner =
            static_cast<std::uint32_t>(std::min(options.inner_folds, train.size()));
        outer[f].inner_folds =
            stratified_folds(train_classes, outer[f].num_inner, derive_seed(seed, {f}));
    }
    return outer;
}

Split inner_split(const OuterFold& outer, std::uint32_t inner) {
    Split split = split_at(outer.inner_folds, inner);
    for (std::size_t& member : split.train) member = outer.split.train[member];
    for (std::size_t& member : split.test) member = outer.split.train[member];
    return split;
}

// The right predictions on `split.test` for each C.
std::vector<std::size_t> count_right(const SvmPath& path, const Split& split,
                                     std::span<const std::uint32_t> classes,
                                     std::span<const double> C) {
    const auto predictions = path.predict(split, classes, C);
    std::vector<std::size_t> right(C.size());
    for (std::size_t c = 0; c < C.size(); ++c)
        for (std::size_t i = 0; i < split.test.size(); ++i)
            right[c] += predictions[c][i] == classes[split.test[i]];
    return right;
}

// The larger of two classes; none if there are more.
std::optional<std::uint32_t> positive_class(std::span<const std::uint32_t> classes) {
    const auto [low, high] = std::ranges::minmax(classes);
    const bool two = std::ranges::all_of(
        classes, [low = low, high = high](std::uint32_t c) { return c == low || c == high; });
    return two ? std::optional(high) : std::nullopt;
}

}  // namespace

std::vector<OuterFold> make_outer_folds(std::span<const std::uint32_t> classes,
                                        const CvOptions& options) {
    check(classes, options.folds);
    std::vector<OuterFold> folds;
    for (std::size_t r = 0; r < options.repeats; ++r) {
        // Two parts, so that no repeat shares a seed with the inner folds of another.
        const std::uint64_t seed = r == 0 ? options.seed : derive_seed(options.seed, {r, r});
        for (OuterFold& fold : make_folds_once(classes, options, seed)) {
            fold.repeat = r;
            folds.push_back(std::move(fold));
        }
    }
    return folds;
}

InnerScore choose_c(const SvmPath& path, const OuterFold& fold, std::span<const double> C) {
    std::vector<std::vector<std::size_t>> right(fold.num_inner);
    parallel_for(fold.num_inner, [&](std::size_t i) {
        const Split split = inner_split(fold, static_cast<std::uint32_t>(i));
        if (!split.train.empty()) right[i] = count_right(path, split, fold.visible_classes, C);
    });
    // Right predictions are summed over the inner folds: whole numbers, so that ties are ties.
    std::vector<std::size_t> scores(C.size());
    for (const auto& counts : right)
        for (std::size_t c = 0; c < counts.size(); ++c) scores[c] += counts[c];
    const auto best = std::ranges::max_element(scores) - scores.begin();
    return {.right = scores[static_cast<std::size_t>(best)],
            .C = C[static_cast<std::size_t>(best)]};
}

std::vector<JudgedFold> judge_folds(const GramMatrix& gram, std::span<const OuterFold> folds,
                                    std::span<const std::size_t> which,
                                    std::span<const std::uint32_t> classes,
                                    std::span<const double> C) {
    std::vector<JudgedFold> results(which.size());
    Progress progress("learn", 2 * which.size());
    {
        const SvmPath path(gram);
        parallel_for(which.size(), [&](std::size_t i) {
            results[i].inner = choose_c(path, folds[which[i]], C);
            progress.advance();
        });
    }
    const SvmGram svm_gram(gram);
    parallel_for(which.size(), [&](std::size_t i) {
        results[i].outer = judge(svm_gram, folds[which[i]], classes, results[i].inner.C);
        progress.advance();
    });
    return results;
}

FoldResult compare(const OuterFold& fold, std::span<const std::uint32_t> classes,
                   std::vector<std::uint32_t> predictions, double C) {
    FoldResult result;
    result.C = C;
    result.repeat = fold.repeat;
    result.test_size = fold.split.test.size();
    result.graphs = fold.split.test;
    result.predictions = std::move(predictions);
    std::size_t right = 0;
    for (std::size_t i = 0; i < result.test_size; ++i)
        right += result.predictions[i] == classes[result.graphs[i]];
    result.accuracy = static_cast<double>(right) / static_cast<double>(result.test_size);
    return result;
}

FoldResult judge(const SvmGram& gram, const OuterFold& fold, std::span<const std::uint32_t> classes,
                 double C) {
    const SvmModel model(gram, fold.split.train, fold.visible_classes, C);
    std::vector<std::uint32_t> predictions;
    for (const std::size_t graph : fold.split.test) predictions.push_back(model.predict(graph));
    FoldResult result = compare(fold, classes, std::move(predictions), C);

    const std::optional<std::uint32_t> positive = positive_class(classes);
    if (!positive) return result;
    std::vector<double> decisions;
    std::vector<bool> is_positive;
    for (const std::size_t graph : fold.split.test) {
        decisions.push_back(model.decision(graph));
        is_positive.push_back(classes[graph] == *positive);
    }
    if (std::ranges::count(is_positive, true) % std::ssize(is_positive) != 0)
        result.auroc = auroc(decisions, is_positive);
    return result;
}

}  // namespace dhgak
