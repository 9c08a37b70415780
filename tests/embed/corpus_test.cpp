// SPDX-License-Identifier: MIT
#include "embed/w2v/corpus.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/parallel.h"
#include "embed/graphs.h"
#include "slice/sequences.h"

namespace dhgak {
namespace {

using Text = std::vector<std::vector<Sentences>>;  // by corpus and epoch

Text write(const Slices& slices, const CorpusPlan& plan, const CorpusOptions& options,
           std::size_t epochs, std::uint64_t seed) {
    return write_sentences(slices, plan, options, {0, epochs, 0, slices.dataset->num_graphs()},
                           seed);
}

std::size_t words_per_epoch(std::span<const Sentences> epochs) {
    std::size_t words = 0;
    for (const Sentences& epoch : epochs) words += epoch.words.size();
    return words / epochs.size();
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

TEST(BatchProgress, FallsWhereTenThousandWordsAreFull) {
    // Two sentences fill the first batch to the word; one of 15,000 is alone in its batch.
    const std::vector<std::size_t> lengths = {4000, 6000, 1, 15000, 3, 0, 9997, 1};
    const std::vector<float> expected = {0, 0, 2, 3, 4, 4, 4, 7};
    const std::vector<float> progress = batch_progress(lengths);
    ASSERT_EQ(progress.size(), lengths.size());
    for (std::size_t i = 0; i < lengths.size(); ++i)
        EXPECT_FLOAT_EQ(progress[i], expected[i] / 8) << i;
}

TEST(Corpus, IsEverySliceOfTwoWordsOrMoreInOrder) {
    const Dataset dataset = random_dataset(40, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    for (const bool shared : {false, true})
        for (const Decay decay : {Decay::sentences, Decay::batches}) {
            const CorpusOptions options = {.shared = shared, .sample = 0.0, .decay = decay};
            const CorpusPlan plan = plan_corpora(slices, bag_slices(slices), options);
            const Text text = write(slices, plan, options, 2, 3);
            std::vector<Sentences> expected(shared ? 1 : 3);
            std::vector<std::vector<std::uint64_t>> counts(expected.size(),
                                                           std::vector<std::uint64_t>(4));
            std::vector<std::vector<std::size_t>> lengths(expected.size()), kept = lengths;
            for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
                SequenceWriter writer(slices, g);
                for (std::size_t h = 0; h <= 2; ++h)
                    for (std::size_t v = 0; v < dataset.graph(g).num_nodes(); ++v) {
                        const std::size_t i = shared ? 0 : h;
                        const auto labels = writer.labels(v, static_cast<int>(h));
                        for (const std::uint32_t label : labels) ++counts[i][label];
                        lengths[i].push_back(labels.size());
                        if (labels.size() < 2) continue;
                        kept[i].push_back(lengths[i].size() - 1);
                        expected[i].words.insert(expected[i].words.end(), labels.begin(),
                                                 labels.end());
                        expected[i].offsets.push_back(expected[i].words.size());
                    }
            }
            ASSERT_EQ(plan.corpora.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                EXPECT_EQ(plan.corpora[i].counts, counts[i]);
                const std::vector<float> by_batch = batch_progress(lengths[i]);
                for (const Sentences& epoch : text[i]) {
                    EXPECT_EQ(epoch.words, expected[i].words);
                    EXPECT_EQ(epoch.offsets, expected[i].offsets);
                    ASSERT_EQ(epoch.progress.size(), kept[i].size());
                    for (std::size_t s = 0; s < kept[i].size(); ++s)
                        EXPECT_FLOAT_EQ(epoch.progress[s],
                                        decay == Decay::batches
                                            ? by_batch[kept[i][s]]
                                            : static_cast<float>(kept[i][s]) /
                                                  static_cast<float>(lengths[i].size()));
                }
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
    const CorpusOptions options = {.shared = true, .sample = 0.01, .max_words = 0};
    const CorpusPlan plan = plan_corpora(slices, bag_slices(slices), options);
    const Text text = write(slices, plan, options, 4, 3);
    ASSERT_EQ(text.size(), 1u);
    std::vector<double> kept(2);
    for (const Sentences& epoch : text[0])
        for (const std::uint32_t word : epoch.words) kept[word] += 1.0 / 4;
    const std::vector<double>& keep = plan.corpora[0].keep;
    ASSERT_LT(keep[1], 1.0);
    for (const std::size_t label : {0, 1}) {
        const auto count = static_cast<double>(plan.corpora[0].counts[label]);
        EXPECT_NEAR(kept[label] / count, keep[label], 0.03 * keep[label]);
    }
    EXPECT_NE(text[0][0].words, text[0][1].words);
    EXPECT_EQ(plan.corpora[0].share_of_nodes, 1.0);
}

TEST(Corpus, StaysNearMaxWords) {
    const Dataset dataset = random_dataset(400, 3, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const std::vector<HopBags> bags = bag_slices(slices);
    const CorpusOptions all = {.sample = 0.0, .max_words = 0};
    const CorpusOptions few = {.sample = 0.0, .max_words = 5000};
    const CorpusPlan all_plan = plan_corpora(slices, bags, all);
    const CorpusPlan few_plan = plan_corpora(slices, bags, few);
    const Text all_text = write(slices, all_plan, all, 2, 3);
    const Text few_text = write(slices, few_plan, few, 2, 3);
    for (std::size_t h = 0; h < 3; ++h) {
        const auto num_words = static_cast<double>(words_per_epoch(all_text[h]));
        ASSERT_GT(num_words, 10000.0);
        EXPECT_NEAR(static_cast<double>(words_per_epoch(few_text[h])), 5000.0, 700.0);
        EXPECT_EQ(all_plan.corpora[h].counts, few_plan.corpora[h].counts);
        EXPECT_NEAR(few_plan.corpora[h].share_of_nodes, 5000.0 / num_words, 1e-3);
    }
    EXPECT_NE(write(slices, few_plan, few, 2, 4)[0][0].words, few_text[0][0].words);
}

TEST(Corpus, CutsLongSentencesBeforeOrAfterSubsampling) {
    // A complete graph on 120 nodes: S_1^1 has 119 * 120 words.
    PlainGraph complete;
    for (std::uint32_t v = 0; v < 120; ++v) {
        complete.labels.push_back(v % 3);
        for (std::uint32_t u = 0; u < v; ++u) complete.edges.emplace_back(u, v);
    }
    const Dataset dataset = make_dataset({complete}, 3);
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1});
    const std::vector<HopBags> bags = bag_slices(slices);
    const auto words = [&](double sample, Cut cut) {
        const CorpusOptions options = {.sample = sample, .max_words = 0, .cut = cut};
        const CorpusPlan plan = plan_corpora(slices, bags, options);
        EXPECT_EQ(plan.corpora[1].counts[0], 120u * 119u * 40u);
        return static_cast<double>(words_per_epoch(write(slices, plan, options, 1, 3)[1]));
    };
    EXPECT_EQ(words(0.0, Cut::slice), 120.0 * kMaxSentence);
    EXPECT_EQ(words(0.0, Cut::kept), 120.0 * kMaxSentence);
    const double keep = std::sqrt(3 * 0.04) + 3 * 0.04;
    EXPECT_NEAR(words(0.04, Cut::slice), 120 * keep * kMaxSentence, 4000.0);
    EXPECT_NEAR(words(0.04, Cut::kept), 120 * keep * 119 * 120, 4000.0);
}

TEST(Corpus, IsTheSameInManyPasses) {
    const Dataset dataset = random_dataset(100, 3, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    for (const CorpusOptions& options :
         {CorpusOptions{.sample = 0.01}, {.shared = true, .sample = 0.01, .max_words = 3000}}) {
        const CorpusPlan plan = plan_corpora(slices, bag_slices(slices), options);
        const Text expected = write(slices, plan, options, 5, 3);
        EXPECT_EQ(cut_passes(plan, 5, 1e9).size(), 1u);
        const std::vector<Pass> passes = cut_passes(plan, 5, 500.0);
        ASSERT_GT(passes.size(), 10u);
        Text joined(expected.size(), std::vector<Sentences>(5));
        for (const Pass& pass : passes) {
            const Text text = write_sentences(slices, plan, options, pass, 3);
            for (std::size_t i = 0; i < text.size(); ++i)
                for (std::size_t e = pass.first_epoch; e < pass.end_epoch; ++e) {
                    const Sentences& part = text[i][e - pass.first_epoch];
                    Sentences& whole = joined[i][e];
                    whole.words.insert(whole.words.end(), part.words.begin(), part.words.end());
                    whole.progress.insert(whole.progress.end(), part.progress.begin(),
                                          part.progress.end());
                }
        }
        for (std::size_t i = 0; i < expected.size(); ++i)
            for (std::size_t e = 0; e < 5; ++e) {
                EXPECT_EQ(joined[i][e].words, expected[i][e].words);
                EXPECT_EQ(joined[i][e].progress, expected[i][e].progress);
            }
    }
}

TEST(Passes, StayWithinTheirWords) {
    const CorpusPlan plan = {.corpora = {}, .words_of_graph = {3, 3, 3, 50, 1, 9, 1}};
    const std::vector<Pass> passes = cut_passes(plan, 2, 10.0);
    const std::vector<std::size_t> ends = {3, 4, 6, 7};
    ASSERT_EQ(passes.size(), 2 * ends.size());
    for (std::size_t i = 0; i < passes.size(); ++i) {
        EXPECT_EQ(passes[i].first_epoch, i / 4);
        EXPECT_EQ(passes[i].end_epoch, i / 4 + 1);
        EXPECT_EQ(passes[i].first_graph, i % 4 == 0 ? 0 : ends[i % 4 - 1]);
        EXPECT_EQ(passes[i].end_graph, ends[i % 4]);
    }
}

TEST(Corpus, IsTheSameAtAnyThreadCount) {
    const Dataset dataset = random_dataset(100, 3, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const CorpusPlan plan = plan_corpora(slices, bag_slices(slices), {});
    set_num_threads(1);
    const Text expected = write(slices, plan, {}, 5, 3);
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        const Text text = write(slices, plan, {}, 5, 3);
        for (std::size_t h = 0; h < text.size(); ++h)
            for (std::size_t e = 0; e < text[h].size(); ++e)
                EXPECT_EQ(text[h][e].words, expected[h][e].words);
    }
    set_num_threads(0);
}

}  // namespace
}  // namespace dhgak
