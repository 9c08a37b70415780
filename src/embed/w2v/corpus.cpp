// SPDX-License-Identifier: MIT
#include "embed/w2v/corpus.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "dhgak/core/parallel.h"
#include "dhgak/core/random.h"
#include "dhgak/slice/sequences.h"

namespace dhgak {
namespace {

constexpr std::size_t kGraphsPerBlock = 16;

// What decides about words and sentences of one corpus.
struct Sampling {
    std::vector<std::uint64_t> keep;  // by label, of 2^32
    double share_of_nodes = 1.0;
};

void count_words(const HopBags& bags, std::vector<std::uint64_t>& counts) {
    for (std::size_t bag = 0; bag < bags.num_bags(); ++bag)
        for (std::size_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i)
            counts[bags.labels[i]] += std::uint64_t{bags.counts[i]} * bags.multiplicity[bag];
}

// How many words of the hop subsampling is expected to keep.
double expected_words(const HopBags& bags, std::span<const double> keep) {
    double total = 0.0;
    for (std::size_t bag = 0; bag < bags.num_bags(); ++bag) {
        double words = 0.0, kept = 0.0;
        for (std::size_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i) {
            words += bags.counts[i];
            kept += bags.counts[i] * keep[bags.labels[i]];
        }
        const double cut = std::min(1.0, kMaxSentence / std::max(words, 1.0));
        total += bags.multiplicity[bag] * kept * cut;
    }
    return total;
}

void append(const Sentences& part, Sentences& whole) {
    const std::size_t shift = whole.words.size();
    whole.words.insert(whole.words.end(), part.words.begin(), part.words.end());
    for (std::size_t i = 1; i < part.offsets.size(); ++i)
        whole.offsets.push_back(shift + part.offsets[i]);
}

// Subsamples sentences, for each epoch anew.
class Subsampler {
public:
    // Each random number decides for two epochs. No branch asks about a word: it could not be
    // foreseen.
    void add(std::span<const std::uint32_t> sentence, const Sampling& sampling, Random& random,
             std::span<Sentences> epochs) {
        if (even_.size() < sentence.size()) {
            even_.resize(sentence.size());
            odd_.resize(sentence.size());
        }
        for (std::size_t e = 0; e < epochs.size(); e += 2) {
            std::size_t num_even = 0, num_odd = 0;
            for (const std::uint32_t label : sentence) {
                const std::uint64_t bits = random.next(), keep = sampling.keep[label];
                even_[num_even] = odd_[num_odd] = label;
                num_even += (bits & 0xffffffff) < keep;
                num_odd += (bits >> 32) < keep;
            }
            append(std::span(even_).first(num_even), epochs[e]);
            if (e + 1 < epochs.size()) append(std::span(odd_).first(num_odd), epochs[e + 1]);
        }
    }

private:
    // A word alone has nothing around it to learn from.
    static void append(std::span<const std::uint32_t> words, Sentences& epoch) {
        if (words.size() < 2) return;
        epoch.words.insert(epoch.words.end(), words.begin(), words.end());
        epoch.offsets.push_back(epoch.words.size());
    }

    std::vector<std::uint32_t> even_, odd_;
};

}  // namespace

std::vector<double> keep_probabilities(std::span<const std::uint64_t> counts, double sample) {
    const double total =
        static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    std::vector<double> keep(counts.size(), 1.0);
    if (sample == 0.0) return keep;
    for (std::size_t label = 0; label < counts.size(); ++label) {
        if (counts[label] == 0) continue;
        const double ratio = sample * total / static_cast<double>(counts[label]);
        keep[label] = std::min(1.0, std::sqrt(ratio) + ratio);
    }
    return keep;
}

std::vector<Corpus> write_corpora(const Slices& slices, std::span<const HopBags> bags,
                                  const CorpusOptions& options, std::uint64_t seed) {
    const Dataset& dataset = *slices.dataset;
    const auto corpus_of = [&](std::size_t h) { return options.shared ? 0 : h; };
    std::vector<Corpus> corpora(options.shared ? 1 : bags.size());
    std::vector<Sampling> samplings(corpora.size());
    std::vector<double> words(corpora.size());
    for (Corpus& corpus : corpora) {
        corpus.counts.resize(dataset.num_labels());
        corpus.epochs.resize(options.epochs);
    }
    for (std::size_t h = 0; h < bags.size(); ++h)
        count_words(bags[h], corpora[corpus_of(h)].counts);
    for (std::size_t h = 0; h < bags.size(); ++h)
        words[corpus_of(h)] += expected_words(
            bags[h], keep_probabilities(corpora[corpus_of(h)].counts, options.sample));
    for (std::size_t i = 0; i < corpora.size(); ++i) {
        for (const double keep : keep_probabilities(corpora[i].counts, options.sample))
            samplings[i].keep.push_back(static_cast<std::uint64_t>(std::ldexp(keep, 32)));
        if (words[i] > static_cast<double>(options.max_words))
            samplings[i].share_of_nodes = static_cast<double>(options.max_words) / words[i];
    }

    const std::size_t num_blocks = (dataset.num_graphs() + kGraphsPerBlock - 1) / kGraphsPerBlock;
    std::vector<std::vector<std::vector<Sentences>>> blocks(num_blocks);
    parallel_blocks(dataset.num_graphs(), kGraphsPerBlock, [&](std::size_t begin, std::size_t end) {
        auto& parts = blocks[begin / kGraphsPerBlock];
        Subsampler subsampler;
        parts.assign(corpora.size(), std::vector<Sentences>(options.epochs));
        for (std::size_t g = begin; g < end; ++g) {
            SequenceWriter writer(slices, g);
            const Graph graph = dataset.graph(g);
            for (std::size_t h = 0; h < bags.size(); ++h)
                for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
                    Random random(derive_seed(seed, {h, graph.first_node + v}));
                    const Sampling& sampling = samplings[corpus_of(h)];
                    if (random.uniform() >= sampling.share_of_nodes) continue;
                    subsampler.add(writer.labels(v, static_cast<int>(h), kMaxSentence), sampling,
                                   random, parts[corpus_of(h)]);
                }
        }
    });
    for (const auto& parts : blocks)
        for (std::size_t i = 0; i < corpora.size(); ++i)
            for (std::size_t e = 0; e < options.epochs; ++e)
                append(parts[i][e], corpora[i].epochs[e]);
    return corpora;
}

}  // namespace dhgak
