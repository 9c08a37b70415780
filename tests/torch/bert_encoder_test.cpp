// SPDX-License-Identifier: MIT
#include "torch/encode/bert_encoder.h"

#include <array>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

using Tokens = std::vector<std::int32_t>;
using Embeddings = std::map<std::size_t, std::vector<float>>;

const BertConfig kConfig = {.vocab_size = 20,
                            .hidden_size = 16,
                            .num_hidden_layers = 2,
                            .num_attention_heads = 2,
                            .intermediate_size = 32,
                            .max_position_embeddings = 40,
                            .initializer_range = 0.5};

TokenSequences some_sentences() {
    TokenSequences sentences;
    for (std::int32_t i = 0; i < 60; ++i) {
        Tokens sentence;
        for (std::int32_t j = 0; j < 1 + i * i % 23; ++j) sentence.push_back((i * 7 + j * j) % 20);
        sentences.add(sentence);
    }
    return sentences;
}

Embeddings encode(const TokenSequences& sentences, std::size_t batch_tokens) {
    const BertParameters parameters = random_parameters(kConfig, 1);
    std::vector<std::vector<float>> rows(sentences.size());
    encode_sequences(kConfig, parameters, sentences, batch_tokens,
                     [&](std::size_t s, std::span<const float> embedding) {
                         rows[s].assign(embedding.begin(), embedding.end());
                     });
    Embeddings embeddings;
    for (std::size_t s = 0; s < rows.size(); ++s)
        if (!rows[s].empty()) embeddings[s] = rows[s];
    return embeddings;
}

TEST(TokenSequences, KeepsEachSequenceOnce) {
    TokenSequences sequences;
    EXPECT_EQ(sequences.add(Tokens{1, 2}), 0U);
    EXPECT_EQ(sequences.add(Tokens{1, 2, 3}), 1U);
    EXPECT_EQ(sequences.add(Tokens{}), 2U);
    EXPECT_EQ(sequences.add(Tokens{1, 2}), 0U);
    EXPECT_EQ(sequences.add(Tokens{}), 2U);
    for (std::int32_t i = 0; i < 1000; ++i)
        EXPECT_EQ(sequences.add(Tokens{i, i, i}), static_cast<std::uint32_t>(i + 3));
    for (std::int32_t i = 0; i < 1000; ++i)
        EXPECT_EQ(sequences.add(Tokens{i, i, i}), static_cast<std::uint32_t>(i + 3));
    EXPECT_EQ(sequences.size(), 1003U);
    EXPECT_EQ(sequences.num_tokens(), 5U + 3000U);
}

TEST(EncodeSequences, GivesTheSameInBatchesOfAnySize) {
    const TokenSequences sentences = some_sentences();
    const Embeddings one_by_one = encode(sentences, 1);
    EXPECT_EQ(one_by_one.size(), sentences.size());
    for (const std::size_t batch_tokens : {7, 64, 100000}) {
        const Embeddings batched = encode(sentences, batch_tokens);
        ASSERT_EQ(batched.size(), one_by_one.size());
        for (const auto& [sentence, expected] : one_by_one)
            for (std::size_t j = 0; j < expected.size(); ++j)
                EXPECT_NEAR(batched.at(sentence)[j], expected[j],
                            1e-5 * std::max(1.0f, std::abs(expected[j])));
    }
}

TEST(EncodeSequences, GivesTheSameBitsAtAnyNumberOfThreads) {
    const TokenSequences sentences = some_sentences();
    set_num_threads(1);
    const Embeddings expected = encode(sentences, 50);
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        EXPECT_EQ(encode(sentences, 50), expected);
    }
    set_num_threads(0);
}

TEST(EncodeSequences, DependsOnTheOrderOfTokens) {
    TokenSequences sentences;
    sentences.add(Tokens{5, 6, 7});
    sentences.add(Tokens{7, 6, 5});
    const Embeddings embeddings = encode(sentences, 100);
    EXPECT_NE(embeddings.at(0), embeddings.at(1));
}

TEST(EncodeSequences, LeavesEmptySequencesOut) {
    TokenSequences sentences;
    sentences.add(Tokens{});
    sentences.add(Tokens{3});
    const Embeddings embeddings = encode(sentences, 100);
    EXPECT_FALSE(embeddings.contains(0));
    EXPECT_TRUE(embeddings.contains(1));
}

}  // namespace
}  // namespace dhgak
