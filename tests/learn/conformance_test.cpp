// SPDX-License-Identifier: MIT
// What every learner of the registry has to keep, on each kind of data that it learns from.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "learn/two_parts.h"

namespace dhgak {
namespace {

struct Case {
    std::string learner;
    bool on_features = false;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.learner << (c.on_features ? "_on_features" : "_on_a_gram");
}

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const MethodInfo& learner : list_learners())
        for (const bool on_features : {false, true}) {
            const std::string name(learner.name);
            const LearnsFrom input = input_of(Spec::parse(name));
            if (input != (on_features ? LearnsFrom::gram : LearnsFrom::features))
                cases.push_back({name, on_features});
        }
    return cases;
}

class EveryLearner : public testing::TestWithParam<Case> {
protected:
    void TearDown() override { set_num_threads(0); }

    std::unique_ptr<PreparedLearner> prepare(const TwoParts& parts, bool balance = false) const {
        const LearnOptions options = {.learner = Spec::parse(GetParam().learner),
                                      .balance = balance};
        return make_learner(options)->prepare(
            GetParam().on_features ? LearningData(parts.all.features) : LearningData(parts.gram));
    }

    // Of the graphs that were not trained on.
    Predictions predict(const Predictor& predictor, const TwoParts& parts) const {
        if (predictor.takes_features()) return predictor.predict(parts.test);
        return predictor.predict(parts.gram.values().subspan(parts.num_train * parts.gram.size()));
    }
};

TEST_P(EveryLearner, SaysTheSameAtAnyThreadCount) {
    const TwoParts parts(90, 3, 2, 1);
    const std::vector<double> penalties = {0.1, 10};
    std::vector<Predictions> trained;
    std::vector<std::vector<Predictions>> paths;
    for (const std::size_t threads : {1, 2, 8, 2}) {
        set_num_threads(threads);
        const auto learner = prepare(parts);
        trained.push_back(predict(*learner->train(parts.split().train, parts.all.classes,
                                                  {.penalty = 3, .probability = true, .seed = 4}),
                                  parts));
        paths.push_back(
            learner->path(parts.split(), parts.all.classes, penalties, Precision::to_choose));
        expect_same(trained.back(), trained.front());
        ASSERT_EQ(paths.back().size(), penalties.size());
        for (std::size_t p = 0; p < penalties.size(); ++p)
            expect_same(paths.back()[p], paths.front()[p]);
    }
}

TEST_P(EveryLearner, DoesNotLookAtGraphsItIsNotTrainedOn) {
    const TwoParts parts(90, 3, 2, 2);
    const Split split = parts.split();
    const Targets all = parts.all.classes;
    const Targets visible = all.without(split.test);
    EXPECT_EQ(visible.known(), split.train);
    const std::vector<double> penalties = {1, 10};
    const auto learner = prepare(parts, true);
    for (const Precision precision : {Precision::to_choose, Precision::to_keep}) {
        const auto a = learner->path(split, all, penalties, precision);
        const auto b = learner->path(split, visible, penalties, precision);
        for (std::size_t p = 0; p < penalties.size(); ++p) expect_same(a[p], b[p]);
    }
    const TrainOptions options = {.penalty = 2, .probability = true};
    expect_same(predict(*learner->train(split.train, all, options), parts),
                predict(*learner->train(split.train, visible, options), parts));
}

TEST_P(EveryLearner, SaysOnItsPathWhatItSaysTrained) {
    for (const std::uint32_t num_classes : {2, 4}) {
        const TwoParts parts(120, num_classes, 2, num_classes);
        const auto learner = prepare(parts);
        const std::vector<double> penalties = {0.1, 1, 5};
        const auto path =
            learner->path(parts.split(), parts.all.classes, penalties, Precision::to_keep);
        for (std::size_t p = 0; p < penalties.size(); ++p) {
            const Predictions trained = predict(
                *learner->train(parts.split().train, parts.all.classes, {.penalty = penalties[p]}),
                parts);
            std::size_t equal = 0;
            for (std::size_t t = 0; t < trained.classes.size(); ++t)
                equal += trained.classes[t] == path[p].classes[t];
            // One penalty after the other comes to a solution that is as good, within a tolerance.
            EXPECT_GE(equal + 2, trained.classes.size()) << penalties[p];
            if (num_classes > 2) continue;
            ASSERT_EQ(path[p].decisions.size(), trained.decisions.size());
            for (std::size_t t = 0; t < trained.decisions.size(); ++t)
                EXPECT_NEAR(path[p].decisions[t], trained.decisions[t], 0.2);
        }
    }
}

