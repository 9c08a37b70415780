// SPDX-License-Identifier: MIT
#include "embed/w2v/corpus.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.h"
#include "dhgak/core/parallel.h"
#include "slice/sequences.h"

namespace dhgak {
namespace {

constexpr std::size_t kBatchWords = 10000;
constexpr std::size_t kGraphsPerBlock = 16;

void count_words(const HopBags& bags, std::vector<std::uint64_t>& counts) {
    for (std::size_t bag = 0; bag < bags.num_bags(); ++bag)
        for (std::size_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i)
            counts[bags.labels[i]] += std::uint64_t{bags.counts[i]} * bags.multiplicity[bag];
}

// By bag: the words of a slice.
std::vector<std::size_t> lengths_of(const HopBags& bags) {
    std::vector<std::size_t> lengths(bags.num_bags());
    for (std::size_t bag = 0; bag < lengths.size(); ++bag)
        for (std::size_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i)
            lengths[bag] += bags.counts[i];
    return lengths;
}

// By bag: the words of a slice that subsampling is expected to keep.
std::vector<double> expected_words(const HopBags& bags, std::span<const double> keep, Cut cut) {
    std::vector<double> expected(bags.num_bags());
    for (std::size_t bag = 0; bag < expected.size(); ++bag) {
        double words = 0.0, kept = 0.0;
        for (std::size_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i) {
            words += bags.counts[i];
            kept += bags.counts[i] * keep[bags.labels[i]];
        }
        const double length = cut == Cut::slice ? words : kept;
        expected[bag] = kept * std::min(1.0, kMaxSentence / std::max(length, 1.0));
    }
    return expected;
}

// Calls use(g, h, v) for each node v of the dataset and each hop, in the order of sentences.
template <typename Use>
void for_each_sentence(const Dataset& dataset, std::size_t num_hops, Use use) {
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const Graph graph = dataset.graph(g);
        for (std::size_t h = 0; h < num_hops; ++h)
            for (std::size_t v = 0; v < graph.num_nodes(); ++v) use(g, h, graph.first_node + v);
    }
}

std::vector<float> sentence_progress(std::size_t num_sentences) {
    std::vector<float> progress(num_sentences);
    for (std::size_t i = 0; i < num_sentences; ++i)
        progress[i] =
            static_cast<float>(static_cast<double>(i) / static_cast<double>(num_sentences));
    return progress;
}

void append(const Sentences& part, Sentences& whole) {
    const std::size_t shift = whole.words.size();
    whole.words.insert(whole.words.end(), part.words.begin(), part.words.end());
    for (std::size_t i = 1; i < part.offsets.size(); ++i)
        whole.offsets.push_back(shift + part.offsets[i]);
    whole.progress.insert(whole.progress.end(), part.progress.begin(), part.progress.end());
}

// A word alone has nothing around it to learn from.
void append(std::span<const std::uint32_t> words, float progress, Sentences& epoch) {
    if (words.size() < 2) return;
    const auto cut = words.first(std::min(words.size(), kMaxSentence));
    epoch.words.insert(epoch.words.end(), cut.begin(), cut.end());
    epoch.offsets.push_back(epoch.words.size());
    epoch.progress.push_back(progress);
}

// Subsamples sentences, for each epoch anew.
class Subsampler {
public:
    // Adds a sentence to two epochs that follow each other, of which either may be absent: each
    // random number decides for both. No branch asks about a word: it could not be foreseen. `keep`
    // is of 2^32.
    void add(std::span<const std::uint32_t> sentence, std::span<const std::uint64_t> keep,
             Random random, float progress, Sentences* even, Sentences* odd) {
        if (even_.size() < sentence.size()) {
            even_.resize(sentence.size());
            odd_.resize(sentence.size());
        }
        std::size_t num_even = 0, num_odd = 0;
        for (const std::uint32_t label : sentence) {
            const std::uint64_t bits = random.next();
            even_[num_even] = odd_[num_odd] = label;
            num_even += (bits & 0xffffffff) < keep[label];
            num_odd += (bits >> 32) < keep[label];
        }
        if (even) append(std::span(even_).first(num_even), progress, *even);
        if (odd) append(std::span(odd_).first(num_odd), progress, *odd);
    }

private:
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

std::vector<float> batch_progress(std::span<const std::size_t> lengths) {
    std::vector<float> progress = sentence_progress(lengths.size());
    std::size_t first = 0, words = 0;  // of the batch
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (words + lengths[i] > kBatchWords) {
            first = i;
            words = 0;
        }
        words += lengths[i];
        progress[i] = progress[first];
    }
    return progress;
}

CorpusPlan plan_corpora(const Slices& slices, std::span<const HopBags> bags,
                        const CorpusOptions& options) {
    const Dataset& dataset = *slices.dataset;
    const auto corpus_of = [&](std::size_t h) { return options.shared ? 0 : h; };
    CorpusPlan plan = {.corpora = std::vector<Corpus>(options.shared ? 1 : bags.size()),
                       .words_of_graph = std::vector<double>(dataset.num_graphs())};
    for (Corpus& corpus : plan.corpora) corpus.counts.resize(dataset.num_labels());
    for (std::size_t h = 0; h < bags.size(); ++h)
        count_words(bags[h], plan.corpora[corpus_of(h)].counts);
    for (Corpus& corpus : plan.corpora)
        corpus.keep = keep_probabilities(corpus.counts, options.sample);

    std::vector<std::vector<double>> expected;
    std::vector<double> words(plan.corpora.size());
    for (std::size_t h = 0; h < bags.size(); ++h) {
        expected.push_back(expected_words(bags[h], plan.corpora[corpus_of(h)].keep, options.cut));
        words[corpus_of(h)] += std::inner_product(expected[h].begin(), expected[h].end(),
                                                  bags[h].multiplicity.begin(), 0.0);
    }
    const auto most = static_cast<double>(options.max_words);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (options.max_words > 0 && words[i] > most)
            plan.corpora[i].share_of_nodes = most / words[i];

    std::vector<std::vector<std::size_t>> lengths_by_bag, lengths(plan.corpora.size());
    for (const HopBags& hop : bags) lengths_by_bag.push_back(lengths_of(hop));
    for_each_sentence(dataset, bags.size(), [&](std::size_t g, std::size_t h, std::size_t node) {
        const std::uint32_t bag = bags[h].bag_of_node[node];
        lengths[corpus_of(h)].push_back(lengths_by_bag[h][bag]);
        plan.words_of_graph[g] += expected[h][bag] * plan.corpora[corpus_of(h)].share_of_nodes;
    });
    for (std::size_t i = 0; i < lengths.size(); ++i)
        plan.corpora[i].progress = options.decay == Decay::batches
                                       ? batch_progress(lengths[i])
                                       : sentence_progress(lengths[i].size());
    return plan;
}

std::vector<Pass> cut_passes(const CorpusPlan& plan, std::size_t num_epochs, double max_words) {
    const std::vector<double>& words = plan.words_of_graph;
    const double all = std::accumulate(words.begin(), words.end(), 0.0);
    if (all * static_cast<double>(num_epochs) <= max_words)
        return {{0, num_epochs, 0, words.size()}};
    std::vector<std::size_t> cuts = {0};
    double run = 0.0;
    for (std::size_t g = 0; g < words.size(); ++g) {
        if (run + words[g] > max_words && g > cuts.back()) {
            cuts.push_back(g);
            run = 0.0;
        }
        run += words[g];
    }
    cuts.push_back(words.size());
    std::vector<Pass> passes;
    for (std::size_t e = 0; e < num_epochs; ++e)
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
            passes.push_back({e, e + 1, cuts[i], cuts[i + 1]});
    return passes;
}

std::vector<std::vector<Sentences>> write_sentences(const Slices& slices, const CorpusPlan& plan,
                                                    const CorpusOptions& options, const Pass& pass,
                                                    std::uint64_t seed) {
    const Dataset& dataset = *slices.dataset;
    const auto num_hops = static_cast<std::size_t>(slices.num_hops());
    const std::size_t longest =
        options.cut == Cut::slice ? kMaxSentence : std::numeric_limits<std::size_t>::max();
    std::vector<std::vector<std::uint64_t>> keep(plan.corpora.size());
    for (std::size_t i = 0; i < keep.size(); ++i)
        for (const double share : plan.corpora[i].keep)
            keep[i].push_back(static_cast<std::uint64_t>(std::ldexp(share, 32)));

    const std::vector<std::vector<Sentences>> empty(
        plan.corpora.size(), std::vector<Sentences>(pass.end_epoch - pass.first_epoch));
    const std::size_t num_graphs = pass.end_graph - pass.first_graph;
    std::vector<std::vector<std::vector<Sentences>>> blocks(
        (num_graphs + kGraphsPerBlock - 1) / kGraphsPerBlock, empty);
    parallel_blocks(num_graphs, kGraphsPerBlock, [&](std::size_t begin, std::size_t end) {
        auto& parts = blocks[begin / kGraphsPerBlock];
        Subsampler subsampler;
        for (std::size_t g = pass.first_graph + begin; g < pass.first_graph + end; ++g) {
            SequenceWriter writer(slices, g);
            const Graph graph = dataset.graph(g);
            for (std::size_t h = 0; h < num_hops; ++h)
                for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
                    const std::size_t i = options.shared ? 0 : h, node = graph.first_node + v;
                    const Corpus& corpus = plan.corpora[i];
                    const std::uint64_t sentence_seed = derive_seed(seed, {h, node});
                    if (corpus.share_of_nodes < 1.0 &&
                        Random(sentence_seed).uniform() >= corpus.share_of_nodes)
                        continue;
                    const std::size_t place =
                        options.shared ? graph.first_node * num_hops + h * graph.num_nodes() + v
                                       : node;
                    const auto sentence = writer.labels(v, static_cast<int>(h), longest);
                    const auto part = [&](std::size_t e) {
                        return e >= pass.first_epoch && e < pass.end_epoch
                                   ? &parts[i][e - pass.first_epoch]
                                   : nullptr;
                    };
                    for (std::size_t e = pass.first_epoch / 2 * 2; e < pass.end_epoch; e += 2)
                        subsampler.add(sentence, keep[i], Random(derive_seed(sentence_seed, {e})),
                                       corpus.progress[place], part(e), part(e + 1));
                }
        }
    });
    std::vector<std::vector<Sentences>> text = empty;
    for (auto& parts : blocks) {
        for (std::size_t i = 0; i < text.size(); ++i)
            for (std::size_t e = 0; e < text[i].size(); ++e) append(parts[i][e], text[i][e]);
        parts = {};
    }
    return text;
}

}  // namespace dhgak
