// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/slice/bags.h"
#include "dhgak/slice/slices.h"
#include "embed/w2v/skip_gram.h"

namespace dhgak {

// gensim cuts sentences here; what follows in a slice are its nodes of least centrality.
constexpr std::size_t kMaxSentence = 10000;

struct CorpusOptions {
    bool shared = false;  // one corpus for all hops instead of one for each
    std::size_t epochs = 5;
    double sample = 1e-3;  // 0 keeps every word
    std::size_t max_words = 100000;
};

// What one model learns from.
struct Corpus {
    std::vector<std::uint64_t> counts;  // by label: how often it occurs in all slices
    std::vector<Sentences> epochs;
};

// The probability of keeping a word of each label: min(1, sqrt(t / n) + t / n) for a label that
// occurs n times and t = sample * (number of words), as gensim has it.
std::vector<double> keep_probabilities(std::span<const std::uint64_t> counts, double sample);

// Reads the slices S_h^b(v) as sentences, drops words by subsampling for each epoch anew, and
// leaves out sentences of less than two words. Where an epoch would keep more than `max_words`
// words, a random choice of the nodes gives sentences, so that about that many are kept; only their
// slices are ever written out. Sentences come graph by graph, hop by hop, node by node.
std::vector<Corpus> write_corpora(const Slices& slices, std::span<const HopBags> bags,
                                  const CorpusOptions& options, std::uint64_t seed);

}  // namespace dhgak
