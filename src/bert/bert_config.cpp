// SPDX-License-Identifier: MIT
#include "bert/bert_config.h"

#include <ostream>
#include <string>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "io/atomic_file.h"
#include "io/json_file.h"

namespace dhgak {
namespace {

using Json = nlohmann::json;

Activation activation(const JsonFields& fields) {
    const std::string name = fields.text("hidden_act", "gelu");
    if (name == "gelu" || name == "gelu_python") return Activation::gelu;
    if (name == "gelu_new" || name == "gelu_fast" || name == "gelu_pytorch_tanh")
        return Activation::gelu_tanh;
    if (name == "relu") return Activation::relu;
    fields.refuse("hidden_act", fmt::format("'{}'", name),
                  "gelu, gelu_new, gelu_fast, gelu_pytorch_tanh or relu");
}

const char* spelling(Activation activation) {
    switch (activation) {
        case Activation::gelu:
            return "gelu";
        case Activation::gelu_tanh:
            return "gelu_new";
        case Activation::relu:
            break;
    }
    return "relu";
}

void require_plain_encoder(const JsonFields& fields) {
    const std::string type = fields.text("model_type", "bert");
    if (type != "bert")
        fields.refuse("model_type", fmt::format("'{}'", type),
                      "bert (BERT-family encoders in Hugging Face layout)");
    const std::string positions = fields.text("position_embedding_type", "absolute");
    if (positions != "absolute")
        fields.refuse("position_embedding_type", fmt::format("'{}'", positions), "absolute");
    for (const char* name : {"is_decoder", "add_cross_attention"})
        if (fields.flag(name, false)) fields.refuse(name, "true", "false: an encoder");
}

}  // namespace

void validate(const BertConfig& config) {
    const auto within = [](const char* name, std::int64_t value, std::int64_t limit) {
        if (value < 1 || value > limit)
            throw ConfigError(fmt::format("{} is {}; expected 1 to {}", name, value, limit));
    };
    // Far above any model, and low enough that no product of two overflows.
    constexpr std::int64_t kMany = 1 << 20;
    within("vocab_size", config.vocab_size, 16 * kMany);
    within("hidden_size", config.hidden_size, kMany);
    within("num_hidden_layers", config.num_hidden_layers, 1024);
    within("num_attention_heads", config.num_attention_heads, kMany);
    within("intermediate_size", config.intermediate_size, kMany);
    within("max_position_embeddings", config.max_position_embeddings, kMany);
    within("type_vocab_size", config.type_vocab_size, kMany);
    if (config.hidden_size % config.num_attention_heads != 0)
        throw ConfigError(fmt::format("hidden_size is {}; expected a multiple of the {} heads",
                                      config.hidden_size, config.num_attention_heads));
    if (config.pad_token_id < 0 || config.pad_token_id >= config.vocab_size)
        throw ConfigError(fmt::format("pad_token_id is {}; expected 0 to {}", config.pad_token_id,
                                      config.vocab_size - 1));
    if (!(config.layer_norm_eps > 0 && config.layer_norm_eps < 1))
        throw ConfigError(fmt::format("layer_norm_eps is {}; expected a small positive number",
                                      config.layer_norm_eps));
    const auto probability = [](const char* name, double value) {
        if (!(value >= 0 && value < 1))
            throw ConfigError(fmt::format("{} is {}; expected 0 to 1", name, value));
    };
    probability("hidden_dropout_prob", config.hidden_dropout_prob);
    probability("attention_probs_dropout_prob", config.attention_probs_dropout_prob);
    if (!(config.initializer_range > 0))
        throw ConfigError(fmt::format("initializer_range is {}; expected a positive number",
                                      config.initializer_range));
}

BertConfig read_bert_config(const std::filesystem::path& folder) {
    const JsonFields fields = JsonFields::read(folder / "config.json");
    require_plain_encoder(fields);
    const BertConfig usual;
    const BertConfig config = {
        .vocab_size = fields.integer("vocab_size"),
        .hidden_size = fields.integer("hidden_size"),
        .num_hidden_layers = fields.integer("num_hidden_layers"),
        .num_attention_heads = fields.integer("num_attention_heads"),
        .intermediate_size = fields.integer("intermediate_size"),
        .max_position_embeddings = fields.integer("max_position_embeddings"),
        .type_vocab_size = fields.integer("type_vocab_size", usual.type_vocab_size),
        .pad_token_id = fields.integer("pad_token_id", usual.pad_token_id),
        .layer_norm_eps = fields.number("layer_norm_eps", usual.layer_norm_eps),
        .hidden_dropout_prob = fields.number("hidden_dropout_prob", usual.hidden_dropout_prob),
        .attention_probs_dropout_prob =
            fields.number("attention_probs_dropout_prob", usual.attention_probs_dropout_prob),
        .initializer_range = fields.number("initializer_range", usual.initializer_range),
        .hidden_act = activation(fields),
    };
    try {
        validate(config);
    } catch (const ConfigError& error) {
        throw InputError(fmt::format("{}: {}", fields.place(), error.what()));
    }
    return config;
}

void write_bert_config(const std::filesystem::path& folder, const BertConfig& config) {
    validate(config);
    const nlohmann::ordered_json json = {
        {"architectures", {"BertForMaskedLM"}},
        {"model_type", "bert"},
        {"vocab_size", config.vocab_size},
        {"hidden_size", config.hidden_size},
        {"num_hidden_layers", config.num_hidden_layers},
        {"num_attention_heads", config.num_attention_heads},
        {"intermediate_size", config.intermediate_size},
        {"hidden_act", spelling(config.hidden_act)},
        {"max_position_embeddings", config.max_position_embeddings},
        {"type_vocab_size", config.type_vocab_size},
        {"layer_norm_eps", config.layer_norm_eps},
        {"hidden_dropout_prob", config.hidden_dropout_prob},
        {"attention_probs_dropout_prob", config.attention_probs_dropout_prob},
        {"initializer_range", config.initializer_range},
        {"pad_token_id", config.pad_token_id},
        {"position_embedding_type", "absolute"},
    };
    write_atomically(folder / "config.json",
                     [&](std::ostream& out) { out << json.dump(2) << '\n'; });
}

}  // namespace dhgak
