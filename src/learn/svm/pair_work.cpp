// SPDX-License-Identifier: MIT
#include "learn/svm/pair_work.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "learn/svm/pair_scan.h"

namespace dhgak {
namespace {

constexpr double kTiny = 1e-12;  // for pairs of equal points, as libsvm has it
constexpr float kBarred = std::numeric_limits<float>::infinity();

// Copying those that are left takes as long as some hundred moves, so it must pay.
constexpr std::size_t kStepsBetweenLooks = 1000;
constexpr double kFew = 0.7;

}  // namespace

bool PairState::may_rise(std::size_t i) const {
    return signs[i] > 0 ? alpha[i] < bounds[i] : alpha[i] > 0;
}

bool PairState::may_fall(std::size_t i) const {
    return signs[i] > 0 ? alpha[i] > 0 : alpha[i] < bounds[i];
}

PairWork::PairWork(const FloatGram& gram, PairState& state)
    : whole_(gram),
      state_(state),
      members_(state.size()),
      now_(state),
      up_bar_(gram.stride, kBarred),
      low_bar_(gram.stride, kBarred) {
    std::iota(members_.begin(), members_.end(), std::uint32_t{0});
    for (std::size_t i = 0; i < members_.size(); ++i) bar(i);
}

// Lets only those directions open in which a graph's part may still move.
void PairWork::bar(std::size_t i) {
    up_bar_[i] = now_.may_rise(i) ? 0 : kBarred;
    low_bar_[i] = now_.may_fall(i) ? 0 : kBarred;
}

PairWork::Violation PairWork::worst() const {
    Violation violation = {.largest = -kBarred, .index = 0};
    for (std::uint32_t j = 0; j < members_.size(); ++j)
        if (now_.errors[j] - up_bar_[j] > violation.largest)
            violation = {.largest = now_.errors[j], .index = j};
    return violation;
}

// Moves the pair that violates optimality most. Returns whether there was one.
bool PairWork::reduce(Violation& violation, float tolerance) {
    if (violation.largest == -kBarred) return false;  // no part may grow
    const std::uint32_t i = violation.index;
    const float* row_i = gram().row(i);
    const float* diagonal = gram().diagonal.data();
    const Partner partner = find_partner(now_.errors.data(), row_i, diagonal, low_bar_.data(),
                                         violation.largest, diagonal[i], gram().stride);
    if (!(violation.largest - partner.smallest_error >= tolerance)) return false;

    const std::uint32_t j = partner.index;
    const double distance = std::max(double{diagonal[i]} + diagonal[j] - 2.0 * row_i[j], kTiny);
    const bool i_rises = now_.signs[i] > 0, j_rises = now_.signs[j] < 0;
    double &alpha_i = now_.alpha[i], &alpha_j = now_.alpha[j];
    const double room_i = i_rises ? now_.bounds[i] - alpha_i : alpha_i;
    const double room_j = j_rises ? now_.bounds[j] - alpha_j : alpha_j;
    const double step =
        std::min({(double{violation.largest} - now_.errors[j]) / distance, room_i, room_j});
    alpha_i = step < room_i ? alpha_i + (i_rises ? step : -step) : i_rises ? now_.bounds[i] : 0;
    alpha_j = step < room_j ? alpha_j + (j_rises ? step : -step) : j_rises ? now_.bounds[j] : 0;
    bar(i);
    bar(j);
    const Extreme next = move_errors(now_.errors.data(), row_i, gram().row(j),
                                     static_cast<float>(step), up_bar_.data(), gram().stride);
    violation = {.largest = next.value, .index = next.index};
    return true;
}

// Those that are free or part of a pair that violates optimality.
std::vector<std::uint32_t> PairWork::list_open(float largest) const {
    float smallest = kBarred;
    for (std::size_t j = 0; j < members_.size(); ++j)
        smallest = std::min(smallest, now_.errors[j] + low_bar_[j]);
    std::vector<std::uint32_t> open;
    for (std::uint32_t j = 0; j < members_.size(); ++j)
        if (now_.is_free(j) || now_.errors[j] - up_bar_[j] > smallest ||
            now_.errors[j] + low_bar_[j] < largest)
            open.push_back(j);
    return open;
}

void PairWork::hand_over() {
    for (std::size_t i = 0; i < members_.size(); ++i) state_.alpha[members_[i]] = now_.alpha[i];
}

void PairWork::leave_behind(std::span<const std::uint32_t> open) {
    hand_over();
    copy_ = FloatGram(gram(), open);
    PairState left;
    std::vector<std::uint32_t> members;
    for (const std::uint32_t j : open) {
        members.push_back(members_[j]);
        left.signs.push_back(now_.signs[j]);
        left.bounds.push_back(now_.bounds[j]);
        left.alpha.push_back(now_.alpha[j]);
        left.errors.push_back(now_.errors[j]);
    }
    left.errors.resize(copy_->stride);
    members_ = std::move(members);
    now_ = std::move(left);
    up_bar_.assign(copy_->stride, kBarred);
    low_bar_.assign(copy_->stride, kBarred);
    for (std::size_t i = 0; i < members_.size(); ++i) bar(i);
}

std::size_t PairWork::move_pairs(std::size_t most_steps, float tolerance) {
    Violation violation = worst();
    std::size_t steps = 0;
    while (steps < most_steps && reduce(violation, tolerance)) {
        if (++steps % kStepsBetweenLooks != 0) continue;
        const std::vector<std::uint32_t> open = list_open(violation.largest);
        if (open.empty()) break;
        if (static_cast<double>(open.size()) > kFew * static_cast<double>(members_.size()))
            continue;
        leave_behind(open);
        violation = worst();
    }
    hand_over();
    return steps;
}

}  // namespace dhgak
