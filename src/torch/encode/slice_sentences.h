// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/slice/slices.h"
#include "torch/encode/token_sequences.h"

namespace dhgak {

// The slices of a dataset as sentences of tokens, each distinct sentence once over all hops.
struct SliceSentences {
    TokenSequences sentences;

    struct Hop {
        std::vector<std::uint32_t> sentence_of_row;  // the hop's distinct sentences
        std::vector<std::uint32_t> row_of_node;
    };
    std::vector<Hop> hops;

    std::size_t num_slices = 0;        // over all hops
    std::size_t num_slice_tokens = 0;  // of all slices: what distinct sentences save
};

// Writes every slice out with the tokens of its labels, cut after `max_tokens`. Sentences and rows
// are numbered by first occurrence, so the result does not depend on the number of threads.
SliceSentences write_sentences(const Slices& slices,
                               std::span<const std::vector<std::int32_t>> tokens_of_label,
                               std::size_t max_tokens);

}  // namespace dhgak
