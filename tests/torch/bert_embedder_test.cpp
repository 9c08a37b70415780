// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bert/wordpiece.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "embed/embedder.h"
#include "methods/embedders.h"
#include "slice/sequences.h"
#include "torch/small_graphs.h"

// All through the registry, hence through the plugin as users load it.
namespace dhgak {
namespace {

const std::string kTinyBert = std::string(DHGAK_GOLDEN_DIR) + "/tiny_bert";

std::vector<HopVectors> embed(const Slices& slices, const std::string& nlm,
                              std::uint64_t seed = 0) {
    return make_embedder(Spec::parse(nlm), {.name = "off", .options = {}})->fit(slices, seed).hops;
}

std::span<const float> embedding_of(const HopVectors& hop, std::size_t node) {
    return hop.vectors.row(hop.vector_of_node[node]);
}

TEST(BertEmbedder, GivesTheSumOfTransformersStatesForASlice) {
    // Hop 0 at width 0 is the node's own label: sentences of one word.
    std::ifstream in(kTinyBert + "/expected.json");
    const nlohmann::json cases = nlohmann::json::parse(in);
    ASSERT_EQ(cases[0]["tokens"], nlohmann::json({5}));  // the word "0"
    const Dataset dataset = patterned_paths(1, 1, {"0"});
    const Slices slices = cut_slices(dataset, {.H = 0, .b = 0});
    const std::vector<HopVectors> hops = embed(slices, "bert:dir=" + kTinyBert + ",max_length=32");
    for (std::size_t j = 0; j < 32; ++j)
        EXPECT_NEAR(embedding_of(hops[0], 0)[j], cases[0]["states"][0][j].get<float>(), 2e-5f);
}

TEST(BertEmbedder, GivesEqualSlicesARowAndAllNodesTheirSlice) {
    const Dataset dataset = patterned_paths(7, 9, {"0", "1", "2"});
    const Slices slices = cut_slices(dataset, {.H = 3, .b = 1});
    const std::vector<HopVectors> hops = embed(slices, "bert:dir=" + kTinyBert + ",max_length=32");
    ASSERT_EQ(hops.size(), 4U);
    for (int h = 0; h < 4; ++h) {
        const HopVectors& hop = hops[static_cast<std::size_t>(h)];
        ASSERT_EQ(hop.vector_of_node.size(), dataset.num_nodes());
        std::map<std::vector<std::uint32_t>, std::uint32_t> row_of_sentence;
        for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
            SequenceWriter writer(slices, g);
            for (std::size_t v = 0; v < 9; ++v) {
                const auto labels = writer.labels(v, h);
                const std::uint32_t row = hop.vector_of_node[dataset.node_offsets[g] + v];
                const auto [place, is_new] =
                    row_of_sentence.emplace(std::vector(labels.begin(), labels.end()), row);
                EXPECT_EQ(place->second, row);
            }
        }
        EXPECT_EQ(row_of_sentence.size(), hop.vectors.rows());
    }
}

TEST(BertEmbedder, EncodesDistinctSlicesAsEachByItself) {
    const Dataset dataset = patterned_paths(5, 8, {"0", "10", "c1", "zebra"});
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const std::string nlm = "bert:dir=" + kTinyBert + ",max_length=16";
    const std::vector<HopVectors> all = embed(slices, nlm);
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const std::size_t graphs[] = {g};
        const Dataset alone = subset(dataset, graphs);
        const std::vector<HopVectors> own = embed(cut_slices(alone, {.H = 2, .b = 1}), nlm);
        for (std::size_t h = 0; h < 3; ++h)
            for (std::size_t v = 0; v < alone.num_nodes(); ++v)
                for (std::size_t j = 0; j < 32; ++j)
                    EXPECT_NEAR(embedding_of(own[h], v)[j],
                                embedding_of(all[h], dataset.node_offsets[g] + v)[j], 1e-4f);
    }
}

TEST(BertEmbedder, CutsSentencesAtMaxLength) {
    // Pieces: "c1" is c ##1, so four labels are eight tokens, of which 5 - 2 are read: c ##1 c.
    const Dataset four = patterned_paths(1, 4, {"c1"});
    const Dataset three = patterned_paths(1, 3, {"c1"});
    const std::string nlm = "bert:dir=" + kTinyBert + ",max_length=5";
    const auto longer = embed(cut_slices(four, {.H = 0, .b = 3}), nlm);
    const auto shorter = embed(cut_slices(three, {.H = 0, .b = 2}), nlm);
    EXPECT_TRUE(std::ranges::equal(embedding_of(longer[0], 0), embedding_of(shorter[0], 0)));
    const auto whole =
        embed(cut_slices(four, {.H = 0, .b = 3}), "bert:dir=" + kTinyBert + ",max_length=10");
    EXPECT_FALSE(std::ranges::equal(embedding_of(longer[0], 0), embedding_of(whole[0], 0)));
}

TEST(BertEmbedder, StaysCloseInBfloat16) {
    const Dataset dataset = patterned_paths(5, 8, {"0", "1", "2", "3"});
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1});
    const std::string nlm = "bert:device=cpu,max_length=32,dir=" + kTinyBert;
    const HopVectors exact = embed(slices, nlm)[1];
    const HopVectors rounded = embed(slices, nlm + ",dtype=bfloat16")[1];
    double difference = 0, length = 0;
    for (std::size_t i = 0; i < exact.vectors.values().size(); ++i) {
        const double value = exact.vectors.values()[i];
        difference += std::pow(rounded.vectors.values()[i] - value, 2);
        length += value * value;
    }
    EXPECT_GT(difference, 0);
    EXPECT_LT(std::sqrt(difference / length), 0.03);
}

