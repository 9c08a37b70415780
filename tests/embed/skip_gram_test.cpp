// SPDX-License-Identifier: MIT
#include "embed/w2v/skip_gram.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "embed/w2v/noise.h"
#include "embed/w2v/window_step.h"

namespace dhgak {
namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

// gensim's table: s(x) for 1,000 values of x from -6, found by (x + 6) * 83.
double table(double x) { return sigmoid((std::floor((x + 6.0) * 83.0) / 500.0 - 1.0) * 6.0); }

// Word by word and pair by pair, in double precision, from the same random numbers.
std::vector<std::vector<double>> plain_skip_gram(std::span<const Sentences> epochs,
                                                 std::span<const std::uint64_t> counts,
                                                 const SkipGramOptions& options,
                                                 const Matrix& start, std::uint64_t seed) {
    Random random(seed);
    const NoiseDistribution noise(counts);
    std::vector<std::vector<double>> input,
        output(counts.size(), std::vector<double>(options.size));
    for (std::size_t label = 0; label < counts.size(); ++label)
        input.emplace_back(start.row(label).begin(), start.row(label).end());
    const auto draw_noise = [&] {
        std::vector<std::uint32_t> drawn;
        for (std::size_t n = 0; n < options.negative; ++n) drawn.push_back(noise.draw(random));
        return drawn;
    };
    const auto error = [&](double wanted, double x) {
        if (options.sigmoid == SigmoidKind::exact) return wanted - sigmoid(x);
        return std::abs(x) < 6.0 ? wanted - table(x) : 0.0;
    };

    for (std::size_t e = 0; e < epochs.size(); ++e)
        for (std::size_t s = 0; s < epochs[e].size(); ++s) {
            const auto sentence = epochs[e][s];
            const auto length = static_cast<long>(sentence.size());
            const double done = (static_cast<double>(e) + epochs[e].progress[s]) /
                                static_cast<double>(options.epochs);
            const double rate = options.rate - (options.rate - options.min_rate) * done;
            for (long i = 0; i < length; ++i) {
                const std::uint32_t centre = sentence[static_cast<std::size_t>(i)];
                const long reach = 1 + static_cast<long>(random.below(options.window));
                std::vector<std::uint32_t> drawn;
                if (options.noise == NoiseFor::centre) drawn = draw_noise();
                for (long j = std::max(0L, i - reach); j <= std::min(length - 1, i + reach); ++j) {
                    if (j == i) continue;
                    if (options.noise == NoiseFor::pair) drawn = draw_noise();
                    std::vector<double>& context = input[sentence[static_cast<std::size_t>(j)]];
                    const std::vector<double> before = context;
                    const std::vector<std::vector<double>> outputs = output;
                    const auto predict = [&](std::uint32_t target, double wanted) {
                        const std::vector<double> seen =
                            options.noise == NoiseFor::pair ? output[target] : outputs[target];
                        const double step = rate * error(wanted, dot(before, seen));
                        for (std::size_t c = 0; c < options.size; ++c) {
                            context[c] += step * seen[c];
                            output[target][c] += step * before[c];
                        }
                    };
                    predict(centre, 1.0);
                    for (const std::uint32_t target : drawn)
                        if (target != centre) predict(target, 0.0);
                }
            }
        }
    return input;
}

Sentences random_sentences(std::size_t num_sentences, std::uint32_t num_labels,
                           std::uint64_t seed) {
    Random random(seed);
    Sentences sentences;
    for (std::size_t s = 0; s < num_sentences; ++s) {
        const std::size_t length = 2 + random.below(30);
        for (std::size_t i = 0; i < length; ++i)
            sentences.words.push_back(static_cast<std::uint32_t>(random.below(num_labels)));
        sentences.offsets.push_back(sentences.words.size());
        sentences.progress.push_back(static_cast<float>(s) / static_cast<float>(num_sentences));
    }
    return sentences;
}

std::vector<std::uint64_t> count_words(std::span<const Sentences> epochs, std::size_t num_labels) {
    std::vector<std::uint64_t> counts(num_labels);
    for (const Sentences& epoch : epochs)
        for (const std::uint32_t word : epoch.words) ++counts[word];
    return counts;
}

Matrix train(std::span<const Sentences> epochs, std::span<const std::uint64_t> counts,
             SkipGramOptions options, const Matrix& start, std::uint64_t seed) {
    options.epochs = std::max<std::size_t>(epochs.size(), 1);
    SkipGram model(counts, options, start, seed);
    for (std::size_t e = 0; e < epochs.size(); ++e) model.train(epochs[e], e);
    return model.vectors();
}

Matrix train(std::span<const Sentences> epochs, std::span<const std::uint64_t> counts,
             const SkipGramOptions& options, std::uint64_t seed) {
    return train(epochs, counts, options, start_vectors(counts, options.size, 0.5, seed), seed);
}

struct Case {
    std::uint32_t num_labels;
    SkipGramOptions options;
};

class PlainSkipGram : public testing::TestWithParam<Case> {};

TEST_P(PlainSkipGram, AgreesWithOurs) {
    auto [num_labels, options] = GetParam();
    options.epochs = 2;
    const std::vector<Sentences> epochs = {random_sentences(40, num_labels, 3),
                                           random_sentences(40, num_labels, 4)};
    const auto counts = count_words(epochs, num_labels);
    const Matrix start = start_vectors(counts, options.size, 0.5, 9);
    const Matrix vectors = train(epochs, counts, options, start, 7);
    const auto expected = plain_skip_gram(epochs, counts, options, start, 7);
    ASSERT_EQ(vectors.rows(), num_labels);
    ASSERT_EQ(vectors.cols(), options.size);
    for (std::size_t r = 0; r < vectors.rows(); ++r)
        for (std::size_t c = 0; c < vectors.cols(); ++c)
            ASSERT_NEAR(vectors(r, c), expected[r][c], 2e-5);
}

INSTANTIATE_TEST_SUITE_P(Sizes, PlainSkipGram,
                         testing::Values(Case{3, {}}, Case{1, {}},
                                         Case{40, {.rate = 0.2, .min_rate = 0.1}},
                                         Case{7, {.size = 1, .rate = 0.3}},
                                         Case{7, {.size = 17, .window = 2}},
                                         Case{12, {.size = 100, .window = 40, .negative = 30}}));

INSTANTIATE_TEST_SUITE_P(
    NoiseForEachPair, PlainSkipGram,
    testing::Values(Case{3, {.noise = NoiseFor::pair}}, Case{1, {.noise = NoiseFor::pair}},
                    Case{40, {.rate = 0.2, .min_rate = 0.1, .noise = NoiseFor::pair}},
                    Case{2, {.size = 5, .negative = 30, .noise = NoiseFor::pair}}));

// A step of the table moves a vector by up to 0.012 * rate, wherever rounding falls on its other
// side: of a few thousand steps that is rare, and it moves little at this rate.
class PlainSkipGramByTable : public testing::TestWithParam<Case> {};

TEST_P(PlainSkipGramByTable, AgreesWithOurs) {
    auto [num_labels, options] = GetParam();
    options.sigmoid = SigmoidKind::table;
    options.epochs = 2;
    const std::vector<Sentences> epochs = {random_sentences(20, num_labels, 3),
                                           random_sentences(20, num_labels, 4)};
    const auto counts = count_words(epochs, num_labels);
    const Matrix start = start_vectors(counts, options.size, 1.0, 9);
    const Matrix vectors = train(epochs, counts, options, start, 7);
    const auto expected = plain_skip_gram(epochs, counts, options, start, 7);
    SkipGramOptions exact = options;
    exact.sigmoid = SigmoidKind::exact;
    const auto other = plain_skip_gram(epochs, counts, exact, start, 7);
    double largest = 0.0, largest_other = 0.0;
    for (std::size_t r = 0; r < vectors.rows(); ++r)
        for (std::size_t c = 0; c < vectors.cols(); ++c) {
            largest = std::max(largest, std::abs(vectors(r, c) - expected[r][c]));
            largest_other = std::max(largest_other, std::abs(vectors(r, c) - other[r][c]));
        }
    EXPECT_LT(largest, 1e-4);
    EXPECT_GT(largest_other, 5 * largest);
}

INSTANTIATE_TEST_SUITE_P(Gensims, PlainSkipGramByTable,
                         testing::Values(Case{3, {.noise = NoiseFor::pair}},
                                         Case{20, {.noise = NoiseFor::pair}},
                                         Case{5, {.noise = NoiseFor::centre}}));

TEST(StartVectors, AreUniformAndGoByFrequency) {
    const std::vector<std::uint64_t> counts = {5, 900, 0, 5}, other = {70, 3, 2, 60};
    const Matrix start = start_vectors(counts, 32, 1.0, 4),
                 again = start_vectors(other, 32, 1.0, 4);
    const auto same = [](std::span<const float> a, std::span<const float> b) {
        return std::ranges::equal(a, b);
    };
    EXPECT_TRUE(same(start.row(1), again.row(0)));
    EXPECT_TRUE(same(start.row(0), again.row(3)));  // of equals the lower one first
    EXPECT_TRUE(same(start.row(3), again.row(1)));
    EXPECT_FALSE(same(start.row(2), start.row(3)));
    const auto [least, most] = std::ranges::minmax(start.values());
    EXPECT_GE(least, -1.0f / 32);
    EXPECT_LT(least, -0.9f / 32);
    EXPECT_LE(most, 1.0f / 32);
    EXPECT_GT(most, 0.9f / 32);
    EXPECT_NE(start, start_vectors(counts, 32, 1.0, 5));
}

TEST(SkipGramVectors, AreCloseForLabelsInTheSameContexts) {
    // 0 and 1 stand among 4s, 2 and 3 among 5s.
    Random random(5);
    Sentences sentences;
    for (int s = 0; s < 4000; ++s) {
        const std::uint32_t side = static_cast<std::uint32_t>(random.below(2));
        for (int i = 0; i < 4; ++i) {
            sentences.words.push_back(4 + side);
            sentences.words.push_back(2 * side + static_cast<std::uint32_t>(random.below(2)));
        }
        sentences.offsets.push_back(sentences.words.size());
        sentences.progress.push_back(0.0f);
    }
    const std::vector<Sentences> epochs(3, sentences);
    const Matrix v = train(epochs, count_words(epochs, 6), {}, 1);
    const auto cosine = [&](std::size_t a, std::size_t b) {
        double ab = 0.0, aa = 0.0, bb = 0.0;
        for (std::size_t c = 0; c < v.cols(); ++c) {
            ab += v(a, c) * v(b, c);
            aa += v(a, c) * v(a, c);
            bb += v(b, c) * v(b, c);
        }
        return ab / std::sqrt(aa * bb);
    };
    EXPECT_GT(cosine(0, 1), 0.95);
    EXPECT_GT(cosine(2, 3), 0.95);
    EXPECT_LT(cosine(0, 2), 0.5);
    EXPECT_LT(cosine(1, 3), 0.5);
}

TEST(SkipGramVectors, StayAtTheStartWithoutSentences) {
    const Matrix v = train({}, std::vector<std::uint64_t>{3, 0, 5}, {}, 1);
    float largest = 0.0f;
    for (const float x : v.values()) largest = std::max(largest, std::abs(x));
    EXPECT_LE(largest, 0.5f / 32);
    EXPECT_GT(largest, 0.4f / 32);
}

TEST(SkipGramVectors, StaySmallWhereFewLabelsRepeatForLong) {
    for (const std::uint32_t num_labels : {1u, 2u, 3u}) {
        const std::vector<Sentences> epochs(5, random_sentences(6000, num_labels, 3));
        const Matrix v = train(epochs, count_words(epochs, num_labels), {}, 1);
        for (const float x : v.values()) EXPECT_LT(std::abs(x), 2.0f);
    }
}

TEST(SkipGramVectors, AreRefusedWhereTheyGrowWithoutBound) {
    const std::vector<Sentences> epochs(5, random_sentences(400, 2, 3));
    const SkipGramOptions options = {.window = 200, .negative = 20, .rate = 0.2};
    EXPECT_THROW(train(epochs, count_words(epochs, 2), options, 1), ConfigError);
}

TEST(SkipGramVectors, DependOnTheSeed) {
    const std::vector<Sentences> epochs = {random_sentences(20, 5, 3)};
    const auto counts = count_words(epochs, 5);
    EXPECT_EQ(train(epochs, counts, {}, 1), train(epochs, counts, {}, 1));
    EXPECT_NE(train(epochs, counts, {}, 1), train(epochs, counts, {}, 2));
}

TEST(SkipGramVectors, GoOnWhereTheyStopped) {
    const Sentences whole = random_sentences(20, 5, 3);
    Sentences first, second;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        Sentences& part = i < 8 ? first : second;
        part.words.insert(part.words.end(), whole[i].begin(), whole[i].end());
        part.offsets.push_back(part.words.size());
        part.progress.push_back(whole.progress[i]);
    }
    const auto counts = count_words(std::span(&whole, 1), 5);
    const Matrix start = start_vectors(counts, 32, 0.5, 1);
    SkipGram at_once(counts, {.epochs = 1}, start, 2), in_parts(counts, {.epochs = 1}, start, 2);
    at_once.train(whole, 0);
    in_parts.train(first, 0);
    EXPECT_NE(at_once.vectors(), in_parts.vectors());
    in_parts.train(second, 0);
    EXPECT_EQ(at_once.vectors(), in_parts.vectors());
}

