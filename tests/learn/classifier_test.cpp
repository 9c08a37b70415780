// SPDX-License-Identifier: MIT
#include "dhgak/learn/classifier.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/learn/folds.h"
#include "dhgak/learn/linear_svm.h"
#include "learn/random_features.h"
#include "learn/random_gram.h"
#include "learn/svm.h"

namespace dhgak {
namespace {

// A problem in two parts: graphs to train on and graphs to predict.
struct Parts {
    RandomFeatures all;
    GramMatrix gram;
    std::size_t num_train;
    SparseMatrix train, test;
    GramMatrix train_gram;
    std::vector<double> cross;  // test rows against training graphs
    std::vector<std::uint32_t> train_classes;

    Parts(std::size_t size, std::uint32_t num_classes, double signal, std::uint64_t seed)
        : all(random_features(size, num_classes, signal, seed)),
          gram(gram_of(all.features)),
          num_train(size * 2 / 3),
          train(rows(0, num_train)),
          test(rows(num_train, size)),
          train_gram(num_train),
          train_classes(all.classes.begin(),
                        all.classes.begin() + static_cast<std::ptrdiff_t>(num_train)) {
        for (std::size_t i = 0; i < num_train; ++i)
            for (std::size_t j = 0; j < num_train; ++j) train_gram(i, j) = gram(i, j);
        for (std::size_t i = num_train; i < size; ++i)
            cross.insert(cross.end(), gram.row(i).begin(),
                         gram.row(i).begin() + static_cast<std::ptrdiff_t>(num_train));
    }

    SparseMatrix rows(std::size_t begin, std::size_t end) const {
        SparseMatrix part;
        part.num_cols = all.features.num_cols;
        for (std::size_t g = begin; g < end; ++g) {
            for (auto e = all.features.row_offsets[g]; e < all.features.row_offsets[g + 1]; ++e) {
                part.columns.push_back(all.features.columns[static_cast<std::size_t>(e)]);
                part.values.push_back(all.features.values[static_cast<std::size_t>(e)]);
            }
            part.row_offsets.push_back(std::ssize(part.values));
        }
        return part;
    }

