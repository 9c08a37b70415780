// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "learn/svm/float_gram.h"

namespace dhgak {

// The dual of a two-class C-SVM while pairs are moved, by graph.
struct PairState {
    std::vector<std::int8_t> signs;  // +1 and -1
    std::vector<double> bounds;      // of alpha
    std::vector<double> alpha;
    std::vector<float> errors;  // sign - sum_j sign_j alpha_j K_j; filled up as rows of the matrix

    std::size_t size() const { return signs.size(); }
    bool may_rise(std::size_t i) const;  // sign * alpha
    bool may_fall(std::size_t i) const;
    bool is_free(std::size_t i) const { return may_rise(i) && may_fall(i); }
};

// Sequential minimal optimisation with second-order choice of pairs, among all graphs of a matrix.
//
// Graphs that stay at a bound and violate nothing are left behind on the way: the others are copied
// side by side, since nearly all time is spent running along rows. So the caller has to look at all
// of them again afterwards.
class PairWork {
public:
    // Both must outlive it.
    PairWork(const FloatGram& gram, PairState& state);

    // Moves pairs that violate optimality by `tolerance` or more, at most so many times, and brings
    // `alpha` of the state up to date. Returns how often it did: fewer times if no such pair was
    // left. Errors of the state are those of the start.
    std::size_t move_pairs(std::size_t most_steps, float tolerance);

private:
    struct Violation {
        float largest = 0;  // error of a graph whose part may grow
        std::uint32_t index = 0;
    };

    const FloatGram& gram() const { return copy_ ? *copy_ : whole_; }
    void bar(std::size_t i);
    Violation worst() const;
    bool reduce(Violation& violation, float tolerance);
    std::vector<std::uint32_t> list_open(float largest) const;
    void hand_over();
    void leave_behind(std::span<const std::uint32_t> open);

    const FloatGram& whole_;
    PairState& state_;
    std::vector<std::uint32_t> members_;  // of the matrix; what follows is by member
    std::optional<FloatGram> copy_;       // of these alone; none while all are there
    PairState now_;
    std::vector<float> up_bar_;   // 0 where sign * alpha may grow, else infinite
    std::vector<float> low_bar_;  // 0 where it may fall
};

}  // namespace dhgak
