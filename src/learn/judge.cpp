// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/learn/outer_folds.h"

namespace dhgak {
namespace {

// The larger of two classes; none if there are more.
std::optional<std::uint32_t> positive_class(std::span<const std::uint32_t> classes) {
    std::uint32_t low = kUnknownClass, high = 0;
    for (const std::uint32_t c : classes)
        if (c != kUnknownClass) {
            low = std::min(low, c);
            high = std::max(high, c);
        }
    const bool two = std::ranges::all_of(
        classes, [=](std::uint32_t c) { return c == low || c == high || c == kUnknownClass; });
    return two ? std::optional(high) : std::nullopt;
}

std::vector<bool> who_is(std::span<const std::size_t> graphs,
                         std::span<const std::uint32_t> classes, std::uint32_t positive) {
    std::vector<bool> is_positive;
    for (const std::size_t graph : graphs) is_positive.push_back(classes[graph] == positive);
    return is_positive;
}

bool has_both(const std::vector<bool>& is_positive) {
    const auto positives = std::ranges::count(is_positive, true);
    return positives > 0 && positives < std::ssize(is_positive);
}

// AUROC where no inner fold has graphs of both classes.
constexpr double kChance = 0.5;

// What the inner folds say of each C.
class Tally {
public:
    Tally(const OuterFold& fold, const LearnOptions& options) : fold_(fold), options_(options) {
        const std::vector<std::uint32_t>& classes = fold.visible_classes;
        positive_ = positive_class(classes);
        if (options.score == Score::auroc && !positive_)
            throw ConfigError("auroc is defined for two classes; choose by accuracy or balanced");
        std::uint32_t largest = 0;
        for (const std::size_t g : fold.choosing) largest = std::max(largest, classes[g]);
        counts_.assign(options.C.size(), ConfusionMatrix(largest + std::size_t{1},
                                                         std::vector<std::size_t>(largest + 1)));
        aurocs_.resize(options.C.size());
    }

    void add(const Split& split, std::span<const Predictions> predictions) {
        const std::vector<std::uint32_t>& classes = fold_.visible_classes;
        for (std::size_t c = 0; c < predictions.size(); ++c) {
            for (std::size_t i = 0; i < split.test.size(); ++i)
                ++counts_[c][classes[split.test[i]]][predictions[c].classes[i]];
            if (options_.score != Score::auroc) continue;
            const std::vector<bool> is_positive = who_is(split.test, classes, *positive_);
            if (has_both(is_positive))
                aurocs_[c].push_back(auroc(predictions[c].decisions, is_positive));
        }
    }

    InnerScore best() const {
        // Right predictions are whole numbers, so that ties are ties.
        InnerScore best;
        for (std::size_t c = 0; c < counts_.size(); ++c) {
            InnerScore score = {.right = 0, .C = options_.C[c]};
            for (std::size_t k = 0; k < counts_[c].size(); ++k) score.right += counts_[c][k][k];
            score.score =
                options_.score == Score::accuracy
                    ? static_cast<double>(score.right) / static_cast<double>(fold_.choosing.size())
                : options_.score == Score::balanced ? balanced_accuracy(counts_[c])
                : aurocs_[c].empty()                ? kChance
                                                    : mean(aurocs_[c]);
            const bool is_better = options_.score == Score::accuracy ? score.right > best.right
                                                                     : score.score > best.score;
            if (c == 0 || is_better) best = score;
        }
        return best;
    }

private:
    const OuterFold& fold_;
    const LearnOptions& options_;
    std::optional<std::uint32_t> positive_;
    std::vector<ConfusionMatrix> counts_;      // by C
    std::vector<std::vector<double>> aurocs_;  // by C
};

template <typename Path>
InnerScore choose(const Path& path, const OuterFold& fold, const LearnOptions& options) {
    Tally tally(fold, options);
    std::vector<Split> splits(fold.num_inner);
    std::vector<std::vector<Predictions>> predictions(fold.num_inner);
    Progress progress("inner folds", fold.num_inner);
    parallel_for(fold.num_inner, [&](std::size_t i) {
        splits[i] =
            renumbered(split_at(fold.inner_folds, static_cast<std::uint32_t>(i)), fold.choosing);
        if (!splits[i].train.empty())
            predictions[i] =
                path.predict(splits[i], fold.visible_classes, options.C, options.balance);
        progress.advance();
    });
    for (std::size_t i = 0; i < splits.size(); ++i) tally.add(splits[i], predictions[i]);
    return tally.best();
}

// The places of those that are worth judging.
std::vector<std::size_t> places_worth(std::span<const JudgedFold> folds,
                                      const WorthJudging& is_worth) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < folds.size(); ++i)
        if (!is_worth || is_worth(i, folds[i].inner)) places.push_back(i);
    return places;
}

