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

// Trains vectors that predict, from each word around a centre word, the centre and not the noise
// (skip-gram with negative sampling). `counts` are the labels' frequencies, from which the noise is
// drawn. A label without a sentence keeps its initial vector, uniform in +-0.5 / size.
//
// As in gensim, each centre draws its window anew from 1..window. Unlike there, the words around
// one centre share its noise, and a label drawn several times moves once, that many times as far.
// Distances between the vectors agree with gensim's as well as those of two of its seeds do.
//
// Throws ConfigError if the vectors grow without bound, as a high rate makes them.
Matrix train_skip_gram(std::span<const Sentences> epochs, std::span<const std::uint64_t> counts,
                       const SkipGramOptions& options, std::uint64_t seed);

}  // namespace dhgak
