// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

namespace dhgak {

// gelu is x * Phi(x) with the error function; gelu_tanh the usual tanh approximation of it, which
// Hugging Face spells gelu_new, gelu_fast or gelu_pytorch_tanh.
enum class Activation { gelu, gelu_tanh, relu };

// The shape of a BERT encoder, named as in Hugging Face's config.json; defaults as there.
struct BertConfig {
    std::int64_t vocab_size = 30522;
    std::int64_t hidden_size = 768;
    std::int64_t num_hidden_layers = 12;
    std::int64_t num_attention_heads = 12;
    std::int64_t intermediate_size = 3072;
    std::int64_t max_position_embeddings = 512;
    std::int64_t type_vocab_size = 2;
    std::int64_t pad_token_id = 0;
    double layer_norm_eps = 1e-12;
    double hidden_dropout_prob = 0.1;
    double attention_probs_dropout_prob = 0.1;
    double initializer_range = 0.02;
    Activation hidden_act = Activation::gelu;

    bool operator==(const BertConfig&) const = default;
};

// Throws ConfigError naming the field if the numbers make no encoder.
void validate(const BertConfig& config);

// Reads FOLDER/config.json. Throws InputError naming file, field, found and expected; so does a
// model that is not a plain BERT encoder.
BertConfig read_bert_config(const std::filesystem::path& folder);

// Writes FOLDER/config.json for transformers' BertForMaskedLM.
void write_bert_config(const std::filesystem::path& folder, const BertConfig& config);

}  // namespace dhgak