TEST(BertEmbedder, GivesAnEmptySliceZeros) {
    const Dataset dataset = patterned_paths(1, 2, {"0", "1"});
    const Slices slices = cut_slices(dataset, {.H = 3, .b = 0, .short_hops = ShortHops::empty});
    const std::vector<HopVectors> hops = embed(slices, "bert:dir=" + kTinyBert + ",max_length=32");
    for (const float value : embedding_of(hops[3], 0)) EXPECT_EQ(value, 0.0f);
    for (const float value : embedding_of(hops[0], 0)) EXPECT_NE(value, 0.0f);
}

TEST(BertEmbedder, WarnsOfLabelsOutsideTheVocabulary) {
    std::vector<std::string> warnings;
    set_log_sink([&](LogLevel level, std::string_view text) {
        if (level == LogLevel::warning) warnings.emplace_back(text);
    });
    const Dataset dataset = patterned_paths(1, 3, {"0", "zebra"});
    embed(cut_slices(dataset, {.H = 0, .b = 0}), "bert:dir=" + kTinyBert + ",max_length=32");
    set_log_sink({});
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].find("zebra"), std::string::npos) << warnings[0];
}

TEST(BertEmbedder, RefusesOptionsThatDoNotFit) {
    const Dataset dataset = patterned_paths(1, 3, {"0"});
    const Slices slices = cut_slices(dataset, {.H = 0, .b = 0});
    const std::string dir = "bert:dir=" + kTinyBert;
    for (const std::string& nlm :
         {dir, dir + ",max_length=33", dir + ",max_length=2", dir + ",dtype=int8",
          dir + ",layers=2", dir + ",batch_tokens=0", dir + ",device=tpu", dir + ",scratch=yes",
          std::string("bert:scratch,width=10,heads=3"), std::string("bert:scratch,rate=0"),
          std::string("bert:scratch,layers=0")})
        EXPECT_THROW(embed(slices, nlm), ConfigError) << nlm;
    EXPECT_THROW(embed(slices, "bert:dir=/no/such/folder"), InputError);
}

TEST(BertEmbedder, SaysHowToComeByAModel) {
    const std::string command = "hf download google-bert/bert-base-uncased --local-dir DIR";
    const auto message_of = [](const std::string& nlm) -> std::string {
        try {
            make_embedder(Spec::parse(nlm), {.name = "off", .options = {}});
            return "no error";
        } catch (const Error& error) {
            return error.what();
        }
    };
    unsetenv("DHGAK_BERT_DIR");
    EXPECT_NE(message_of("bert").find("bert:scratch"), std::string::npos);
    EXPECT_NE(message_of("bert").find(command), std::string::npos);
    EXPECT_NE(message_of("bert:dir=bert-base-uncased").find(command), std::string::npos);
    setenv("DHGAK_BERT_DIR", kTinyBert.c_str(), 1);
    EXPECT_EQ(message_of("bert:max_length=32"), "no error");
    unsetenv("DHGAK_BERT_DIR");
}

TEST(ScratchBert, GivesFiniteVectorsThatTheSeedAloneFixes) {
    const Dataset dataset = patterned_paths(6, 8, {"C", "N", "O o", "[MASK]"});
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const std::string nlm = "bert:scratch,layers=1,width=16,heads=2,epochs=1,batch=8";
    set_num_threads(1);
    const std::vector<HopVectors> expected = embed(slices, nlm, 3);
    ASSERT_EQ(expected.size(), 3U);
    for (const HopVectors& hop : expected) {
        EXPECT_EQ(hop.vectors.cols(), 16U);
        for (const float value : hop.vectors.values()) EXPECT_TRUE(std::isfinite(value));
    }
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        const std::vector<HopVectors> again = embed(slices, nlm, 3);
        for (std::size_t h = 0; h < 3; ++h) EXPECT_EQ(again[h].vectors, expected[h].vectors);
    }
    set_num_threads(0);
    EXPECT_NE(embed(slices, nlm, 4)[0].vectors, expected[0].vectors);
}

TEST(ScratchBert, EmbedsOtherGraphsAsItDidItsOwn) {
    const Dataset dataset = patterned_paths(6, 8, {"C", "N", "O"});
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1});
    const auto embedder = make_embedder(Spec::parse("bert:scratch,layers=1,width=8,epochs=1"),
                                        {.name = "off", .options = {}});
    const FittedEmbedding fitted = embedder->fit(slices, 0);
    const std::size_t graphs[] = {4};
    const Dataset other = subset(dataset, graphs);
    const std::vector<HopVectors> hops = fitted.model->embed(cut_slices(other, {.H = 1, .b = 1}));
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t v = 0; v < 8; ++v)
            for (std::size_t j = 0; j < 8; ++j)
                EXPECT_NEAR(embedding_of(hops[h], v)[j],
                            embedding_of(fitted.hops[h], dataset.node_offsets[4] + v)[j], 1e-4f);
}

}  // namespace
}  // namespace dhgak
