// SPDX-License-Identifier: MIT
#include "embed/w2v/corpus.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/parallel.h"
#include "dhgak/slice/sequences.h"
#include "embed/graphs.h"

namespace dhgak {
namespace {

std::size_t words_per_epoch(const Corpus& corpus) {
    std::size_t words = 0;
    for (const Sentences& epoch : corpus.epochs) words += epoch.words.size();
    return words / corpus.epochs.size();
}

TEST(KeepProbabilities, AreGensims) {
    // gensim 4: (sqrt(n / t) + 1) * (t / n), at most 1.
    const std::vector<std::uint64_t> counts = {9000, 900, 99, 1, 0};
    const std::vector<double> keep = keep_probabilities(counts, 1e-3);
    EXPECT_NEAR(keep[0], (std::sqrt(900.0) + 1) / 900, 1e-12);
    EXPECT_NEAR(keep[1], (std::sqrt(90.0) + 1) / 90, 1e-12);
    EXPECT_NEAR(keep[2], (std::sqrt(9.9) + 1) / 9.9, 1e-12);
    EXPECT_EQ(keep[3], 1.0);
    EXPECT_EQ(keep_probabilities(counts, 0.0)[0], 1.0);
}

TEST(Corpus, IsEverySliceOfTwoWordsOrMoreInOrder) {
    const Dataset dataset = random_dataset(40, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const auto corpora = write_corpora(slices, bag_slices(slices), {.epochs = 2, .sample = 0.0}, 3);
    ASSERT_EQ(corpora.size(), 3u);
    for (int h = 0; h <= 2; ++h) {
        Sentences expected;
        std::vector<std::uint64_t> counts(4);
        for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
            SequenceWriter writer(slices, g);
            for (std::size_t v = 0; v < dataset.graph(g).num_nodes(); ++v) {
                const auto labels = writer.labels(v, h);
                for (const std::uint32_t label : labels) ++counts[label];
                if (labels.size() < 2) continue;
                expected.words.insert(expected.words.end(), labels.begin(), labels.end());
                expected.offsets.push_back(expected.words.size());
            }
        }
        const Corpus& corpus = corpora[static_cast<std::size_t>(h)];
        EXPECT_EQ(corpus.counts, counts);
        for (const Sentences& epoch : corpus.epochs) {
            EXPECT_EQ(epoch.words, expected.words);
            EXPECT_EQ(epoch.offsets, expected.offsets);
        }
    }
}

TEST(Corpus, KeepsTheSubsampledShareOfEachLabel) {
    Random random(1);
    std::vector<PlainGraph> graphs;
    for (int g = 0; g < 40; ++g) graphs.push_back(random_graph(80, 2, random));
    Dataset dataset = make_dataset(graphs, 2);
    for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
        dataset.node_labels[v] = v % 10 == 0 ? 1 : 0;
    const Slices slices = cut_slices(dataset, {.H = 3, .b = 2});
    const CorpusOptions options = {
        .shared = true, .epochs = 4, .sample = 0.01, .max_words = 10000000};
    const auto corpora = write_corpora(slices, bag_slices(slices), options, 3);
    ASSERT_EQ(corpora.size(), 1u);
    std::vector<double> kept(2);
    for (const Sentences& epoch : corpora[0].epochs)
        for (const std::uint32_t word : epoch.words) kept[word] += 1.0 / 4;
    const std::vector<double> keep = keep_probabilities(corpora[0].counts, options.sample);
    ASSERT_LT(keep[1], 1.0);
    for (const std::size_t label : {0, 1}) {
        const auto count = static_cast<double>(corpora[0].counts[label]);
        EXPECT_NEAR(kept[label] / count, keep[label], 0.03 * keep[label]);
    }
    EXPECT_NE(corpora[0].epochs[0].words, corpora[0].epochs[1].words);
}

TEST(Corpus, StaysNearMaxWords) {
    const Dataset dataset = random_dataset(400, 3, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const std::vector<HopBags> bags = bag_slices(slices);
    const auto all = write_corpora(slices, bags, {.sample = 0.0}, 3);
    const auto few = write_corpora(slices, bags, {.sample = 0.0, .max_words = 5000}, 3);
    for (std::size_t h = 0; h < all.size(); ++h) {
        ASSERT_GT(words_per_epoch(all[h]), 10000u);
        EXPECT_NEAR(static_cast<double>(words_per_epoch(few[h])), 5000.0, 700.0);
        EXPECT_EQ(all[h].counts, few[h].counts);
    }
    EXPECT_NE(write_corpora(slices, bags, {.sample = 0.0, .max_words = 5000}, 4)[0].epochs[0].words,
              few[0].epochs[0].words);
}

TEST(Corpus, CutsLongSentences) {
    // A complete graph on 120 nodes: S_1^1 has 119 * 120 words.
    PlainGraph complete;
    for (std::uint32_t v = 0; v < 120; ++v) {
        complete.labels.push_back(v % 3);
        for (std::uint32_t u = 0; u < v; ++u) complete.edges.emplace_back(u, v);
    }
    const Dataset dataset = make_dataset({complete}, 3);
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1});
    const CorpusOptions options = {.epochs = 1, .sample = 0.0, .max_words = 10000000};
    const auto corpora = write_corpora(slices, bag_slices(slices), options, 3);
    EXPECT_EQ(corpora[1].counts[0], 120u * 119u * 40u);
    EXPECT_EQ(corpora[1].epochs[0].words.size(), 120 * kMaxSentence);
}

TEST(Corpus, IsTheSameAtAnyThreadCount) {
    const Dataset dataset = random_dataset(100, 3, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const std::vector<HopBags> bags = bag_slices(slices);
    set_num_threads(1);
    const auto expected = write_corpora(slices, bags, {}, 3);
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        const auto corpora = write_corpora(slices, bags, {}, 3);
        for (std::size_t h = 0; h < corpora.size(); ++h)
            for (std::size_t e = 0; e < corpora[h].epochs.size(); ++e)
                EXPECT_EQ(corpora[h].epochs[e].words, expected[h].epochs[e].words);
    }
    set_num_threads(0);
}

}  // namespace
}  // namespace dhgak
