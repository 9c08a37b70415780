// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/random.h"
#include "embed/label_vectors.h"
#include "embed/methods.h"
#include "embed/w2v/corpus.h"
#include "embed/w2v/skip_gram.h"

namespace dhgak {
namespace {

struct W2vOptions {
    CorpusOptions corpus;
    SkipGramOptions skip_gram;
};

double number(const Spec& spec, std::string_view key, double fallback, double most) {
    const double value = spec.get_number(key, fallback);
    if (value < 0.0 || value > most)
        throw ConfigError(
            fmt::format("{}: option {}={} is not in 0..{}", spec.name, key, value, most));
    return value;
}

W2vOptions read_options(const Spec& spec) {
    W2vOptions options;
    CorpusOptions& corpus = options.corpus;
    SkipGramOptions& skip_gram = options.skip_gram;
    corpus.shared = spec.get_choice("scope", {"hop", "all"}) == "all";
    corpus.epochs = spec.get_count("epochs", corpus.epochs, 1, 1000);
    corpus.sample = number(spec, "sample", corpus.sample, 1.0);
    corpus.max_words = spec.get_count("max_words", corpus.max_words, 1, 1LL << 40);
    skip_gram.size = spec.get_count("size", skip_gram.size, 1, 4096);
    skip_gram.window = spec.get_count("window", skip_gram.window, 1, 1000);
    skip_gram.negative = spec.get_count("negative", skip_gram.negative, 1, 1000);
    skip_gram.rate = number(spec, "rate", skip_gram.rate, 1.0);
    skip_gram.min_rate = number(spec, "min_rate", skip_gram.min_rate, 1.0);
    return options;
}

class W2vEmbedder : public Embedder {
public:
    explicit W2vEmbedder(const W2vOptions& options) : options_(options) {}

    FittedEmbedding fit(const Slices& slices, std::uint64_t seed) const override {
        std::vector<HopBags> bags = bag_slices(slices);
        const std::vector<Corpus> corpora =
            write_corpora(slices, bags, options_.corpus, derive_seed(seed, {0}));
        LabelVectors labels = {.names = slices.dataset->label_names,
                               .by_hop = std::vector<Matrix>(corpora.size())};
        // Step follows step inside a model; the hops are independent of each other.
        parallel_for(corpora.size(), [&](std::size_t i) {
            labels.by_hop[i] = train_skip_gram(corpora[i].epochs, corpora[i].counts,
                                               options_.skip_gram, derive_seed(seed, {1, i}));
        });
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
