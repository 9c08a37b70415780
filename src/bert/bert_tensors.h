// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "bert/bert_config.h"
#include "io/safetensors.h"

namespace dhgak {

enum class BertPart { encoder, pooler, mlm_head };

// A tensor of a BERT model under its usual name, as transformers' BertForMaskedLM saves it:
// bert.embeddings.word_embeddings.weight, bert.encoder.layer.0.attention.self.query.weight, ...,
// cls.predictions.bias. Matrices of linear layers are [out, in].
struct BertTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    BertPart part;
};

// All tensors of a model of that shape, in the order of the forward pass. The MLM head's output
// matrix is not among them: it is the word embedding.
std::vector<BertTensor> bert_tensors(const BertConfig& config);

// The weights of a model file by usual name, borrowed from the mapped file that they keep open.
struct BertWeights {
    Safetensors file;
    std::map<std::string, Tensor> tensors;
    bool has_pooler = false;
    bool has_mlm_head = false;
    std::vector<std::string> ignored;  // tensors of the file that no part needs
};

// Opens FOLDER/model.safetensors and finds every tensor of the model in it. Names may lack the
// prefix `bert.` and may call a LayerNorm's weight and bias gamma and beta, as old files do. Pooler
// and MLM head may be absent, each as a whole. What is left over is listed and logged.
// Throws InputError naming file, tensor, found and expected for a missing, misshapen or
// non-floating tensor.
BertWeights open_bert_weights(const std::filesystem::path& folder, const BertConfig& config);

}  // namespace dhgak
