// SPDX-License-Identifier: MIT
#include "learn/platt.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/learn/learner.h"
#include "learn/two_parts.h"

namespace dhgak {
namespace {

TEST(Sigmoid, IsBetweenZeroAndOneAtAnyValue) {
    const Sigmoid sigmoid = {.slope = -2, .shift = 1};
    EXPECT_DOUBLE_EQ(sigmoid(0.5), 0.5);
    EXPECT_NEAR(sigmoid(1.5), 1 / (1 + std::exp(-2.0)), 1e-15);
    EXPECT_EQ(sigmoid(1e300), 1);
    EXPECT_EQ(sigmoid(-1e300), 0);
}

// The gradient of the likelihood with Platt's targets vanishes at the fit.
TEST(Sigmoid, IsTheMostLikelyOne) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        std::vector<double> decisions;
        std::vector<bool> is_positive;
        for (int i = 0; i < 60; ++i) {
            is_positive.push_back(random.uniform() < 0.4);
            decisions.push_back(4 * random.uniform() - 2 + (is_positive.back() ? 1 : 0));
        }
        const Sigmoid fit = fit_sigmoid(decisions, is_positive);
        const auto positives = static_cast<double>(std::ranges::count(is_positive, true));
        double by_slope = 0, by_shift = 0;
        for (std::size_t i = 0; i < decisions.size(); ++i) {
            const double target =
                is_positive[i] ? (positives + 1) / (positives + 2) : 1 / (60 - positives + 2);
            const double excess = target - 1 / (1 + std::exp(fit.slope * decisions[i] + fit.shift));
            by_slope += decisions[i] * excess;
            by_shift += excess;
        }
        EXPECT_NEAR(by_slope, 0, 1e-4);
        EXPECT_NEAR(by_shift, 0, 1e-4);
        EXPECT_LT(fit.slope, 0);
    }
}

TEST(Sigmoid, StaysFiniteOnSeparatedAndOnMissingValues) {
    const Sigmoid separated =
        fit_sigmoid(std::vector<double>{-3, -2, 2, 3}, std::vector<bool>{false, false, true, true});
    EXPECT_TRUE(std::isfinite(separated.slope));
    EXPECT_NEAR(separated(2.5), 0.75, 0.05);  // the target of two positives
    EXPECT_EQ(fit_sigmoid({}, {})(1), 0.5);
    const Sigmoid one_sided = fit_sigmoid(std::vector<double>{1, 2}, std::vector<bool>{true, true});
    EXPECT_NEAR(one_sided(1.5), 0.75, 0.01);
}

// The iteration of Wu, Lin and Weng's second approach, run to its end.
std::vector<double> couple_slowly(const std::vector<double>& wins, std::size_t size) {
    std::vector<double> p(size, 1 / static_cast<double>(size));
    const auto q = [&](std::size_t a, std::size_t b) {
        if (a != b) return -wins[b * size + a] * wins[a * size + b];
        double sum = 0;
        for (std::size_t j = 0; j < size; ++j)
            if (j != a) sum += wins[j * size + a] * wins[j * size + a];
        return sum;
    };
    for (int round = 0; round < 3000; ++round)
        for (std::size_t t = 0; t < size; ++t) {
            double form = 0, others = 0;
            for (std::size_t a = 0; a < size; ++a) {
                if (a != t) others += q(t, a) * p[a];
                for (std::size_t b = 0; b < size; ++b) form += p[a] * q(a, b) * p[b];
            }
            p[t] = (form - others) / q(t, t);
            const double sum = std::accumulate(p.begin(), p.end(), 0.0);
            for (double& value : p) value /= sum;
        }
    return p;
}

TEST(Coupling, SolvesLibsvmsEquations) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const std::size_t size = 3 + seed % 4;
        Random random(seed);
        std::vector<double> wins(size * size);
        for (std::size_t a = 0; a < size; ++a)
            for (std::size_t b = a + 1; b < size; ++b) {
                wins[a * size + b] = 0.05 + 0.9 * random.uniform();
                wins[b * size + a] = 1 - wins[a * size + b];
            }
        const std::vector<double> fast = couple(wins, size), slow = couple_slowly(wins, size);
        for (std::size_t c = 0; c < size; ++c) EXPECT_NEAR(fast[c], slow[c], 1e-7);
    }
}

