// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "embed/label_vectors.h"
#include "embed/methods.h"
#include "embed/w2v/corpus.h"
#include "embed/w2v/skip_gram.h"

namespace dhgak {
namespace {

constexpr double kWordsAtOnce = 1 << 25;  // 128 MiB

struct W2vOptions {
    CorpusOptions corpus;
    SkipGramOptions skip_gram;
    bool same_start = false;  // at every hop, by frequency
    double spread = 0.5;      // of the start: +-spread / size
};

W2vOptions trained_as_gensim() {
    W2vOptions options;
    options.corpus.max_words = 0;
    options.corpus.cut = Cut::kept;
    options.skip_gram.noise = NoiseFor::pair;
    options.corpus.decay = Decay::batches;
    options.skip_gram.sigmoid = SigmoidKind::table;
    options.same_start = true;
    options.spread = 1.0;
    return options;
}

// Whether `key` is the second of its two words; `fallback` where the option is absent.
bool is_second(const Spec& spec, std::string_view key, const std::array<const char*, 2>& words,
               bool fallback) {
    return spec.get_choice(key, {words[fallback], words[!fallback]}) == words[1];
}

double in_range(const Spec& spec, std::string_view key, double value, double most) {
    if (value < 0.0 || value > most)
        throw ConfigError(
            fmt::format("{}: option {}={} is not in 0..{}", spec.name, key, value, most));
    return value;
}

W2vOptions read_options(const Spec& spec) {
    const bool gensim = is_second(spec, "train", {"fast", "gensim"}, false);
    W2vOptions options = gensim ? trained_as_gensim() : W2vOptions();
    CorpusOptions& corpus = options.corpus;
    SkipGramOptions& skip_gram = options.skip_gram;
    corpus.shared = is_second(spec, "scope", {"hop", "all"}, false);
    corpus.sample = in_range(spec, "sample", spec.get_number("sample"), 1.0);
    corpus.max_words = spec.get_count("max_words", corpus.max_words, 0, 1LL << 40);
    skip_gram.size = spec.get_count("size", 1, 4096);
    skip_gram.window = spec.get_count("window", 1, 1000);
    skip_gram.negative = spec.get_count("negative", 1, 1000);
    skip_gram.epochs = spec.get_count("epochs", 1, 1000);
    skip_gram.rate = in_range(spec, "rate", spec.get_number("rate"), 1.0);
    skip_gram.min_rate = in_range(spec, "min_rate", spec.get_number("min_rate"), 1.0);
    skip_gram.noise =
        is_second(spec, "noise", {"centre", "pair"}, gensim) ? NoiseFor::pair : NoiseFor::centre;
    corpus.decay = is_second(spec, "decay", {"sentences", "batches"}, gensim) ? Decay::batches
                                                                              : Decay::sentences;
    skip_gram.sigmoid = is_second(spec, "sigmoid", {"exact", "table"}, gensim) ? SigmoidKind::table
                                                                               : SigmoidKind::exact;
    options.same_start = is_second(spec, "start", {"hop", "same"}, gensim);
    options.spread = in_range(spec, "spread", spec.get_number("spread", options.spread), 100.0);
    return options;
}

// Says so where not every node's slices are read.
void report_shares(std::span<const Corpus> corpora, std::size_t max_words) {
    double least = 1.0;
    std::size_t num_sampled = 0;
    for (const Corpus& corpus : corpora) {
        least = std::min(least, corpus.share_of_nodes);
        num_sampled += corpus.share_of_nodes < 1.0;
    }
    if (num_sampled == 0) return;
    log_info(
        fmt::format("w2v: {} of {} models learn from a random choice of the nodes, at least "
                    "{:.2g} % of them (max_words={}; 0 takes all)",
                    num_sampled, corpora.size(), 100 * least, max_words));
}

class W2vEmbedder : public Embedder {
public:
    explicit W2vEmbedder(const W2vOptions& options) : options_(options) {}

    FittedEmbedding fit(const Slices& slices, std::uint64_t seed) const override {
        std::vector<HopBags> bags = bag_slices(slices);
        const CorpusPlan plan = plan_corpora(slices, bags, options_.corpus);
        report_shares(plan.corpora, options_.corpus.max_words);
        std::vector<SkipGram> models;
        for (std::size_t i = 0; i < plan.corpora.size(); ++i) {
            const std::vector<std::uint64_t>& counts = plan.corpora[i].counts;
            const std::uint64_t start_seed = derive_seed(seed, {2, options_.same_start ? 0 : i});
            models.emplace_back(
                counts, options_.skip_gram,
                start_vectors(counts, options_.skip_gram.size, options_.spread, start_seed),
                derive_seed(seed, {1, i}));
        }
        for (const Pass& pass : cut_passes(plan, options_.skip_gram.epochs, kWordsAtOnce)) {
            const auto text =
                write_sentences(slices, plan, options_.corpus, pass, derive_seed(seed, {0}));
            // Step follows step inside a model; the hops are independent of each other.
            parallel_for(models.size(), [&](std::size_t i) {
                for (std::size_t e = pass.first_epoch; e < pass.end_epoch; ++e)
                    models[i].train(text[i][e - pass.first_epoch], e);
            });
        }
        LabelVectors labels = {.names = slices.dataset->label_names, .by_hop = {}};
        for (const SkipGram& model : models) labels.by_hop.push_back(model.vectors());
        return fit_label_vectors(std::move(labels), slices, std::move(bags));
    }

    bool hops_stand_alone() const override { return !options_.corpus.shared; }

private:
    W2vOptions options_;
};

}  // namespace

std::unique_ptr<Embedder> make_w2v(const Spec& spec) {
    return std::make_unique<W2vEmbedder>(read_options(spec));
}

}  // namespace dhgak
