// SPDX-License-Identifier: MIT
#include "embed/w2v/skip_gram.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "embed/w2v/noise.h"
#include "embed/w2v/window_step.h"

namespace dhgak {

struct SkipGram::State {
    State(std::span<const std::uint64_t> counts, const SkipGramOptions& skip_gram_options,
          std::uint64_t seed)
        : options(skip_gram_options),
          random(seed),
          noise(counts),
          input(counts.size(), options.size),
          output(counts.size(), options.size),
          targets{LabelCounts(std::min(options.negative + 1, counts.size()), counts.size())},
          sigmoid(options.sigmoid) {}

    void train(std::span<const std::uint32_t> sentence, float rate) {
        for (std::size_t centre = 0; centre < sentence.size(); ++centre) {
            const std::size_t reach = 1 + random.below(options.window);
            const std::size_t begin = centre - std::min(centre, reach);
            const std::size_t end = std::min(centre + reach + 1, sentence.size());
            if (options.noise == NoiseFor::centre) {
                draw_targets(sentence[centre]);
                train_window(sentence.subspan(begin, end - begin), centre - begin, targets, rate,
                             sigmoid, input, output);
                continue;
            }
            for (std::size_t i = begin; i < end; ++i) {
                if (i == centre) continue;
                draw_targets(sentence[centre]);
                train_pair(sentence[i], targets, rate, sigmoid, input, output);
            }
        }
    }

    void draw_targets(std::uint32_t centre) {
        targets.labels.clear();
        targets.labels.add(centre);
        for (std::size_t n = 0; n < options.negative; ++n) {
            const std::uint32_t label = noise.draw(random);
            targets.labels.add(label, label != centre);
        }
    }

    SkipGramOptions options;
    Random random;
    NoiseDistribution noise;
    PaddedRows input, output;
    WordTargets targets;
    PairSigmoid sigmoid;
};

Matrix start_vectors(std::span<const std::uint64_t> counts, std::size_t size, double spread,
                     std::uint64_t seed) {
    std::vector<std::size_t> by_frequency(counts.size());
    std::iota(by_frequency.begin(), by_frequency.end(), std::size_t{0});
    std::ranges::stable_sort(by_frequency, std::greater(),
                             [&](std::size_t label) { return counts[label]; });
    Random random(seed);
    Matrix start(counts.size(), size);
    for (const std::size_t label : by_frequency)
        for (float& x : start.row(label))
            x = static_cast<float>((2 * random.uniform() - 1) * spread / static_cast<double>(size));
    return start;
}

SkipGram::SkipGram(std::span<const std::uint64_t> counts, const SkipGramOptions& options,
                   const Matrix& start, std::uint64_t seed)
    : state_(std::make_unique<State>(counts, options, seed)) {
    for (std::size_t label = 0; label < counts.size(); ++label)
        std::ranges::copy(start.row(label), state_->input.row(label));
}
SkipGram::~SkipGram() = default;
SkipGram::SkipGram(SkipGram&&) noexcept = default;
SkipGram& SkipGram::operator=(SkipGram&&) noexcept = default;

void SkipGram::train(const Sentences& sentences, std::size_t epoch) {
    const SkipGramOptions& options = state_->options;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        throw_if_interrupted();
        const double progress =
            (static_cast<double>(epoch) + static_cast<double>(sentences.progress[i])) /
            static_cast<double>(options.epochs);
        state_->train(
            sentences[i],
            static_cast<float>(options.rate - (options.rate - options.min_rate) * progress));
    }
}

Matrix SkipGram::vectors() const {
    const SkipGramOptions& options = state_->options;
    PaddedRows& input = state_->input;
    Matrix vectors(input.values.size() / input.stride, options.size);
    for (std::size_t r = 0; r < vectors.rows(); ++r)
        std::copy_n(input.row(r), vectors.cols(), vectors.row(r).begin());
    if (!std::ranges::all_of(vectors.values(), [](float x) { return std::isfinite(x); }))
        throw ConfigError(fmt::format(
            "w2v: rate={} with window={} and negative={} makes the vectors grow without bound; "
            "choose a lower rate",
            options.rate, options.window, options.negative));
    return vectors;
}

}  // namespace dhgak
