// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

#include "bert/bert_config.h"
#include "torch/encode/bert_parameters.h"
#include "torch/train/dropout.h"

namespace dhgak {

// Sequences laid end to end without padding, those of equal length side by side.
//
// Only label tokens are in it. The attention mask leaves [CLS] and [SEP] out and their hidden
// states are not summed, so no label token's hidden state depends on them; they leave nothing but
// the place of [CLS] in front, which is why positions start at 1.
struct PackedBatch {
    static constexpr std::int64_t kFirstPosition = 1;

    struct Group {
        std::int64_t num_sequences = 0;
        std::int64_t length = 0;
    };
    std::vector<Group> groups;
    std::vector<std::int64_t> tokens;  // all groups' tokens, sequence by sequence

    // Sequences must arrive by ascending or descending length.
    void add(std::span<const std::int32_t> sequence);
};

// The forward pass of BERT in plain tensor calls, on any device. With gradients enabled it can be
// trained through.
class BertModel {
public:
    // `parameters` are borrowed.
    BertModel(const BertConfig& config, const BertParameters& parameters)
        : config_(config), parameters_(parameters) {}

    bool is_float32() const { return parameters_.words.scalar_type() == at::kFloat; }

    // The last hidden states, [tokens, hidden]. `dropout` is for training; null drops nothing.
    at::Tensor hidden_states(const PackedBatch& batch, Dropout* dropout = nullptr) const;

    // Scores of every word of the vocabulary for some hidden states: [states, vocabulary].
    at::Tensor word_scores(const at::Tensor& states) const;

private:
    // Sequences of a batch with room for the longest each.
    struct Padding {
        std::int64_t num_sequences = 0;
        std::int64_t length = 0;
        at::Tensor places;  // of the tokens: sequence * length + position
        at::Tensor bias;    // minus infinity where a sequence has no token
    };

    Padding pad(const PackedBatch& batch) const;
    at::Tensor embed(const PackedBatch& batch) const;
    at::Tensor attend_groups(const at::Tensor& qkv, const PackedBatch& batch) const;
    at::Tensor attend_padded(const at::Tensor& qkv, const Padding& padding, Dropout* dropout) const;
    at::Tensor activate(at::Tensor values) const;
    at::Tensor normalize(const at::Tensor& values, const NormLayer& norm) const;

    const BertConfig& config_;
    const BertParameters& parameters_;
};

// The sum of each sequence's hidden states, [sequences, hidden], float32: the slice embeddings.
at::Tensor sum_sequences(const at::Tensor& states, const PackedBatch& batch);

}  // namespace dhgak