    SvmModel model(const SvmGram& rows, double C, bool balance = false) const {
        std::vector<std::size_t> graphs(num_train);
        std::iota(graphs.begin(), graphs.end(), std::size_t{0});
        return SvmModel(rows, graphs, all.classes, C, balance);
    }
};

class TempFile {
public:
    explicit TempFile(const char* name) : path(std::filesystem::temp_directory_path() / name) {}
    ~TempFile() { std::filesystem::remove(path); }
    std::filesystem::path path;
};

Classifier saved_and_loaded(const Classifier& classifier) {
    const TempFile file("dhgak_classifier_test.dhgak");
    const ModelWriter writer;
    classifier.save(writer.at("learn"));
    writer.write(file.path);
    return Classifier(ModelReader(file.path).at("learn"));
}

void expect_same(const Predictions& a, const Predictions& b) {
    EXPECT_EQ(a.classes, b.classes);
    EXPECT_EQ(a.decisions, b.decisions);
    EXPECT_EQ(a.probabilities, b.probabilities);
}

TEST(Classifier, PredictsAsTheSvmDoesInBothForms) {
    for (std::uint64_t trial = 0; trial < 40; ++trial) {
        const auto num_classes = static_cast<std::uint32_t>(2 + trial % 5);
        const double C = std::pow(10.0, static_cast<double>(trial % 4) - 1);
        const Parts parts(90, num_classes, 1.5, trial);
        const SvmGram rows(parts.gram);
        const SvmModel model = parts.model(rows, C);
        const Classifier on_graphs(parts.train_gram, parts.train_classes, {.C = C});
        const Classifier on_features = on_graphs.on_features(parts.train);
        EXPECT_FALSE(on_graphs.takes_features());
        EXPECT_TRUE(on_features.takes_features());
        const Predictions by_graphs = on_graphs.predict(parts.cross);
        const Predictions by_features = on_features.predict(parts.test);
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

TEST(Classifier, HoldsFactorsOfWeightsThatWouldTakeTooMuch) {
    for (const std::uint32_t num_classes : {2, 3, 6}) {
        const Parts parts(120, num_classes, 1.5, num_classes);
        const Classifier on_graphs(parts.train_gram, parts.train_classes,
                                   {.C = 10, .probability = true});
        const Classifier weights = on_graphs.on_features(parts.train);
        const Classifier factors =
            on_graphs.on_features(parts.train, Classifier::WeightForm::factors);
        EXPECT_TRUE(factors.takes_features());
        EXPECT_EQ(factors.num_inputs(), weights.num_inputs());
        const Predictions expected = weights.predict(parts.test);
        const Predictions found = factors.predict(parts.test);
        EXPECT_EQ(found.classes, expected.classes);
        for (std::size_t i = 0; i < expected.decisions.size(); ++i)
            EXPECT_NEAR(found.decisions[i], expected.decisions[i], 1e-9);
        for (std::size_t i = 0; i < expected.probabilities.size(); ++i)
            EXPECT_NEAR(found.probabilities[i], expected.probabilities[i], 1e-9);
        const Classifier::LinearFunctions a = weights.linear_functions();
        const Classifier::LinearFunctions b = factors.linear_functions();
        EXPECT_EQ(a.offsets, b.offsets);
        ASSERT_EQ(a.weights.size(), b.weights.size());
        for (std::size_t i = 0; i < a.weights.size(); ++i)
            EXPECT_NEAR(a.weights[i], b.weights[i], 1e-9);
        const Classifier loaded = saved_and_loaded(factors);
        expect_same(loaded.predict(parts.test), found);
        EXPECT_EQ(loaded.linear_functions().weights, b.weights);
        EXPECT_THROW(loaded.predict(parts.cross), Error);
    }
}

TEST(Classifier, TakesFactorsOnlyWhereWeightsAreLarger) {
    const Parts few(120, 6, 1.5, 1);
    const Classifier on_graphs(few.train_gram, few.train_classes, {.C = 10});
    const auto saved_bytes = [&](const SparseMatrix& features) {
        const TempFile file("dhgak_classifier_bytes_test.dhgak");
        const ModelWriter writer;
        on_graphs.on_features(features).save(writer.at("learn"));
        writer.write(file.path);
        return std::filesystem::file_size(file.path);
    };
    SparseMatrix wide = few.train;
    wide.num_cols = 3'000'000;  // by 15 pairs of classes
    EXPECT_LT(saved_bytes(wide), std::size_t{100} << 20);
    SparseMatrix small = few.train;
    small.num_cols = 10'000;
    const std::size_t weights = small.num_cols * 15 * sizeof(double);
    EXPECT_GE(saved_bytes(small), weights);
}

TEST(Classifier, GivesEachClassItsVotesAndAShare) {
    const Parts parts(120, 4, 2, 1);
    const Classifier classifier(parts.train_gram, parts.train_classes, {.C = 10});
    const Predictions predicted = classifier.predict(parts.cross);
    ASSERT_EQ(classifier.num_decisions(), 4U);
    for (std::size_t t = 0; t < parts.test.num_rows(); ++t) {
        const std::span row(predicted.decisions.data() + t * 4, 4);
        std::vector<long> votes;
        for (const double decision : row) votes.push_back(std::lround(decision));
        EXPECT_EQ(std::accumulate(votes.begin(), votes.end(), 0L), 6);
        const auto first_best = std::ranges::max_element(votes) - votes.begin();
        EXPECT_EQ(predicted.classes[t], classifier.classes()[static_cast<std::size_t>(first_best)]);
    }
}

TEST(Classifier, IsTheLinearSvmOnFeatures) {
    for (const std::uint32_t num_classes : {2, 3, 6}) {
        const Parts parts(150, num_classes, 3, num_classes);
        const Classifier classifier(parts.train, parts.train_classes, {.C = 5});
        const Predictions predicted = classifier.predict(parts.test);
        Split split;
        for (std::size_t g = 0; g < 150; ++g)
            (g < parts.num_train ? split.train : split.test).push_back(g);
        const std::vector<double> C = {5};
        const Predictions expected = LinearSvm(parts.all.features)
                                         .predict(split, parts.all.classes, C, false, kToKeep)
                                         .front();
        ASSERT_EQ(predicted.decisions.size(), expected.decisions.size());
        for (std::size_t i = 0; i < predicted.decisions.size(); ++i)
            EXPECT_NEAR(predicted.decisions[i], expected.decisions[i], 0.2);
        EXPECT_EQ(classifier.num_inputs(), parts.train.num_cols);
    }
}

TEST(Classifier, ComesBackFromAFileTheSame) {
    for (const std::uint32_t num_classes : {2, 4})
        for (const bool probability : {false, true}) {
            const Parts parts(90, num_classes, 2, num_classes);
            const ClassifierOptions options = {.C = 3, .probability = probability};
            const Classifier linear(parts.train, parts.train_classes, options);
            const Classifier kernel(parts.train_gram, parts.train_classes, options);
            expect_same(linear.predict(parts.test), saved_and_loaded(linear).predict(parts.test));
            expect_same(kernel.predict(parts.cross), saved_and_loaded(kernel).predict(parts.cross));
            EXPECT_EQ(saved_and_loaded(kernel).has_probabilities(), probability);
        }
}

TEST(Classifier, IsTheSameAtAnyThreadCount) {
    const Parts parts(90, 3, 2, 5);
    const ClassifierOptions options = {.C = 3, .probability = true};
    std::vector<Predictions> kernel, linear;
    for (const std::size_t threads : {1, 2, 8}) {
        set_num_threads(threads);
        kernel.push_back(
            Classifier(parts.train_gram, parts.train_classes, options).predict(parts.cross));
        linear.push_back(Classifier(parts.train, parts.train_classes, options).predict(parts.test));
    }
    set_num_threads(0);
    for (std::size_t i = 1; i < 3; ++i) {
        expect_same(kernel[0], kernel[i]);
        expect_same(linear[0], linear[i]);
    }
}

TEST(Classifier, LeavesGraphsOfUnknownClassOut) {
    Parts parts(90, 2, 2, 6);
    std::vector<std::uint32_t> classes = parts.all.classes;
    for (std::size_t g = parts.num_train; g < 90; ++g) classes[g] = kUnknownClass;
    const Classifier with_unknown(parts.gram, classes, {.C = 2});
    const Classifier without(parts.train_gram, parts.train_classes, {.C = 2});
    const Predictions a = with_unknown.predict(parts.gram.row(80));
    const Predictions b = without.predict(parts.gram.row(80).first(parts.num_train));
    EXPECT_EQ(a.classes, b.classes);
    EXPECT_NEAR(a.decisions[0], b.decisions[0], 1e-9);
}

TEST(Classifier, RejectsWhatDoesNotFit) {
    const Parts parts(60, 2, 2, 7);
    EXPECT_THROW(Classifier(parts.train, parts.all.classes, {}), InputError);
    EXPECT_THROW(Classifier(parts.train, std::vector<std::uint32_t>(parts.num_train, 1), {}),
                 InputError);
    EXPECT_THROW(Classifier(parts.train, parts.train_classes, {.C = -1}), ConfigError);
    EXPECT_THROW(Classifier(parts.train_gram, parts.train_classes, {.C = NAN}), ConfigError);
    const Classifier classifier(parts.train, parts.train_classes, {});
    SparseMatrix other = parts.test;
    other.num_cols += 1;
    EXPECT_THROW(classifier.predict(other), InputError);
    EXPECT_THROW(classifier.predict(parts.cross), Error);
    EXPECT_THROW(classifier.on_features(parts.train), Error);
    const Classifier on_graphs(parts.train_gram, parts.train_classes, {});
    EXPECT_THROW(on_graphs.on_features(parts.test), InputError);
    EXPECT_THROW(on_graphs.predict(std::span(parts.cross).first(parts.num_train + 1)), InputError);
}

// A classifier's parts, of which one is changed before it is written.
struct Fields {
    std::string input = "features", scheme = "rest";
    std::size_t num_inputs = 3;
    std::vector<std::uint32_t> classes = {0, 1, 4};
    std::vector<double> weights = {1, 2, 3, 4, 5, 6, 7, 8, 9}, offsets = {1, 2, 3};
    std::vector<double> sigmoids = {-1, 0, -1, 0, -1, 0};

    void load() const {
        const TempFile file("dhgak_classifier_fields.dhgak");
        const ModelWriter writer;
        writer.set("input", input);
        writer.set("scheme", scheme);
        writer.set("num_inputs", num_inputs);
        writer.set("probability", true);
        writer.add("classes", std::span<const std::uint32_t>(classes));
        writer.add("weights", std::span<const double>(weights));
        writer.add("offsets", std::span<const double>(offsets));
        writer.add("sigmoids", std::span<const double>(sigmoids));
        writer.write(file.path);
        Classifier(ModelReader(file.path));
    }
};

TEST(Classifier, RejectsFilesWhosePartsDoNotFit) {
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
