// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "bert/bert_config.h"
#include "torch/encode/bert_parameters.h"
#include "torch/encode/token_sequences.h"

namespace dhgak {

// What an encoding cost.
struct EncodingStats {
    std::size_t num_sequences = 0;
    std::size_t num_tokens = 0;
    double seconds = 0;
    double teraflops = 0;  // per second, counting products only
};

// Receives the embedding of a sequence; called once for each, in any order, from any thread.
using EmbeddingSink = std::function<void(std::size_t sequence, std::span<const float> embedding)>;

// Sums the last hidden states of each sequence's tokens.
//
// Sequences are taken by length and laid end to end into batches of about `batch_tokens`. On the
// CPU batches run side by side, each on one thread; on a GPU one after the other, the next ones
// queued before the last one's result is put in place. A sequence without tokens gets no call.
EncodingStats encode_sequences(const BertConfig& config, const BertParameters& parameters,
                               const TokenSequences& sequences, std::size_t batch_tokens,
                               const EmbeddingSink& sink);

}  // namespace dhgak
