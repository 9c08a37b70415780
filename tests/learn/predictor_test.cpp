// SPDX-License-Identifier: MIT
#include "dhgak/learn/predictor.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "learn/linear_predictor.h"
#include "learn/linear_svm.h"
#include "learn/svm.h"
#include "learn/two_parts.h"

namespace dhgak {
namespace {

SvmModel model_of(const TwoParts& parts, const SvmGram& rows, double C) {
    return SvmModel(rows, parts.split().train, parts.all.classes, C);
}

LinearPredictor in_factors(const Predictor& predictor, const SparseMatrix& features) {
    return dynamic_cast<const LinearPredictor&>(predictor).in_form(
        features, LinearPredictor::WeightForm::factors);
}

TEST(Predictor, PredictsAsTheSvmDoesInBothForms) {
    for (std::uint64_t trial = 0; trial < 40; ++trial) {
        const auto num_classes = static_cast<std::uint32_t>(2 + trial % 5);
        const double C = std::pow(10.0, static_cast<double>(trial % 4) - 1);
        const TwoParts parts(90, num_classes, 1.5, trial);
        const SvmGram rows(parts.gram);
        const SvmModel model = model_of(parts, rows, C);
        const auto on_graphs = train_on(parts.train_gram, parts.train_classes, {.penalty = C});
        const auto on_features = on_graphs->on_features(parts.train);
        EXPECT_FALSE(on_graphs->takes_features());
        EXPECT_TRUE(on_features->takes_features());
        const Predictions by_graphs = on_graphs->predict(parts.cross);
        const Predictions by_features = on_features->predict(parts.test);
        for (std::size_t t = 0; t < parts.test.num_rows(); ++t) {
            const std::size_t graph = parts.num_train + t;
            EXPECT_EQ(by_graphs.classes[t], model.predict(graph)) << trial;
            EXPECT_EQ(by_features.classes[t], model.predict(graph)) << trial;
            if (num_classes == 2) {
                EXPECT_NEAR(by_graphs.decisions[t], model.decision(graph), 1e-9);
                EXPECT_NEAR(by_features.decisions[t], model.decision(graph), 1e-9);
            }
        }
    }
}

TEST(Predictor, HoldsFactorsOfWeightsThatWouldTakeTooMuch) {
    for (const std::uint32_t num_classes : {2, 3, 6}) {
        const TwoParts parts(120, num_classes, 1.5, num_classes);
        const auto on_graphs =
            train_on(parts.train_gram, parts.train_classes, {.penalty = 10, .probability = true});
        const auto weights = on_graphs->on_features(parts.train);
        const LinearPredictor factors = in_factors(*on_graphs, parts.train);
        EXPECT_TRUE(factors.takes_features());
        EXPECT_EQ(factors.num_inputs(), weights->num_inputs());
        const Predictions expected = weights->predict(parts.test);
        const Predictions found = factors.predict(parts.test);
        EXPECT_EQ(found.classes, expected.classes);
        for (std::size_t i = 0; i < expected.decisions.size(); ++i)
            EXPECT_NEAR(found.decisions[i], expected.decisions[i], 1e-9);
        for (std::size_t i = 0; i < expected.probabilities.size(); ++i)
            EXPECT_NEAR(found.probabilities[i], expected.probabilities[i], 1e-9);
        const LinearFunctions a = weights->linear_functions();
        const LinearFunctions b = factors.linear_functions();
        EXPECT_EQ(a.offsets, b.offsets);
        ASSERT_EQ(a.weights.size(), b.weights.size());
        for (std::size_t i = 0; i < a.weights.size(); ++i)
            EXPECT_NEAR(a.weights[i], b.weights[i], 1e-9);
        const auto loaded = saved_and_loaded(factors, "svm");
        expect_same(loaded->predict(parts.test), found);
        EXPECT_EQ(loaded->linear_functions().weights, b.weights);
        EXPECT_THROW(loaded->predict(parts.cross), Error);
    }
}

TEST(Predictor, TakesFactorsOnlyWhereWeightsAreLarger) {
    const TwoParts few(120, 6, 1.5, 1);
    const auto on_graphs = train_on(few.train_gram, few.train_classes, {.penalty = 10});
    const auto saved_bytes = [&](const SparseMatrix& features) {
        const ScratchFolder folder;
        const ModelWriter writer;
        on_graphs->on_features(features)->save(writer.at("learn"));
        writer.write(folder / "m");
        return std::filesystem::file_size(folder / "m");
    };
    SparseMatrix wide = few.train;
    wide.num_cols = 3'000'000;  // by 15 pairs of classes
    EXPECT_LT(saved_bytes(wide), std::size_t{100} << 20);
    SparseMatrix small = few.train;
    small.num_cols = 10'000;
    const std::size_t weights = small.num_cols * 15 * sizeof(double);
    EXPECT_GE(saved_bytes(small), weights);
}

TEST(Predictor, GivesEachClassItsVotesAndAShare) {
    const TwoParts parts(120, 4, 2, 1);
    const auto predictor = train_on(parts.train_gram, parts.train_classes, {.penalty = 10});
    const Predictions predicted = predictor->predict(parts.cross);
    ASSERT_EQ(predictor->num_decisions(), 4U);
    for (std::size_t t = 0; t < parts.test.num_rows(); ++t) {
        const std::span row(predicted.decisions.data() + t * 4, 4);
        std::vector<long> votes;
        for (const double decision : row) votes.push_back(std::lround(decision));
        EXPECT_EQ(std::accumulate(votes.begin(), votes.end(), 0L), 6);
        const auto first_best = std::ranges::max_element(votes) - votes.begin();
        EXPECT_EQ(predicted.classes[t], predictor->classes()[static_cast<std::size_t>(first_best)]);
    }
}

TEST(Predictor, IsTheLinearSvmOnFeatures) {
    for (const std::uint32_t num_classes : {2, 3, 6}) {
        const TwoParts parts(150, num_classes, 3, num_classes);
        const auto predictor = train_on(parts.train, parts.train_classes, {.penalty = 5});
        const Predictions predicted = predictor->predict(parts.test);
        const std::vector<double> C = {5};
        const Predictions expected =
            LinearSvm(parts.all.features)
                .predict(parts.split(), parts.all.classes, C, false, kToKeep)
                .front();
        ASSERT_EQ(predicted.decisions.size(), expected.decisions.size());
        for (std::size_t i = 0; i < predicted.decisions.size(); ++i)
            EXPECT_NEAR(predicted.decisions[i], expected.decisions[i], 0.2);
        EXPECT_EQ(predictor->num_inputs(), parts.train.num_cols);
    }
}

TEST(Predictor, RejectsWhatDoesNotFit) {
    const TwoParts parts(60, 2, 2, 7);
    EXPECT_THROW(train_on(parts.train, parts.all.classes), InputError);
    EXPECT_THROW(train_on(parts.train, std::vector<std::uint32_t>(parts.num_train, 1)), InputError);
    EXPECT_THROW(train_on(parts.train, parts.train_classes, {.penalty = -1}), ConfigError);
    EXPECT_THROW(train_on(parts.train_gram, parts.train_classes, {.penalty = NAN}), ConfigError);
    const auto predictor = train_on(parts.train, parts.train_classes);
    SparseMatrix other = parts.test;
    other.num_cols += 1;
    EXPECT_THROW(predictor->predict(other), InputError);
    EXPECT_THROW(predictor->predict(parts.cross), Error);
    EXPECT_THROW(predictor->on_features(parts.train), Error);
    const auto on_graphs = train_on(parts.train_gram, parts.train_classes);
    EXPECT_THROW(on_graphs->on_features(parts.test), InputError);
    EXPECT_THROW(on_graphs->predict(std::span(parts.cross).first(parts.num_train + 1)), InputError);
}

// A predictor's parts, of which one is changed before it is written.
struct Fields {
    std::string input = "features", scheme = "rest";
    std::size_t num_inputs = 3;
    std::vector<std::uint32_t> classes = {0, 1, 4};
    std::vector<double> weights = {1, 2, 3, 4, 5, 6, 7, 8, 9}, offsets = {1, 2, 3};
    std::vector<double> sigmoids = {-1, 0, -1, 0, -1, 0};

