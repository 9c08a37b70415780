// SPDX-License-Identifier: MIT
#include "bert/bert_config.h"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using Json = nlohmann::json;

const Json kSmall = {{"model_type", "bert"},
                     {"vocab_size", 100},
                     {"hidden_size", 12},
                     {"num_hidden_layers", 2},
                     {"num_attention_heads", 3},
                     {"intermediate_size", 24},
                     {"type_vocab_size", 2},
                     {"max_position_embeddings", 64},
                     {"hidden_act", "gelu_new"},
                     {"layer_norm_eps", 1e-6},
                     {"architectures", {"BertModel"}}};

BertConfig read(const Json& json) {
    const ScratchFolder folder;
    folder.write("config.json", json.dump());
    return read_bert_config(folder.path());
}

TEST(BertConfig, ReadsEveryField) {
    const BertConfig config = read(kSmall);
    EXPECT_EQ(config.vocab_size, 100);
    EXPECT_EQ(config.hidden_size, 12);
    EXPECT_EQ(config.num_hidden_layers, 2);
    EXPECT_EQ(config.num_attention_heads, 3);
    EXPECT_EQ(config.intermediate_size, 24);
    EXPECT_EQ(config.max_position_embeddings, 64);
    EXPECT_EQ(config.layer_norm_eps, 1e-6);
    EXPECT_EQ(config.hidden_act, Activation::gelu_tanh);
    EXPECT_EQ(config.pad_token_id, 0);
    EXPECT_EQ(config.hidden_dropout_prob, 0.1);
}

TEST(BertConfig, IsTheSameAfterWriting) {
    for (const char* name : {"gelu", "gelu_new", "relu"}) {
        Json json = kSmall;
        json["hidden_act"] = name;
        json["pad_token_id"] = 3;
        json["hidden_dropout_prob"] = 0;
        const BertConfig config = read(json);
        const ScratchFolder folder;
        write_bert_config(folder.path(), config);
        EXPECT_EQ(read_bert_config(folder.path()), config);
        EXPECT_EQ(Json::parse(folder.read("config.json"))["architectures"][0], "BertForMaskedLM");
    }
}

TEST(BertConfig, NamesTheFieldThatIsMissing) {
    for (const char* name :
         {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads",
          "intermediate_size", "max_position_embeddings"}) {
        Json json = kSmall;
        json.erase(name);
        const std::string message = message_of<InputError>([&] { read(json); });
        EXPECT_NE(message.find(std::string(name) + ": found nothing"), std::string::npos)
            << message;
    }
}

TEST(BertConfig, NamesTheFieldThatMakesNoEncoder) {
    const std::pair<const char*, Json> broken[] = {
        {"model_type", "roberta"},    {"model_type", 7},
        {"hidden_size", 13},          {"hidden_size", 0},
        {"hidden_size", -12},         {"hidden_size", "12"},
        {"hidden_size", 12.5},        {"vocab_size", 1LL << 40},
        {"vocab_size", UINT64_MAX},   {"num_hidden_layers", 1000000},
        {"hidden_act", "silu"},       {"layer_norm_eps", 0},
        {"layer_norm_eps", "tiny"},   {"pad_token_id", 100},
        {"hidden_dropout_prob", 1.5}, {"position_embedding_type", "relative_key"},
        {"is_decoder", true},         {"add_cross_attention", true},
        {"num_attention_heads", 0},
    };
    for (const auto& [name, value] : broken) {
        Json json = kSmall;
        json[name] = value;
        const std::string message = message_of<InputError>([&] { read(json); });
        EXPECT_NE(message.find("config.json"), std::string::npos) << name << value;
        EXPECT_NE(message.find(name), std::string::npos) << message;
        EXPECT_NE(message.find("expected"), std::string::npos) << message;
    }
}

TEST(BertConfig, RefusesFilesThatAreNoDescription) {
    const ScratchFolder folder;
    EXPECT_THROW(read_bert_config(folder.path()), InputError);
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("{\"a\": "),
          std::string("{\"a\": 1, \"a\": 2}"), std::string(200000, '[')}) {
        folder.write("config.json", text);
        EXPECT_THROW(read_bert_config(folder.path()), InputError) << text.substr(0, 20);
    }
}

}  // namespace
}  // namespace dhgak
