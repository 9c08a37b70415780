// SPDX-License-Identifier: MIT
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/learn/outer_folds.h"

namespace dhgak {
namespace {

// What the inner folds say of each C.
class Tally {
public:
    Tally(const OuterFold& fold, const LearnOptions& options)
        : fold_(fold),
          options_(options),
          score_(find_score(options.score)),
          of_c_(options.C.size()) {
        if (score_.kind != fold.visible.kind())
            throw ConfigError(
                fmt::format("score {} is not one of {}", score_.name,
                            score_.kind == Targets::Kind::classes ? "values" : "classes"));
        if (score_.of_two_classes && !positive_class(fold.visible))
            throw ConfigError(fmt::format(
                "{} is defined for two classes; choose by accuracy or balanced", score_.name));
    }

    // The predictions of one inner fold, by C.
    void add(const Split& split, std::span<const Predictions> predictions) {
        for (std::size_t c = 0; c < predictions.size(); ++c) {
            if (score_.inner == ScoreInfo::Over::folds)
                if (const auto value = score_.of(fold_.visible, split.test, predictions[c]))
                    of_c_[c].values.push_back(*value);
            append(of_c_[c].said.classes, predictions[c].classes);
            append(of_c_[c].said.values, predictions[c].values);
        }
        if (!predictions.empty()) append(graphs_, split.test);
    }

    InnerScore best() const {
        InnerScore best;
        for (std::size_t c = 0; c < of_c_.size(); ++c) {
            const InnerScore score = {.right = count_right(of_c_[c].said),
                                      .C = options_.C[c],
                                      .score = score_of(of_c_[c])};
            if (c == 0 || score_.is_better(score.score, best.score)) best = score;
        }
        return best;
    }

private:
    struct OfC {
        Predictions said;            // of `graphs_`
        std::vector<double> values;  // of folds
    };

    template <typename T>
    static void append(std::vector<T>& all, const std::vector<T>& more) {
        all.insert(all.end(), more.begin(), more.end());
    }

    // Of all predictions a score is a quotient of whole numbers, so that ties are ties.
    double score_of(const OfC& of_c) const {
        if (score_.inner == ScoreInfo::Over::predictions)
            return score_.of(fold_.visible, graphs_, of_c.said).value_or(score_.chance);
        return of_c.values.empty() ? score_.chance : mean(of_c.values);
    }

    std::size_t count_right(const Predictions& said) const {
        std::size_t right = 0;
        for (std::size_t i = 0; i < said.classes.size(); ++i)
            right += said.classes[i] == fold_.visible.classes[graphs_[i]];
        return right;
    }

    const OuterFold& fold_;
    const LearnOptions& options_;
    const ScoreInfo& score_;
    std::vector<std::size_t> graphs_;
    std::vector<OfC> of_c_;
};

// The places of those that are worth judging.
std::vector<std::size_t> places_worth(std::span<const JudgedFold> folds,
                                      const WorthJudging& is_worth) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < folds.size(); ++i)
        if (!is_worth || is_worth(i, folds[i].inner)) places.push_back(i);
    return places;
}

}  // namespace

InnerScore choose_c(const PreparedLearner& learner, const OuterFold& fold,
                    const LearnOptions& options) {
    Tally tally(fold, options);
    std::vector<Split> splits(fold.num_inner);
    std::vector<std::vector<Predictions>> predictions(fold.num_inner);
    Progress progress("inner folds", fold.num_inner);
    parallel_for(fold.num_inner, [&](std::size_t i) {
        splits[i] =
            renumbered(split_at(fold.inner_folds, static_cast<std::uint32_t>(i)), fold.choosing);
        if (!splits[i].train.empty())
            predictions[i] = learner.path(splits[i], fold.visible, options.C, Precision::to_choose);
        progress.advance();
    });
    for (std::size_t i = 0; i < splits.size(); ++i) tally.add(splits[i], predictions[i]);
    return tally.best();
}

FoldResult judge(const PreparedLearner& learner, const OuterFold& fold, const Targets& targets,
                 double C) {
    std::vector<Predictions> predictions =
        learner.path(fold.split, fold.visible, std::span(&C, 1), Precision::to_keep);
    return compare(fold, targets, std::move(predictions.front()), C);
}

std::vector<JudgedFold> judge_folds(const PreparedLearner& learner,
                                    std::span<const OuterFold> folds,
                                    std::span<const std::size_t> which, const Targets& targets,
                                    const LearnOptions& options, const WorthJudging& is_worth) {
    Progress progress("learn", 2 * which.size());
    std::vector<JudgedFold> results(which.size());
    parallel_for(which.size(), [&](std::size_t i) {
        results[i].inner = choose_c(learner, folds[which[i]], options);
        progress.advance();
    });
    const std::vector<std::size_t> places = places_worth(results, is_worth);
    parallel_for(places.size(), [&](std::size_t p) {
        JudgedFold& result = results[places[p]];
        result.outer = judge(learner, folds[which[places[p]]], targets, result.inner.C);
        progress.advance();
    });
    return results;
}

FoldResult compare(const OuterFold& fold, const Targets& targets, Predictions predictions,
                   double C) {
    FoldResult result;
    result.C = C;
    result.repeat = fold.repeat;
    result.test_size = fold.split.test.size();
    result.train_size = fold.split.train.size();
    result.graphs = fold.split.test;
    for (const ScoreInfo* score : scores_of(targets.kind()))
        if (const auto value = score->of(targets, result.graphs, predictions))
            result.scores.values.emplace(score->name, *value);
    result.predictions = std::move(predictions.classes);
    if (positive_class(targets) && predictions.decisions.size() == result.test_size)
        result.decisions = std::move(predictions.decisions);
    return result;
}

}  // namespace dhgak