TEST_P(EveryLearner, ComesBackFromAFileTheSame) {
    for (const std::uint32_t num_classes : {2, 4})
        for (const bool probability : {false, true}) {
            const TwoParts parts(90, num_classes, 2, num_classes);
            const auto learner = prepare(parts);
            const auto predictor = learner->train(parts.split().train, parts.all.classes,
                                                  {.penalty = 3, .probability = probability});
            const auto loaded = saved_and_loaded(*predictor, learner->name());
            expect_same(predict(*predictor, parts), predict(*loaded, parts));
            EXPECT_EQ(loaded->has_probabilities(), probability);
            EXPECT_EQ(loaded->num_inputs(), predictor->num_inputs());
            EXPECT_TRUE(std::ranges::equal(loaded->classes(), predictor->classes()));
        }
}

// Pairs of classes vote; only what each class's own function decides is its weights.
TEST_P(EveryLearner, IsItsWeights) {
    for (const std::uint32_t num_classes : {2, 4}) {
        if (num_classes > 2 && !GetParam().on_features) continue;
        const TwoParts parts(90, num_classes, 2, num_classes);
        auto predictor =
            prepare(parts)->train(parts.split().train, parts.all.classes, {.penalty = 3});
        if (!predictor->takes_features()) predictor = predictor->on_features(parts.all.features);
        const auto classes = predictor->classes();
        const auto assembled = Predictor::from_weights({classes.begin(), classes.end()},
                                                       predictor->linear_functions());
        EXPECT_TRUE(assembled->takes_features());
        expect_same(assembled->predict(parts.test), predictor->predict(parts.test));
        expect_same(saved_and_loaded(*assembled, "linear")->predict(parts.test),
                    predictor->predict(parts.test));
    }
}

TEST_P(EveryLearner, RefusesWhatItCannotLearn) {
    const TwoParts parts(60, 2, 2, 7);
    const auto learner = prepare(parts);
    const Split split = parts.split();
    const std::vector<double> penalties = {1};
    const Targets values(std::vector<double>(60, 0.5));
    EXPECT_THROW(learner->train(split.train, values, {}), InputError);
    EXPECT_THROW(learner->path(split, values, penalties, Precision::to_choose), InputError);
    EXPECT_THROW(learner->train(split.train, parts.train_classes, {}), InputError);
    EXPECT_THROW(learner->train(split.train, std::vector<std::uint32_t>(60, 1), {}), InputError);
    EXPECT_THROW(learner->train({}, parts.all.classes, {}), InputError);
    EXPECT_THROW(learner->train(split.train, parts.all.classes, {.penalty = 0}), ConfigError);
    const Spec spec = Spec::parse(GetParam().learner);
    if (input_of(spec) == LearnsFrom::either) return;
    const auto other = make_learner({.learner = spec});
    EXPECT_THROW(
        GetParam().on_features ? other->prepare(parts.gram) : other->prepare(parts.all.features),
        ConfigError);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryLearner, testing::ValuesIn(all_cases()),
                         [](const auto& tested) { return testing::PrintToString(tested.param); });

TEST(Learners, AreKnownByName) {
    EXPECT_THROW(make_learner({.learner = Spec::parse("forest")}), ConfigError);
    EXPECT_THROW(make_learner({.learner = Spec::parse("svm:C=3")}), ConfigError);
    EXPECT_NO_THROW(make_learner({}));
}

TEST(Predictor, IsMadeFromWeightsThatFitOnly) {
    const LinearFunctions one = {.num_functions = 1, .weights = {1, -1}, .offsets = {0.5}};
    const auto predictor = Predictor::from_weights({3, 7}, one);
    SparseMatrix rows;
    rows.num_cols = 2;
    rows.columns = {0, 1};
    rows.values = {1, 2};
    rows.row_offsets = {0, 1, 2};
    const Predictions said = predictor->predict(rows);
    EXPECT_EQ(said.classes, (std::vector<std::uint32_t>{7, 3}));
    EXPECT_EQ(said.decisions, (std::vector<double>{1.5, -1.5}));
    LinearFunctions large = one;
    large.weights = {1e308, 1e308};
    SparseMatrix both = rows;
    both.row_offsets = {0, 2};
    EXPECT_THROW(Predictor::from_weights({3, 7}, large)->predict(both), InputError);
    EXPECT_THROW(Predictor::from_weights({3}, one), InputError);
    EXPECT_THROW(Predictor::from_weights({7, 3}, one), InputError);
    EXPECT_THROW(Predictor::from_weights({1, 2, 3}, one), InputError);
    EXPECT_THROW(
        Predictor::from_weights({1, 2}, {.num_functions = 1, .weights = {NAN}, .offsets = {0}}),
        InputError);
    EXPECT_THROW(
        Predictor::from_weights({1, 2}, {.num_functions = 0, .weights = {}, .offsets = {}}),
        InputError);
}

}  // namespace
}  // namespace dhgak
