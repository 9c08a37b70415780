// SPDX-License-Identifier: MIT
#include "torch/encode/bert_model.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <optional>

#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/full.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/zeros.h>

#include "torch/device/transfer.h"
#include "torch/encode/attention.h"

namespace dhgak {
namespace {

at::Tensor apply(const LinearLayer& layer, const at::Tensor& values) {
    return at::linear(values, layer.weight, layer.bias);
}

at::Tensor with_dropout(const at::Tensor& values, Dropout* dropout) {
    return dropout ? dropout->hidden(values) : values;
}

// The residual and what a layer makes of the values. Without a bias (fold_biases) the product adds
// itself to the residual, which is overwritten.
at::Tensor add_to(const at::Tensor& residual, const LinearLayer& layer, const at::Tensor& values,
                  Dropout* dropout) {
    if (!layer.bias.defined()) return residual.addmm_(values, layer.weight.t());
    return with_dropout(apply(layer, values), dropout) + residual;
}

at::Tensor join(const std::vector<at::Tensor>& parts) {
    return parts.size() == 1 ? parts.front() : at::cat(parts);
}

// Numbers the tokens of each sequence, beginning with first_of(sequence).
template <typename FirstOf>
std::vector<std::int64_t> number_tokens(const PackedBatch& batch, const FirstOf& first_of) {
    std::vector<std::int64_t> numbers(batch.tokens.size());
    auto next = numbers.begin();
    std::int64_t sequence = 0;
    for (const PackedBatch::Group& group : batch.groups)
        for (std::int64_t s = 0; s < group.num_sequences; ++s, ++sequence) {
            std::iota(next, next + group.length, first_of(sequence));
            next += group.length;
        }
    return numbers;
}

}  // namespace

void PackedBatch::add(std::span<const std::int32_t> sequence) {
    const auto length = static_cast<std::int64_t>(sequence.size());
    assert(length > 0);
    if (groups.empty() || groups.back().length != length) groups.push_back({0, length});
    ++groups.back().num_sequences;
    tokens.insert(tokens.end(), sequence.begin(), sequence.end());
}

at::Tensor BertModel::normalize(const at::Tensor& values, const NormLayer& norm) const {
    return at::layer_norm(values, {config_.hidden_size}, norm.weight, norm.bias,
                          config_.layer_norm_eps);
}

at::Tensor BertModel::activate(at::Tensor values) const {
    if (config_.hidden_act == Activation::relu) return at::relu(values);
    const char* kind = config_.hidden_act == Activation::gelu ? "none" : "tanh";
    if (at::GradMode::is_enabled()) return at::gelu(values, kind);
    return at::gelu_(values, kind);
}

at::Tensor BertModel::embed(const PackedBatch& batch) const {
    const at::Device device = parameters_.words.device();
    const at::Tensor tokens = send(batch.tokens, device);
    const at::Tensor positions = send(
        number_tokens(batch, [](std::int64_t) { return PackedBatch::kFirstPosition; }), device);
    return at::embedding(parameters_.words, tokens) +
           (at::embedding(parameters_.positions, positions) + parameters_.types[0]);
}

BertModel::Padding BertModel::pad(const PackedBatch& batch) const {
    Padding padding;
    for (const PackedBatch::Group& group : batch.groups) {
        padding.num_sequences += group.num_sequences;
        padding.length = std::max(padding.length, group.length);
    }
    padding.places =
        send(number_tokens(batch, [&](std::int64_t sequence) { return sequence * padding.length; }),
             parameters_.words.device());
    const at::TensorOptions options = parameters_.words.options().requires_grad(false);
    padding.bias = at::full({padding.num_sequences * padding.length},
                            -std::numeric_limits<float>::infinity(), options)
                       .index_fill(0, padding.places, 0)
                       .view({padding.num_sequences, 1, 1, padding.length});
    return padding;
}

// One operation for a whole batch rather than one for each length: those of training are small, and
// come with as many again on the way back.
at::Tensor BertModel::attend_padded(const at::Tensor& qkv, const Padding& padding,
                                    Dropout* dropout) const {
    const std::int64_t heads = config_.num_attention_heads;
    const at::Tensor padded =
        at::zeros({padding.num_sequences * padding.length, qkv.size(1)}, qkv.options())
            .index_copy(0, padding.places, qkv)
            .view({padding.num_sequences, padding.length, 3, heads, config_.hidden_size / heads});
    return attend_unfused(padded, padding.bias, dropout).index_select(0, padding.places);
}

at::Tensor BertModel::attend_groups(const at::Tensor& qkv, const PackedBatch& batch) const {
    const std::int64_t heads = config_.num_attention_heads;
    const std::int64_t width = config_.hidden_size / heads;
    std::vector<at::Tensor> contexts;
    std::int64_t first = 0;
    for (const PackedBatch::Group& group : batch.groups) {
        const std::int64_t size = group.num_sequences * group.length;
        const at::Tensor part =
            qkv.narrow(0, first, size).view({group.num_sequences, group.length, 3, heads, width});
        contexts.push_back(attend(part));
        first += size;
    }
    return join(contexts);
}

at::Tensor BertModel::hidden_states(const PackedBatch& batch, Dropout* dropout) const {
    std::optional<Padding> padding;
    if (at::GradMode::is_enabled()) padding = pad(batch);
    at::Tensor states = with_dropout(normalize(embed(batch), parameters_.embedding_norm), dropout);
    for (const EncoderLayer& layer : parameters_.layers) {
        const at::Tensor qkv = apply(layer.qkv, states);
        const at::Tensor context =
            padding ? attend_padded(qkv, *padding, dropout) : attend_groups(qkv, batch);
        states = add_to(states, layer.attention_out, context, dropout);
        states = normalize(states, layer.attention_norm);
        states = add_to(states, layer.down, activate(apply(layer.up, states)), dropout);
        states = normalize(states, layer.output_norm);
    }
    return states;
}

at::Tensor BertModel::word_scores(const at::Tensor& states) const {
    const at::Tensor transformed =
        normalize(activate(apply(parameters_.head_transform, states)), parameters_.head_norm);
    return at::linear(transformed, parameters_.words, parameters_.head_bias);
}

at::Tensor sum_sequences(const at::Tensor& states, const PackedBatch& batch) {
    std::vector<at::Tensor> sums;
    std::int64_t first = 0;
    for (const PackedBatch::Group& group : batch.groups) {
        const std::int64_t size = group.num_sequences * group.length;
        sums.push_back(states.narrow(0, first, size)
                           .view({group.num_sequences, group.length, states.size(1)})
                           .sum(1, false, at::kFloat));
        first += size;
    }
    return join(sums);
}

}  // namespace dhgak
