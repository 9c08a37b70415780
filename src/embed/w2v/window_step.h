// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "embed/w2v/sigmoid.h"

namespace dhgak {

// Two vectors of floats at most: loops over a multiple of this need not care about the last few.
constexpr std::size_t kPadding = 32;

inline std::size_t padded(std::size_t size) { return (size + kPadding - 1) / kPadding * kPadding; }

// Rows of floats, each filled up with zeros.
struct PaddedRows {
    std::size_t stride = 0;
    std::vector<float> values;

    PaddedRows(std::size_t rows, std::size_t cols)
        : stride(padded(cols)), values(rows * padded(cols)) {}
    float* row(std::size_t r) { return values.data() + r * stride; }
};

// A few of all labels, each once with how often it was added.
class LabelCounts {
public:
    LabelCounts(std::size_t max_size, std::size_t num_labels)
        : labels_(max_size), counts_(max_size), place_(num_labels) {}

    void clear() { size_ = 0; }

    // Adds a new label at the end. Without branches: whether a label is new can not be foreseen.
    void add(std::uint32_t label, bool counted = true) {
        const std::size_t place = place_[label];
        const std::size_t known = (place < size_) & (labels_[place] == label);
        const std::size_t i = size_ - known * (size_ - place);
        labels_[i] = label;
        counts_[i] = counts_[i] * static_cast<float>(known) + static_cast<float>(counted);
        place_[label] = static_cast<std::uint32_t>(i);
        size_ += 1 - known;
    }

    std::size_t size() const { return size_; }
    std::uint32_t label(std::size_t i) const { return labels_[i]; }
    float count(std::size_t i) const { return counts_[i]; }

private:
    std::size_t size_ = 0;
    std::vector<std::uint32_t> labels_;
    std::vector<float> counts_;
    std::vector<std::uint32_t> place_;  // by label: where it stands, if it is there
};

// What the words around a centre are to predict.
struct WordTargets {
    LabelCounts labels;             // first the centre, then the noise, which leaves it out
    std::vector<float*> rows = {};  // scratch space of the steps, as is the next
    std::vector<float> steps = {};
};

// For each word c around `words[centre]`, one after another, adds `rate` times the gradient of
//   log s(c . centre) + sum over the noise n of log s(-c . n),  s the sigmoid,
// to c's row of `input` and the targets' rows of `output`, all from where they stood before c.
void train_window(std::span<const std::uint32_t> words, std::size_t centre, WordTargets& targets,
                  float rate, const PairSigmoid& sigmoid, PaddedRows& input, PaddedRows& output);

// The same for one word, but noise that was drawn several times is that many terms, each of which
// finds the noise word where the one before moved it. The word itself moves once, by all of them.
void train_pair(std::uint32_t word, WordTargets& targets, float rate, const PairSigmoid& sigmoid,
                PaddedRows& input, PaddedRows& output);

}  // namespace dhgak