TEST(Coupling, FindsTheProbabilitiesThePairsCameFrom) {
    const std::vector<double> truth = {0.1, 0.6, 0.25, 0.05};
    std::vector<double> wins(16);
    for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b < 4; ++b)
            if (a != b) wins[a * 4 + b] = truth[a] / (truth[a] + truth[b]);
    const std::vector<double> found = couple(wins, 4);
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(found[c], truth[c], 1e-12);
}

TEST(Coupling, TakesPairsThatAreSure) {
    const double one = 1 - 1e-7, none = 1e-7;
    const std::vector<double> circle =
        couple(std::vector<double>{0, one, none, none, 0, one, one, none, 0}, 3);
    for (const double chance : circle) EXPECT_NEAR(chance, 1.0 / 3, 1e-3);
    const std::vector<double> clear =
        couple(std::vector<double>{0, one, one, none, 0, one, none, none, 0}, 3);
    EXPECT_NEAR(clear[0], 1, 1e-3);
}

TEST(Probabilities, AddUpToOneAndGrowWithTheDecision) {
    for (const std::uint32_t num_classes : {2, 3, 5})
        for (const bool linear : {false, true}) {
            const RandomFeatures problem = random_features(150, num_classes, 2, num_classes);
            const GramMatrix gram = gram_of(problem.features);
            const TrainOptions options = {.penalty = 1, .probability = true};
            const Predictions predicted =
                linear ? train_on(problem.features, problem.classes, options)
                             ->predict(problem.features)
                       : train_on(gram, problem.classes, options)->predict(gram.values());
            ASSERT_EQ(predicted.probabilities.size(), 150 * num_classes);
            std::vector<std::pair<double, double>> by_decision;
            for (std::size_t g = 0; g < 150; ++g) {
                const std::span row(predicted.probabilities.data() + g * num_classes, num_classes);
                EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-12);
                for (const double p : row) EXPECT_GE(p, 0);
                if (num_classes == 2) by_decision.emplace_back(predicted.decisions[g], row[1]);
            }
            std::ranges::sort(by_decision);
            for (std::size_t i = 1; i < by_decision.size(); ++i)
                EXPECT_GE(by_decision[i].second, by_decision[i - 1].second);
        }
}

// Of graphs that get a chance near p a share near p is positive.
TEST(Probabilities, AreCalibrated) {
    RandomFeatures problem = random_features(1200, 2, 1.6, 12);
    Random random(13);
    for (std::uint32_t& c : problem.classes)
        if (random.uniform() < 0.15) c = 1 - c;
    std::vector<std::uint32_t> known = problem.classes;
    for (std::size_t g = 600; g < 1200; ++g) known[g] = kUnknownClass;
    const GramMatrix gram = gram_of(problem.features);
    const TrainOptions options = {.penalty = 0.1, .probability = true};
    for (const bool linear : {false, true}) {
        const Predictions predicted =
            linear ? train_on(problem.features, known, options)->predict(problem.features)
                   : train_on(gram, known, options)->predict(gram.values());
        std::vector<double> expected(4), seen(4), count(4);
        for (std::size_t g = 600; g < 1200; ++g) {
            const double p = predicted.probabilities[2 * g + 1];
            const auto bin = std::min<std::size_t>(static_cast<std::size_t>(p * 4), 3);
            expected[bin] += p;
            seen[bin] += problem.classes[g];
            count[bin] += 1;
        }
        for (std::size_t bin = 0; bin < 4; ++bin) {
            EXPECT_GT(count[bin], 30);
            EXPECT_NEAR(expected[bin] / count[bin], seen[bin] / count[bin], 0.12);
        }
    }
}

}  // namespace
}  // namespace dhgak
