// SPDX-License-Identifier: MIT
#include "embed/w2v/skip_gram.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/random.h"
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

// Word by word and pair by pair, in double precision, from the same random numbers.
std::vector<std::vector<double>> plain_skip_gram(std::span<const Sentences> epochs,
                                                 std::span<const std::uint64_t> counts,
                                                 const SkipGramOptions& options,
                                                 std::uint64_t seed) {
    Random random(seed);
    const NoiseDistribution noise(counts);
    const std::vector<double> zero(options.size);
    std::vector<std::vector<double>> input(counts.size(), zero), output = input;
    for (std::vector<double>& row : input)
        for (double& x : row) x = (random.uniform() - 0.5) / static_cast<double>(options.size);

    double total = 0.0, done = 0.0;
    for (const Sentences& epoch : epochs) total += static_cast<double>(epoch.words.size());
    for (const Sentences& epoch : epochs)
        for (std::size_t s = 0; s < epoch.size(); ++s) {
            const auto begin = static_cast<long>(epoch.offsets[s]);
            const auto end = static_cast<long>(epoch.offsets[s + 1]);
            const double rate = options.rate - (options.rate - options.min_rate) * (done / total);
            for (long i = begin; i < end; ++i) {
                const std::uint32_t centre = epoch.words[static_cast<std::size_t>(i)];
                const long reach = 1 + static_cast<long>(random.below(options.window));
                std::vector<std::uint32_t> drawn;
                for (std::size_t n = 0; n < options.negative; ++n)
                    drawn.push_back(noise.draw(random));
                for (long j = std::max(begin, i - reach); j <= std::min(end - 1, i + reach); ++j) {
                    if (j == i) continue;
                    std::vector<double>& context = input[epoch.words[static_cast<std::size_t>(j)]];
                    const std::vector<double> before = context;
                    const std::vector<std::vector<double>> outputs = output;
                    const auto pair = [&](std::uint32_t target, double wanted) {
                        const double step = rate * (wanted - sigmoid(dot(before, outputs[target])));
                        for (std::size_t c = 0; c < options.size; ++c) {
                            context[c] += step * outputs[target][c];
                            output[target][c] += step * before[c];
                        }
                    };
                    pair(centre, 1.0);
                    for (const std::uint32_t target : drawn)
                        if (target != centre) pair(target, 0.0);
                }
            }
            done += static_cast<double>(end - begin);
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
    }
    return sentences;
}

std::vector<std::uint64_t> count_words(std::span<const Sentences> epochs, std::size_t num_labels) {
    std::vector<std::uint64_t> counts(num_labels);
    for (const Sentences& epoch : epochs)
        for (const std::uint32_t word : epoch.words) ++counts[word];
    return counts;
}

struct Case {
    std::uint32_t num_labels;
    SkipGramOptions options;
};

class SkipGram : public testing::TestWithParam<Case> {};

TEST_P(SkipGram, AgreesWithThePlainOne) {
    const auto& [num_labels, options] = GetParam();
    const std::vector<Sentences> epochs = {random_sentences(40, num_labels, 3),
                                           random_sentences(40, num_labels, 4)};
    const auto counts = count_words(epochs, num_labels);
    const Matrix vectors = train_skip_gram(epochs, counts, options, 7);
    const auto expected = plain_skip_gram(epochs, counts, options, 7);
    ASSERT_EQ(vectors.rows(), num_labels);
    ASSERT_EQ(vectors.cols(), options.size);
    for (std::size_t r = 0; r < vectors.rows(); ++r)
        for (std::size_t c = 0; c < vectors.cols(); ++c)
            ASSERT_NEAR(vectors(r, c), expected[r][c], 2e-5);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SkipGram,
                         testing::Values(Case{3, {}}, Case{1, {}},
                                         Case{40, {.rate = 0.2, .min_rate = 0.1}},
                                         Case{7, {.size = 1, .rate = 0.3}},
                                         Case{7, {.size = 17, .window = 2}},
                                         Case{12, {.size = 100, .window = 40, .negative = 30}}));

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
    }
    const std::vector<Sentences> epochs(3, sentences);
    const Matrix v = train_skip_gram(epochs, count_words(epochs, 6), {}, 1);
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
    const Matrix v = train_skip_gram({}, std::vector<std::uint64_t>{3, 0, 5}, {}, 1);
    float largest = 0.0f;
    for (const float x : v.values()) largest = std::max(largest, std::abs(x));
    EXPECT_LE(largest, 0.5f / 32);
    EXPECT_GT(largest, 0.4f / 32);
}

TEST(SkipGramVectors, StaySmallWhereFewLabelsRepeatForLong) {
    for (const std::uint32_t num_labels : {1u, 2u, 3u}) {
        const std::vector<Sentences> epochs(5, random_sentences(6000, num_labels, 3));
        const Matrix v = train_skip_gram(epochs, count_words(epochs, num_labels), {}, 1);
        for (const float x : v.values()) EXPECT_LT(std::abs(x), 2.0f);
    }
}

TEST(SkipGramVectors, AreRefusedWhereTheyGrowWithoutBound) {
    const std::vector<Sentences> epochs(5, random_sentences(400, 2, 3));
    const SkipGramOptions options = {.window = 200, .negative = 20, .rate = 0.2};
    EXPECT_THROW(train_skip_gram(epochs, count_words(epochs, 2), options, 1), ConfigError);
}

TEST(SkipGramVectors, DependOnTheSeed) {
    const std::vector<Sentences> epochs = {random_sentences(20, 5, 3)};
    const auto counts = count_words(epochs, 5);
    EXPECT_EQ(train_skip_gram(epochs, counts, {}, 1), train_skip_gram(epochs, counts, {}, 1));
    EXPECT_NE(train_skip_gram(epochs, counts, {}, 1), train_skip_gram(epochs, counts, {}, 2));
}

TEST(TrainWindow, FollowsTheGradientOfItsObjective) {
    constexpr std::size_t kSize = 5;
    Random random(9);
    PaddedRows input(4, kSize), output(4, kSize);
    for (PaddedRows* rows : {&input, &output})
        for (std::size_t r = 0; r < 4; ++r)
            for (std::size_t c = 0; c < kSize; ++c)
                rows->row(r)[c] = static_cast<float>(random.uniform() - 0.5);
    Targets targets{LabelCounts(4, 4)};
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
    train_window(std::vector<std::uint32_t>{2, 3}, 0, targets, 1.0f, Sigmoid(), moved_input,
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
    const Sigmoid table;
    for (double x = -40.0; x < 40.0; x += 0.01)
        EXPECT_NEAR(table(static_cast<float>(x)), sigmoid(x), 4e-6);
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