    void load() const {
        const ScratchFolder folder;
        const ModelWriter writer;
        writer.set("input", input);
        writer.set("scheme", scheme);
        writer.set("num_inputs", num_inputs);
        writer.set("probability", true);
        writer.add("classes", std::span<const std::uint32_t>(classes));
        writer.add("weights", std::span<const double>(weights));
        writer.add("offsets", std::span<const double>(offsets));
        writer.add("sigmoids", std::span<const double>(sigmoids));
        writer.write(folder / "m");
        load_predictor("svm", ModelReader(folder / "m"));
    }
};

TEST(Predictor, RejectsFilesWhosePartsDoNotFit) {
    EXPECT_NO_THROW(Fields{}.load());
    EXPECT_THROW(Fields{.input = "dreams"}.load(), InputError);
    EXPECT_THROW(Fields{.scheme = "both"}.load(), InputError);
    EXPECT_THROW(Fields{.num_inputs = 4}.load(), InputError);
    EXPECT_THROW((Fields{.classes = {0, 1, 1}}.load()), InputError);
    EXPECT_THROW((Fields{.classes = {4, 1, 0}}.load()), InputError);
    EXPECT_THROW((Fields{.classes = {0, 1, kUnknownClass}}.load()), InputError);
    EXPECT_THROW((Fields{.classes = {0, 1}}.load()), InputError);
    EXPECT_THROW((Fields{.weights = {1, 2}}.load()), InputError);
    EXPECT_THROW((Fields{.weights = {1, 2, 3, 4, 5, 6, 7, 8, NAN}}.load()), InputError);
    EXPECT_THROW((Fields{.offsets = {1, 2, INFINITY}}.load()), InputError);
    EXPECT_THROW((Fields{.offsets = {1}}.load()), InputError);
    EXPECT_THROW((Fields{.sigmoids = {1}}.load()), InputError);
}

}  // namespace
}  // namespace dhgak
