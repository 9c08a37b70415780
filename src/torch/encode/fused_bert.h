// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "bert/bert_config.h"
#include "torch/encode/bert_model.h"
#include "torch/encode/bert_parameters.h"

namespace dhgak {

struct BertCode;

// The forward pass of BERT on a GPU in bfloat16: products by LibTorch, all between them by code of
// our own (cuda/states.cu, cuda/attention.cu), a batch of any lengths at a time.
class FusedBert {
public:
    // Null where it cannot be: off the GPU, in other numbers, with biases that fold_biases did not
    // move, with relu, in sizes that the code is not made for, or where it does not compile.
    // `config` and `parameters` are borrowed.
    static std::unique_ptr<FusedBert> make(const BertConfig& config,
                                           const BertParameters& parameters);

    // Compiles the code for such a model, unless that is done.
    static void compile(const BertConfig& config);

    // Runs the products of a batch of so many tokens on whatever is in memory, so that the library
    // has chosen and loaded what it needs for them before the weights are there.
    static void rehearse(const BertConfig& config, std::size_t batch_tokens);

    // The sum of each sequence's last hidden states, [sequences, hidden], float32.
    at::Tensor embed(const PackedBatch& batch) const;

private:
    FusedBert(const BertConfig& config, const BertParameters& parameters, const BertCode& code)
        : config_(config), parameters_(parameters), code_(code) {}

    at::Tensor first_states(const at::Tensor& tokens, const at::Tensor& positions) const;
    at::Tensor attend(const at::Tensor& qkv, const at::Tensor& tiles) const;
    void normalize(const at::Tensor& states, const NormLayer& norm) const;

    const BertConfig& config_;
    const BertParameters& parameters_;
    const BertCode& code_;
};

}  // namespace dhgak
