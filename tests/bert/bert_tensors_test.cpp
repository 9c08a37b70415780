// SPDX-License-Identifier: MIT
#include "bert/bert_tensors.h"

#include <cstdlib>
#include <deque>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

const BertConfig kConfig = {.vocab_size = 7,
                            .hidden_size = 4,
                            .num_hidden_layers = 2,
                            .num_attention_heads = 2,
                            .intermediate_size = 6,
                            .max_position_embeddings = 5};

// A model whose tensor i holds i everywhere, saved after `change` has had its way with each.
// `change` returns false to leave a tensor out.
void save(const ScratchFolder& folder, const std::function<bool(BertTensor&)>& change,
          const std::vector<BertTensor>& more = {}) {
    std::vector<BertTensor> tensors = bert_tensors(kConfig);
    tensors.insert(tensors.end(), more.begin(), more.end());
    std::deque<std::vector<float>> values;
    std::vector<FloatTensor> list;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (!change(tensors[i])) continue;
        std::size_t size = 1;
        for (const std::int64_t extent : tensors[i].shape) size *= static_cast<std::size_t>(extent);
        values.emplace_back(size, static_cast<float>(i));
        list.push_back({tensors[i].name, tensors[i].shape, values.back()});
    }
    write_safetensors(folder.path() / "model.safetensors", list);
}

bool keep(BertTensor&) { return true; }

void replace(std::string& text, const std::string& old, const std::string& with) {
    if (const std::size_t at = text.find(old); at != std::string::npos)
        text.replace(at, old.size(), with);
}

void expect_each_in_its_place(const BertWeights& weights) {
    const std::vector<BertTensor> expected = bert_tensors(kConfig);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto found = weights.tensors.find(expected[i].name);
        if (found == weights.tensors.end()) {
            EXPECT_NE(expected[i].part, BertPart::encoder) << expected[i].name;
            continue;
        }
        EXPECT_EQ(to_floats(found->second)[0], static_cast<float>(i)) << expected[i].name;
    }
}

TEST(BertTensors, CountsTheNumbersOfBertBase) {
    std::int64_t encoder = 0, head = 0;
    for (const BertTensor& tensor : bert_tensors({})) {
        std::int64_t size = 1;
        for (const std::int64_t extent : tensor.shape) size *= extent;
        (tensor.part == BertPart::mlm_head ? head : encoder) += size;
    }
    EXPECT_EQ(encoder, 109482240);  // the published 110 M, pooler included
    EXPECT_EQ(head, 768 * 768 + 3 * 768 + 30522);
    EXPECT_EQ(bert_tensors({}).size(), 5U + 12 * 16 + 2 + 5);
}

TEST(BertTensors, AreFoundUnderTheirUsualNames) {
    const ScratchFolder folder;
    save(folder, keep);
    const BertWeights weights = open_bert_weights(folder.path(), kConfig);
    EXPECT_TRUE(weights.has_pooler);
    EXPECT_TRUE(weights.has_mlm_head);
    EXPECT_TRUE(weights.ignored.empty());
    EXPECT_EQ(weights.tensors.size(), bert_tensors(kConfig).size());
    expect_each_in_its_place(weights);
}

TEST(BertTensors, AreFoundWithoutPrefixAndUnderOldNames) {
    const ScratchFolder folder;
    save(folder, [](BertTensor& tensor) {
        if (tensor.name.starts_with("bert.")) tensor.name.erase(0, 5);
        replace(tensor.name, "LayerNorm.weight", "LayerNorm.gamma");
        replace(tensor.name, "LayerNorm.bias", "LayerNorm.beta");
        return true;
    });
    expect_each_in_its_place(open_bert_weights(folder.path(), kConfig));
}

TEST(BertTensors, MayLackPoolerAndHead) {
    const ScratchFolder folder;
    save(folder, [](BertTensor& tensor) { return tensor.part == BertPart::encoder; });
    const BertWeights weights = open_bert_weights(folder.path(), kConfig);
    EXPECT_FALSE(weights.has_pooler);
    EXPECT_FALSE(weights.has_mlm_head);
    expect_each_in_its_place(weights);
}

TEST(BertTensors, MayHaveOthersBesideThem) {
    const ScratchFolder folder;
    save(folder, keep,
         {{"bert.embeddings.position_ids", {1, 5}, BertPart::encoder},
          {"cls.predictions.decoder.weight", {7, 4}, BertPart::mlm_head},
          {"cls.predictions.decoder.bias", {7}, BertPart::mlm_head},
          {"cls.seq_relationship.weight", {2, 4}, BertPart::mlm_head}});
    const BertWeights weights = open_bert_weights(folder.path(), kConfig);
    EXPECT_EQ(weights.ignored, (std::vector<std::string>{"bert.embeddings.position_ids",
                                                         "cls.predictions.decoder.weight",
                                                         "cls.seq_relationship.weight"}));
    expect_each_in_its_place(weights);
}

TEST(BertTensors, AreEachRequired) {
    for (const BertTensor& removed : bert_tensors(kConfig)) {
        // Without its marker a whole part counts as absent.
        if (removed.name == "bert.pooler.dense.weight" ||
            removed.name == "cls.predictions.transform.dense.weight")
            continue;
        const ScratchFolder folder;
        save(folder, [&](BertTensor& tensor) { return tensor.name != removed.name; });
        const std::string message =
            message_of<InputError>([&] { open_bert_weights(folder.path(), kConfig); });
        EXPECT_NE(message.find("'" + removed.name + "': found nothing; expected ["),
                  std::string::npos)
            << message;
    }
}

TEST(BertTensors, AreEachMeasured) {
    for (const BertTensor& grown : bert_tensors(kConfig)) {
        const ScratchFolder folder;
        save(folder, [&](BertTensor& tensor) {
            if (tensor.name == grown.name) ++tensor.shape.back();
            return true;
        });
        const std::string message =
            message_of<InputError>([&] { open_bert_weights(folder.path(), kConfig); });
        EXPECT_NE(message.find("'" + grown.name + "': found shape ["), std::string::npos)
            << message;
        EXPECT_NE(message.find("; expected ["), std::string::npos) << message;
    }
}

TEST(BertTensors, MustNotBeAmbiguous) {
    const ScratchFolder folder;
    save(folder, keep, {{"embeddings.word_embeddings.weight", {7, 4}, BertPart::encoder}});
    EXPECT_THROW(open_bert_weights(folder.path(), kConfig), InputError);
    save(folder, keep, {{"bert.encoder.layer.2.output.dense.bias", {4}, BertPart::encoder}});
    EXPECT_THROW(open_bert_weights(folder.path(), kConfig), InputError);
}

TEST(BertTensors, AreAllInARealFolder) {
    const char* folder = std::getenv("DHGAK_BERT_DIR");
    if (!folder) GTEST_SKIP() << "needs real weights: set DHGAK_BERT_DIR to a BERT folder";
    const BertConfig config = read_bert_config(folder);
    EXPECT_GE(open_bert_weights(folder, config).tensors.size(),
              5U + 16 * static_cast<std::size_t>(config.num_hidden_layers));
}

}  // namespace
}  // namespace dhgak
