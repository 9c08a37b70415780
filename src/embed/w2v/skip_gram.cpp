// SPDX-License-Identifier: MIT
#include "embed/w2v/skip_gram.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/random.h"
#include "embed/w2v/noise.h"
#include "embed/w2v/window_step.h"

namespace dhgak {
namespace {

class Trainer {
public:
    Trainer(std::span<const std::uint64_t> counts, const SkipGramOptions& options,
            std::uint64_t seed)
        : options_(options),
          random_(seed),
          noise_(counts),
          input_(counts.size(), options.size),
          output_(counts.size(), options.size),
          targets_{LabelCounts(std::min(options.negative + 1, counts.size()), counts.size())} {
        const auto size = static_cast<double>(options.size);
        for (std::size_t label = 0; label < counts.size(); ++label)
            for (std::size_t c = 0; c < options.size; ++c)
                input_.row(label)[c] = static_cast<float>((random_.uniform() - 0.5) / size);
    }

    void train(std::span<const std::uint32_t> sentence, float rate) {
        for (std::size_t centre = 0; centre < sentence.size(); ++centre) {
            const std::size_t reach = 1 + random_.below(options_.window);
            const std::size_t begin = centre - std::min(centre, reach);
            const std::size_t end = std::min(centre + reach + 1, sentence.size());
            draw_targets(sentence[centre]);
            train_window(sentence.subspan(begin, end - begin), centre - begin, targets_, rate,
                         sigmoid_, input_, output_);
        }
    }

    Matrix vectors() {
        Matrix result(input_.values.size() / input_.stride, options_.size);
        for (std::size_t r = 0; r < result.rows(); ++r)
            std::copy_n(input_.row(r), result.cols(), result.row(r).begin());
        return result;
    }

private:
    void draw_targets(std::uint32_t centre) {
        targets_.labels.clear();
        targets_.labels.add(centre);
        for (std::size_t n = 0; n < options_.negative; ++n) {
            const std::uint32_t label = noise_.draw(random_);
            targets_.labels.add(label, label != centre);
        }
    }

    SkipGramOptions options_;
    Random random_;
    NoiseDistribution noise_;
    PaddedRows input_, output_;
    Targets targets_;
    Sigmoid sigmoid_;
};

}  // namespace

Matrix train_skip_gram(std::span<const Sentences> epochs, std::span<const std::uint64_t> counts,
                       const SkipGramOptions& options, std::uint64_t seed) {
    std::size_t num_words = 0;
    for (const Sentences& epoch : epochs) num_words += epoch.words.size();

    Trainer trainer(counts, options, seed);
    std::size_t words_done = 0;
    for (const Sentences& epoch : epochs)
        for (std::size_t i = 0; i < epoch.size(); ++i) {
            throw_if_interrupted();
            const auto sentence =
                std::span(epoch.words)
                    .subspan(epoch.offsets[i], epoch.offsets[i + 1] - epoch.offsets[i]);
            const double progress =
                static_cast<double>(words_done) / static_cast<double>(num_words);
            trainer.train(
                sentence,
                static_cast<float>(options.rate + (options.min_rate - options.rate) * progress));
            words_done += sentence.size();
        }
    Matrix vectors = trainer.vectors();
    if (!std::ranges::all_of(vectors.values(), [](float x) { return std::isfinite(x); }))
        throw ConfigError(fmt::format(
            "w2v: rate={} with window={} and negative={} makes the vectors grow without bound; "
            "choose a lower rate",
            options.rate, options.window, options.negative));
    return vectors;
}

}  // namespace dhgak