// `path` chooses C, `svm` is judged.
template <typename Path, typename Svm>
std::vector<JudgedFold> choose_and_judge(const Path& path, const Svm& svm,
                                         std::span<const OuterFold> folds,
                                         std::span<const std::size_t> which,
                                         std::span<const std::uint32_t> classes,
                                         const LearnOptions& options,
                                         const WorthJudging& is_worth) {
    Progress progress("learn", 2 * which.size());
    std::vector<JudgedFold> results(which.size());
    parallel_for(which.size(), [&](std::size_t i) {
        results[i].inner = choose(path, folds[which[i]], options);
        progress.advance();
    });
    const std::vector<std::size_t> places = places_worth(results, is_worth);
    parallel_for(places.size(), [&](std::size_t p) {
        JudgedFold& result = results[places[p]];
        result.outer =
            judge(svm, folds[which[places[p]]], classes, result.inner.C, options.balance);
        progress.advance();
    });
    return results;
}

}  // namespace

InnerScore choose_c(const SvmPath& path, const OuterFold& fold, const LearnOptions& options) {
    return choose(path, fold, options);
}

InnerScore choose_c(const LinearSvm& svm, const OuterFold& fold, const LearnOptions& options) {
    return choose(svm, fold, options);
}

InnerScore choose_c(const LearningData& data, const OuterFold& fold, const LearnOptions& options) {
    if (data.features()) return choose(LinearSvm(*data.features()), fold, options);
    const SvmGram gram(*data.gram());
    return choose(SvmPath(gram), fold, options);
}

std::vector<JudgedFold> judge_folds(const LearningData& data, std::span<const OuterFold> folds,
                                    std::span<const std::size_t> which,
                                    std::span<const std::uint32_t> classes,
                                    const LearnOptions& options, const WorthJudging& is_worth) {
    if (data.features()) {
        const LinearSvm svm(*data.features());
        return choose_and_judge(svm, svm, folds, which, classes, options, is_worth);
    }
    const SvmGram gram(*data.gram());
    return choose_and_judge(SvmPath(gram), gram, folds, which, classes, options, is_worth);
}

FoldResult compare(const OuterFold& fold, std::span<const std::uint32_t> classes,
                   Predictions predictions, double C) {
    FoldResult result;
    result.C = C;
    result.repeat = fold.repeat;
    result.test_size = fold.split.test.size();
    result.train_size = fold.split.train.size();
    result.graphs = fold.split.test;
    result.predictions = std::move(predictions.classes);
    std::size_t right = 0;
    for (std::size_t i = 0; i < result.test_size; ++i)
        right += result.predictions[i] == classes[result.graphs[i]];
    result.accuracy = static_cast<double>(right) / static_cast<double>(result.test_size);

    const std::optional<std::uint32_t> positive = positive_class(classes);
    if (!positive || predictions.decisions.size() != result.test_size) return result;
    result.decisions = std::move(predictions.decisions);
    const std::vector<bool> is_positive = who_is(result.graphs, classes, *positive);
    if (!has_both(is_positive)) return result;
    result.auroc = auroc(result.decisions, is_positive);
    result.average_precision = average_precision(result.decisions, is_positive);
    return result;
}

FoldResult judge(const SvmGram& gram, const OuterFold& fold, std::span<const std::uint32_t> classes,
                 double C, bool balance) {
    const SvmModel model(gram, fold.split.train, fold.visible_classes, C, balance);
    const bool has_two = positive_class(classes).has_value();
    Predictions predictions;
    for (const std::size_t graph : fold.split.test) {
        predictions.classes.push_back(model.predict(graph));
        if (has_two) predictions.decisions.push_back(model.decision(graph));
    }
    return compare(fold, classes, std::move(predictions), C);
}

FoldResult judge(const LinearSvm& svm, const OuterFold& fold,
                 std::span<const std::uint32_t> classes, double C, bool balance) {
    std::vector<Predictions> predictions =
        svm.predict(fold.split, fold.visible_classes, std::span(&C, 1), balance, kToKeep);
    return compare(fold, classes, std::move(predictions.front()), C);
}

}  // namespace dhgak