TEST(SkipGramVectors, HaveTheirNoiseForEachPairOrForEachCentre) {
    const std::vector<Sentences> epochs = {random_sentences(20, 5, 3)};
    const auto counts = count_words(epochs, 5);
    EXPECT_NE(train(epochs, counts, {.noise = NoiseFor::pair}, 1), train(epochs, counts, {}, 1));
}

TEST(TrainPair, SeesWhatTheDrawBeforeMoved) {
    // One dimension, worked by hand: the word stands at 1, the noise word at 0 and is drawn twice.
    PaddedRows input(1, 1), output(2, 1);
    input.row(0)[0] = 1.0f;
    WordTargets targets{LabelCounts(2, 2)};
    targets.labels.add(0);
    targets.labels.add(1);
    targets.labels.add(1);
    train_pair(0, targets, 0.1f, PairSigmoid(), input, output);
    const double first = -0.1 * 0.5, second = -0.1 * sigmoid(first);
    EXPECT_NEAR(output.row(0)[0], 0.05, 1e-6);
    EXPECT_NEAR(output.row(1)[0], first + second, 1e-6);
    EXPECT_NEAR(input.row(0)[0], 1.0 + second * first, 1e-6);
}

TEST(TrainWindow, FollowsTheGradientOfItsObjective) {
    constexpr std::size_t kSize = 5;
    Random random(9);
    PaddedRows input(4, kSize), output(4, kSize);
    for (PaddedRows* rows : {&input, &output})
        for (std::size_t r = 0; r < 4; ++r)
            for (std::size_t c = 0; c < kSize; ++c)
                rows->row(r)[c] = static_cast<float>(random.uniform() - 0.5);
    WordTargets targets{LabelCounts(4, 4)};
    for (const std::uint32_t label : {2u, 1u, 0u, 1u}) targets.labels.add(label);

    const auto objective = [&](PaddedRows in, PaddedRows out) {
        double sum = 0.0;
        for (const std::uint32_t t : {2u, 1u, 0u, 1u}) {
            double score = 0.0;
            for (std::size_t i = 0; i < kSize; ++i) score += in.row(3)[i] * out.row(t)[i];
            sum += std::log(sigmoid(t == 2 ? score : -score));
        }
        return sum;
    };
    PaddedRows moved_input = input, moved_output = output;
    train_window(std::vector<std::uint32_t>{2, 3}, 0, targets, 1.0f, PairSigmoid(), moved_input,
                 moved_output);
    constexpr float kStep = 1e-2f;
    for (const bool of_input : {true, false})
        for (std::size_t i = 0; i < input.values.size(); ++i) {
            if (i % input.stride >= kSize) continue;
            PaddedRows high_in = input, low_in = input, high_out = output, low_out = output;
            (of_input ? high_in : high_out).values[i] += kStep;
            (of_input ? low_in : low_out).values[i] -= kStep;
            const double slope =
                (objective(high_in, high_out) - objective(low_in, low_out)) / (2 * kStep);
            const float move = of_input ? moved_input.values[i] - input.values[i]
                                        : moved_output.values[i] - output.values[i];
            EXPECT_NEAR(move, slope, 2e-4);
        }
}

