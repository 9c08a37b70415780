// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// The words of one epoch that subsampling left, sentence after sentence.
struct Sentences {
    std::vector<std::uint32_t> words;
    std::vector<std::size_t> offsets = {0};  // sentence i owns words [offsets[i], offsets[i + 1])

    std::size_t size() const { return offsets.size() - 1; }
};

struct SkipGramOptions {
    std::size_t size = 32;
    std::size_t window = 5;
    std::size_t negative = 5;
    double rate = 0.025;       // falls linearly, word by word ...
    double min_rate = 0.0001;  // ... to this
};

// How many words around a centre move at once: all ten at the default options, fewer where a higher
// rate or more noise would make the common step so long that it overshoots.
std::size_t max_words_together(const SkipGramOptions& options);

// Trains vectors that predict, from each word around a centre word, the centre and not the noise
// (skip-gram with negative sampling). `counts` are the labels' frequencies, from which the noise is
// drawn. A label without a sentence keeps its initial vector, uniform in +-0.5 / size.
//
// As in gensim, each centre draws its window anew from 1..window. Unlike there, the words around
// one centre share its noise and move together, each by what it would have moved alone: the
// expected step is the same, and since slices repeat few labels most of the work is shared. The
// sigmoid is exact, where gensim looks it up and stops at +-6.
Matrix train_skip_gram(std::span<const Sentences> epochs, std::span<const std::uint64_t> counts,
                       const SkipGramOptions& options, std::uint64_t seed);

}  // namespace dhgak
