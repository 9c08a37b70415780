// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "dhgak/core/matrix.h"
#include "embed/w2v/sentences.h"
#include "embed/w2v/sigmoid.h"

namespace dhgak {

// For which words noise is drawn anew.
enum class NoiseFor {
    centre,  // the words around one centre share its noise, and a label drawn several times moves
             // once, that many times as far: less work, and shorter vectors of frequent labels
    pair,    // each word around a centre has its own, and one draw sees what the last one moved, as
             // in gensim
};

struct SkipGramOptions {
    std::size_t size = 32;
    std::size_t window = 5;
    std::size_t negative = 5;
    std::size_t epochs = 5;
    double rate = 0.025;       // falls linearly over all epochs ...
    double min_rate = 0.0001;  // ... to this
    NoiseFor noise = NoiseFor::centre;
    SigmoidKind sigmoid = SigmoidKind::exact;
};

// What training starts from: one row per label, uniform in +-spread / size. Rows are drawn for the
// most frequent label first (of equals, for the lower one), so that with the same seed the k-th
// label of any corpus starts at the same place.
Matrix start_vectors(std::span<const std::uint64_t> counts, std::size_t size, double spread,
                     std::uint64_t seed);

// Learns vectors that predict, from each word around a centre word, the centre and not the noise
// (skip-gram with negative sampling). Each centre draws its window anew from 1..window; noise is
// drawn by frequency^0.75. A label without a sentence keeps its start.
class SkipGram {
public:
    // `counts` are the labels' frequencies; `start` has a row for each.
    SkipGram(std::span<const std::uint64_t> counts, const SkipGramOptions& options,
             const Matrix& start, std::uint64_t seed);
    ~SkipGram();
    SkipGram(SkipGram&&) noexcept;
    SkipGram& operator=(SkipGram&&) noexcept;

    // Learns from sentences of this epoch; the next call goes on from there.
    void train(const Sentences& sentences, std::size_t epoch);

    // One row per label. Throws ConfigError if they grew without bound, as a high rate makes them.
    Matrix vectors() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dhgak
