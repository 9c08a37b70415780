// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "torch/encode/bert_model.h"
#include "torch/encode/token_sequences.h"

namespace dhgak {

// Which tokens are hidden from the model, and by what.
struct Masking {
    double share = 0.15;
    std::int32_t mask_token = 0;
    std::int32_t first_word = 0;  // random words are drawn from [first_word, end_word)
    std::int32_t end_word = 0;
};

// Sentences with some tokens hidden, and what stood there.
struct MaskedBatch {
    PackedBatch batch;
    std::vector<std::int64_t> places;   // of the hidden tokens, in the packed batch
    std::vector<std::int64_t> answers;  // what stood there
};

// Hides each token with the given probability: 80 % become the mask, 10 % a random word, 10 % stay.
// `ids` are sentences by ascending or descending length. What is hidden in a sentence depends on
// the seed and the sentence's number only.
MaskedBatch mask_sentences(const TokenSequences& sentences, std::span<const std::uint32_t> ids,
                           const Masking& masking, std::uint64_t seed);

// The summed loss of guessing the hidden tokens; zero-dimensional, float32.
at::Tensor masked_loss(const BertModel& model, const MaskedBatch& masked, Dropout* dropout);

}  // namespace dhgak
