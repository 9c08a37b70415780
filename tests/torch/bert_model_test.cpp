// SPDX-License-Identifier: MIT
#include "torch/encode/bert_model.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/nll_loss.h>
#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bert/wordpiece.h"

namespace dhgak {
namespace {

const std::filesystem::path kGolden = DHGAK_GOLDEN_DIR;

nlohmann::json read_json(const std::filesystem::path& path) {
    std::ifstream in(path);
    return nlohmann::json::parse(in);
}

using Tokens = std::vector<std::int32_t>;

struct LoadedBert {
    explicit LoadedBert(const std::filesystem::path& folder)
        : config(read_bert_config(folder)),
          parameters(load_parameters(open_bert_weights(folder, config), config, 0)) {}

    at::Tensor states(const std::vector<Tokens>& sequences) const {
        PackedBatch batch;
        for (const Tokens& sequence : sequences) batch.add(sequence);
        return BertModel(config, parameters).hidden_states(batch);
    }

    BertConfig config;
    BertParameters parameters;
    at::NoGradGuard no_grad;
};

// The largest difference between the first columns of `states` and the expected rows.
double distance(const at::Tensor& states, const nlohmann::json& expected) {
    EXPECT_EQ(static_cast<std::size_t>(states.size(0)), expected.size());
    double largest = 0;
    for (std::size_t row = 0; row < expected.size(); ++row)
        for (std::size_t column = 0; column < expected[row].size(); ++column)
            largest = std::max(
                largest,
                std::abs(states[static_cast<long>(row)][static_cast<long>(column)].item<double>() -
                         expected[row][column].get<double>()));
    return largest;
}

class TinyBert : public testing::TestWithParam<const char*> {};

TEST_P(TinyBert, GivesTheHiddenStatesOfTransformers) {
    const LoadedBert bert(kGolden / GetParam());
    for (const nlohmann::json& item : read_json(kGolden / GetParam() / "expected.json"))
        EXPECT_LT(distance(bert.states({item["tokens"].get<Tokens>()}), item["states"]), 2e-5);
}

TEST_P(TinyBert, GivesTheMaskedLossOfTransformers) {
    const LoadedBert bert(kGolden / GetParam());
    const std::int32_t mask = WordPiece::from_folder(kGolden / GetParam()).mask_id();
    for (const nlohmann::json& item : read_json(kGolden / GetParam() / "expected.json")) {
        const auto tokens = item["tokens"].get<Tokens>();
        Tokens masked = tokens;
        std::vector<std::int64_t> places, answers;
        for (std::size_t i = 0; i < tokens.size(); i += 2) {
            masked[i] = mask;
            places.push_back(static_cast<std::int64_t>(i));
            answers.push_back(tokens[i]);
        }
        const at::Tensor states = bert.states({masked}).index_select(0, at::tensor(places));
        const at::Tensor scores = BertModel(bert.config, bert.parameters).word_scores(states);
        const double loss =
            at::nll_loss(at::log_softmax(scores, 1), at::tensor(answers)).item<double>();
        EXPECT_NEAR(loss, item["masked_loss"].get<double>(), 2e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(BothActivations, TinyBert, testing::Values("tiny_bert", "tiny_bert_tanh"));

TEST(BertModel, GivesEachSequenceTheSameStatesInAnyBatch) {
    const LoadedBert bert(kGolden / "tiny_bert");
    const std::vector<Tokens> sequences = {{5}, {7}, {8, 9, 9}, {6, 5, 10}, {5, 6, 7, 8, 9, 10}};
    const at::Tensor together = bert.states(sequences);
    std::int64_t first = 0;
    for (const Tokens& sequence : sequences) {
        const auto length = static_cast<std::int64_t>(sequence.size());
        const at::Tensor alone = bert.states({sequence});
        EXPECT_LT((together.narrow(0, first, length) - alone).abs().max().item<double>(), 1e-5);
        first += length;
    }
}

TEST(BertModel, GivesTheSameStatesWithFoldedBiases) {
    const LoadedBert bert(kGolden / "tiny_bert");
    const BertParameters folded = fold_biases(bert.parameters);
    EXPECT_FALSE(folded.layers[0].down.bias.defined());
    EXPECT_GT(bert.parameters.layers[0].down.bias.abs().max().item<double>(), 0);
    PackedBatch batch;
    for (const Tokens& sequence : {Tokens{5, 6}, Tokens{9, 10, 11}}) batch.add(sequence);
    const at::Tensor expected = BertModel(bert.config, bert.parameters).hidden_states(batch);
    const at::Tensor states = BertModel(bert.config, folded).hidden_states(batch);
    EXPECT_LT((states - expected).abs().max().item<double>(), 1e-5);
}

TEST(BertModel, GivesTheSameStatesWhereGradientsArePossible) {
    const LoadedBert bert(kGolden / "tiny_bert");
    const std::vector<Tokens> sequences = {{5}, {7}, {8, 9, 9}, {5, 6, 7, 8, 9, 10}};
    const at::Tensor expected = bert.states(sequences);
    const at::AutoGradMode with_gradients(true);
    EXPECT_LT((bert.states(sequences) - expected).abs().max().item<double>(), 1e-5);
}

TEST(BertModel, SumsTheStatesOfEachSequence) {
    const LoadedBert bert(kGolden / "tiny_bert");
    PackedBatch batch;
    for (const Tokens& sequence : {Tokens{5, 6}, Tokens{7, 8}, Tokens{9, 10, 11}})
        batch.add(sequence);
    const at::Tensor states = BertModel(bert.config, bert.parameters).hidden_states(batch);
    const at::Tensor sums = sum_sequences(states, batch);
    ASSERT_EQ(sums.size(0), 3);
    EXPECT_LT((sums[1] - states[2] - states[3]).abs().max().item<double>(), 1e-5);
    EXPECT_LT((sums[2] - states[4] - states[5] - states[6]).abs().max().item<double>(), 1e-5);
}

TEST(BertModel, GivesTheHiddenStatesOfTransformersOnRealWeights) {
    const char* folder = std::getenv("DHGAK_BERT_DIR");
    if (!folder) GTEST_SKIP() << "DHGAK_BERT_DIR names no folder with real weights";
    const auto size =
        std::filesystem::file_size(std::filesystem::path(folder) / "model.safetensors");
    for (const nlohmann::json& model : read_json(kGolden / "real_bert.json")) {
        if (model["file_size"] != size) continue;
        const LoadedBert bert(folder);
        const WordPiece tokenizer = WordPiece::from_folder(folder);
        for (const nlohmann::json& item : model["cases"]) {
            const auto tokens = item["tokens"].get<Tokens>();
            EXPECT_EQ(tokenizer.encode(item["labels"].get<std::string>()), tokens);
            EXPECT_LT(distance(bert.states({tokens}), item["states"]),
                      1e-4 * item["largest"].get<double>());
        }
        return;
    }
    GTEST_SKIP()
        << "no expected values for these weights; tests/golden/make_real_bert.py makes them";
}

}  // namespace
}  // namespace dhgak
