// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/slice/slices.h"
#include "embed/w2v/sentences.h"
#include "slice/bags.h"

namespace dhgak {

// gensim cuts sentences here; what follows in a slice are its nodes of least centrality.
constexpr std::size_t kMaxSentence = 10000;

// Where a long sentence is cut.
enum class Cut {
    slice,  // before subsampling: what lies behind is not even written out
    kept,   // after it, as in gensim
};

// When the learning rate falls, with the share of an epoch's sentences that are done.
enum class Decay {
    sentences,  // at each sentence
    batches,    // at each batch, as in gensim
};

struct CorpusOptions {
    bool shared = false;             // one corpus for all hops instead of one for each
    double sample = 1e-3;            // 0 keeps every word
    std::size_t max_words = 100000;  // 0: no limit
    Cut cut = Cut::slice;
    Decay decay = Decay::sentences;
};

// What is known of a corpus before it is written. Its sentences are the slices S_h^b(v), graph by
// graph, hop by hop, node by node.
struct Corpus {
    std::vector<std::uint64_t> counts;  // by label: how often it occurs in all slices
    std::vector<double> keep;           // by label: the probability of keeping a word
    std::vector<float> progress;        // by sentence: the share of an epoch its rate is for
    double share_of_nodes = 1.0;        // whose slices are read; below 1 a random choice
};

// Epochs and graphs of which all corpora are written at once.
struct Pass {
    std::size_t first_epoch, end_epoch, first_graph, end_graph;
};

struct CorpusPlan {
    std::vector<Corpus> corpora;         // one for all hops or one for each
    std::vector<double> words_of_graph;  // that an epoch keeps, about, of all corpora together
};

// The probability of keeping a word of each label: min(1, sqrt(t / n) + t / n) for a label that
// occurs n times and t = sample * (number of words), as gensim has it.
std::vector<double> keep_probabilities(std::span<const std::uint64_t> counts, double sample);

// By sentence of these lengths: the share of all sentences that are in batches before its own. A
// batch takes sentences as long as it stays within 10,000 words.
std::vector<float> batch_progress(std::span<const std::size_t> lengths);

// Where an epoch of a corpus would keep more than `max_words` words, the slices of a random choice
// of the nodes are to be read, so that about that many are kept.
CorpusPlan plan_corpora(const Slices& slices, std::span<const HopBags> bags,
                        const CorpusOptions& options);

// Passes over all epochs and graphs in order, each of about `max_words` kept words at most: one, if
// all fits, or else each epoch by itself and run of graphs after run. One graph is never cut.
std::vector<Pass> cut_passes(const CorpusPlan& plan, std::size_t num_epochs, double max_words);

// The sentences of a pass by corpus and epoch: words are dropped by subsampling for each epoch
// anew, then sentences of less than two words. The same in whatever passes the text is read.
std::vector<std::vector<Sentences>> write_sentences(const Slices& slices, const CorpusPlan& plan,
                                                    const CorpusOptions& options, const Pass& pass,
                                                    std::uint64_t seed);

}  // namespace dhgak
