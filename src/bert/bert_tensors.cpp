// SPDX-License-Identifier: MIT
#include "bert/bert_tensors.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"

namespace dhgak {
namespace {

class TensorList {
public:
    void linear(const std::string& name, std::int64_t out, std::int64_t in) {
        add(name + ".weight", {out, in});
        add(name + ".bias", {out});
    }
    void layer_norm(const std::string& name, std::int64_t size) {
        add(name + ".weight", {size});
        add(name + ".bias", {size});
    }
    void add(std::string name, std::vector<std::int64_t> shape) {
        tensors.push_back({std::move(name), std::move(shape), part});
    }

    BertPart part = BertPart::encoder;
    std::vector<BertTensor> tensors;
};

bool replace_end(std::string& text, std::string_view end, std::string_view with) {
    if (!text.ends_with(end)) return false;
    text.replace(text.size() - end.size(), end.size(), with);
    return true;
}

// The name BertForMaskedLM would give it.
std::string usual_name(std::string name) {
    if (!replace_end(name, "LayerNorm.gamma", "LayerNorm.weight"))
        replace_end(name, "LayerNorm.beta", "LayerNorm.bias");
    for (const std::string_view part : {"embeddings.", "encoder.", "pooler."})
        if (name.starts_with(part)) return "bert." + name;
    if (name == "cls.predictions.decoder.bias") return "cls.predictions.bias";
    return name;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

// The file's tensors by usual name. cls.predictions.bias is often there twice, once as the
// decoder's: the plain name wins. Any other clash is two models in one file.
std::map<std::string, Tensor> by_usual_name(const Safetensors& file) {
    std::map<std::string, Tensor> result;
    for (const Tensor& tensor : file.tensors()) {
        const std::string name = usual_name(tensor.name);
        const auto [place, is_new] = result.emplace(name, tensor);
        if (is_new) continue;
        if (name != "cls.predictions.bias")
            throw InputError(fmt::format("{}: tensors '{}' and '{}'; expected one of them",
                                         file.path().string(), place->second.name, tensor.name));
        if (tensor.name == name) place->second = tensor;
    }
    return result;
}

void require_fit(const std::string& file, const BertTensor& expected, const Tensor& found) {
    static constexpr std::array<std::string_view, 4> kFloating = {"F32", "F16", "BF16", "F64"};
    if (std::ranges::find(kFloating, found.dtype) == kFloating.end())
        throw InputError(fmt::format("{}: tensor '{}': found type {}; expected F32, F16 or BF16",
                                     file, found.name, found.dtype));
    if (found.shape != expected.shape)
        throw InputError(fmt::format("{}: tensor '{}': found shape {}; expected {} by config.json",
                                     file, found.name, shape_text(found.shape),
                                     shape_text(expected.shape)));
}

// position_ids are 0, 1, 2, ...; the decoder's matrix is the word embedding again.
bool is_redundant(std::string_view name) {
    return name == "bert.embeddings.position_ids" || name == "cls.predictions.decoder.weight";
}

}  // namespace

std::vector<BertTensor> bert_tensors(const BertConfig& config) {
    const std::int64_t hidden = config.hidden_size;
    TensorList list;
    list.add("bert.embeddings.word_embeddings.weight", {config.vocab_size, hidden});
    list.add("bert.embeddings.position_embeddings.weight",
             {config.max_position_embeddings, hidden});
    list.add("bert.embeddings.token_type_embeddings.weight", {config.type_vocab_size, hidden});
    list.layer_norm("bert.embeddings.LayerNorm", hidden);
    for (std::int64_t i = 0; i < config.num_hidden_layers; ++i) {
        const std::string layer = fmt::format("bert.encoder.layer.{}.", i);
        for (const char* role : {"query", "key", "value"})
            list.linear(layer + "attention.self." + role, hidden, hidden);
        list.linear(layer + "attention.output.dense", hidden, hidden);
        list.layer_norm(layer + "attention.output.LayerNorm", hidden);
        list.linear(layer + "intermediate.dense", config.intermediate_size, hidden);
        list.linear(layer + "output.dense", hidden, config.intermediate_size);
        list.layer_norm(layer + "output.LayerNorm", hidden);
    }
    list.part = BertPart::pooler;
    list.linear("bert.pooler.dense", hidden, hidden);
    list.part = BertPart::mlm_head;
    list.linear("cls.predictions.transform.dense", hidden, hidden);
    list.layer_norm("cls.predictions.transform.LayerNorm", hidden);
    list.add("cls.predictions.bias", {config.vocab_size});
    return std::move(list.tensors);
}

BertWeights open_bert_weights(const std::filesystem::path& folder, const BertConfig& config) {
    BertWeights weights = {.file = Safetensors(folder / "model.safetensors"),
                           .tensors = {},
                           .has_pooler = false,
                           .has_mlm_head = false,
                           .ignored = {}};
    const std::string file = weights.file.path().string();
    std::map<std::string, Tensor> found = by_usual_name(weights.file);
    weights.has_pooler = found.contains("bert.pooler.dense.weight");
    weights.has_mlm_head = found.contains("cls.predictions.transform.dense.weight");
    for (const BertTensor& expected : bert_tensors(config)) {
        if (expected.part == BertPart::pooler && !weights.has_pooler) continue;
        if (expected.part == BertPart::mlm_head && !weights.has_mlm_head) continue;
        auto node = found.extract(expected.name);
        if (node.empty())
            throw InputError(fmt::format("{}: tensor '{}': found nothing; expected {}", file,
                                         expected.name, shape_text(expected.shape)));
        require_fit(file, expected, node.mapped());
        weights.tensors.insert(std::move(node));
    }
    for (const auto& [name, tensor] : found) {
        weights.ignored.push_back(tensor.name);
        if (is_redundant(name)) continue;
        // A layer beyond the last one means that config.json describes another model.
        if (name.starts_with("bert.encoder.layer."))
            throw InputError(
                fmt::format("{}: tensor '{}': found beyond the {} layers that "
                            "config.json describes",
                            file, tensor.name, config.num_hidden_layers));
        log_info(fmt::format("{}: tensor '{}' is not part of BERT's encoder or MLM head; ignored",
                             file, tensor.name));
    }
    return weights;
}

}  // namespace dhgak
