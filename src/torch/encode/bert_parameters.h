// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "bert/bert_config.h"
#include "bert/bert_tensors.h"

namespace dhgak {

struct LinearLayer {
    at::Tensor weight;  // [out, in]
    at::Tensor bias;
};

struct NormLayer {
    at::Tensor weight;
    at::Tensor bias;
};

struct EncoderLayer {
    LinearLayer qkv;  // queries, keys and values stacked: one product instead of three
    LinearLayer attention_out;
    NormLayer attention_norm;
    LinearLayer up;
    LinearLayer down;
    NormLayer output_norm;
};

// The weights of a BERT encoder and of its masked-word head; the head's output matrix is the word
// embedding.
struct BertParameters {
    at::Tensor words;      // [vocabulary, hidden]
    at::Tensor positions;  // [max length, hidden]
    at::Tensor types;      // [types, hidden]
    NormLayer embedding_norm;
    std::vector<EncoderLayer> layers;

    at::Tensor head_bias;  // [vocabulary]
    LinearLayer head_transform;
    NormLayer head_norm;
};

// One of the tensors above with the tensors of a model file that are stacked in it.
struct Parameter {
    at::Tensor* tensor = nullptr;
    std::vector<BertTensor> parts;  // in order of rows

    std::vector<std::int64_t> shape() const;
    bool decays() const;  // weight decay is for matrices, not for biases and norms
    bool in_head() const;
};

// Every parameter in the order of the forward pass: what loads, saves and trains them.
std::vector<Parameter> list_parameters(BertParameters& parameters, const BertConfig& config);

// Float32 on the CPU. A head that the file lacks starts at random.
BertParameters load_parameters(const BertWeights& weights, const BertConfig& config,
                               std::uint64_t seed);

// Normal weights of deviation `initializer_range`, biases 0, norms 1.
BertParameters random_parameters(const BertConfig& config, std::uint64_t seed);

// Writes FOLDER/model.safetensors, float32, under the usual names.
void save_parameters(const std::filesystem::path& folder, BertParameters& parameters,
                     const BertConfig& config);

// The same model with the biases of attention_out and down, which become undefined, moved to where
// adding them is free: a residual carries the bias of what will be added to it, since the norm
// before adds it, and the layer that reads the residual takes it off its own bias.
BertParameters fold_biases(const BertParameters& parameters);

// A copy with another type or place.
BertParameters convert(const BertParameters& parameters, const BertConfig& config,
                       at::Device device, at::ScalarType dtype);

// The model as it is encoded with on a device, biases folded where that is faster.
BertParameters convert_to_encode(const BertParameters& parameters, const BertConfig& config,
                                 at::Device device, at::ScalarType dtype);

}  // namespace dhgak