TEST(SigmoidTable, IsTheSigmoid) {
    const PairSigmoid exact;
    for (double x = -40.0; x < 40.0; x += 0.01)
        for (const float wanted : {0.0f, 1.0f})
            EXPECT_NEAR(exact.error(wanted, static_cast<float>(x)), wanted - sigmoid(x), 4e-6);
}

TEST(SigmoidTable, IsGensims) {
    const PairSigmoid gensims(SigmoidKind::table);
    // (0 + 6) * 83 = 498, which stands for -0.024.
    EXPECT_NEAR(gensims.error(1.0f, 0.0f), 1.0 - sigmoid(-0.024), 1e-6);
    EXPECT_NEAR(gensims.error(0.0f, 0.0119f), -sigmoid(-0.024), 1e-6);
    EXPECT_NEAR(gensims.error(0.0f, 0.0122f), -sigmoid(-0.012), 1e-6);
    EXPECT_NEAR(gensims.error(0.0f, -5.999f), -sigmoid(-6.0), 1e-6);
    for (const float x : {6.0f, -6.0f, 100.0f}) {
        EXPECT_EQ(gensims.error(1.0f, x), 0.0f);
        EXPECT_EQ(gensims.error(0.0f, x), 0.0f);
    }
    EXPECT_TRUE(std::isnan(gensims.error(1.0f, std::nanf(""))));
}

TEST(Noise, IsDrawnByFrequencyToTheThreeQuarters) {
    const std::vector<std::uint64_t> counts = {1000, 10, 0, 200, 1};
    const NoiseDistribution noise(counts);
    std::vector<double> drawn(counts.size());
    Random random(2);
    constexpr int kDraws = 400000;
    for (int i = 0; i < kDraws; ++i) drawn[noise.draw(random)] += 1.0 / kDraws;
    double total = 0.0;
    for (const std::uint64_t n : counts) total += std::pow(static_cast<double>(n), 0.75);
    for (std::size_t label = 0; label < counts.size(); ++label)
        EXPECT_NEAR(drawn[label], std::pow(static_cast<double>(counts[label]), 0.75) / total,
                    0.004);
    EXPECT_EQ(drawn[2], 0.0);
}

}  // namespace
}  // namespace dhgak
