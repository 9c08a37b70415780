// SPDX-License-Identifier: MIT
#include "learn/svm/pair_solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "dhgak/core/interrupt.h"
#include "learn/svm/free_step.h"
#include "learn/svm/pair_scan.h"

namespace dhgak {
namespace {

constexpr double kTiny = 1e-12;  // for pairs of equal points, as libsvm has it
constexpr std::size_t kStepsBetweenChecks = 4096;
constexpr int kMaxChecks = 8000;
constexpr std::size_t kMostFree = 1000;  // solved for at once
constexpr int kMostFreeSteps = 5;
constexpr float kBarred = std::numeric_limits<float>::infinity();

std::vector<std::uint32_t> members_of(std::span<const std::int8_t> signs) {
    std::vector<std::uint32_t> members;
    for (std::uint32_t graph = 0; graph < signs.size(); ++graph)
        if (signs[graph] != 0) members.push_back(graph);
    return members;
}

}  // namespace

PairSolver::PairSolver(const FloatGram& gram, std::span<const std::int8_t> signs,
                       double cost_positive, double cost_negative, PairPrecision precision)
    : whole_(gram),
      members_(members_of(signs)),
      gram_(gram, members_),
      precision_(precision),
      cost_positive_(cost_positive),
      cost_negative_(cost_negative),
      alpha_(gram_.size),
      coefficient_(gram_.size),
      sums_(gram_.size),
      errors_(gram_.stride),
      up_bar_(gram_.stride, kBarred),
      low_bar_(gram_.stride, kBarred) {
    assert(signs.size() == gram.size);
    for (const std::uint32_t graph : members_) signs_.push_back(signs[graph]);
}

double PairSolver::decision(std::size_t graph) const {
    const float* row = whole_.row(graph);
    double sum = 0;
    for (std::size_t j = 0; j < gram_.size; ++j)
        if (coefficient_[j] != 0) sum += coefficient_[j] * row[members_[j]];
    return sum + offset_;
}

// Lets only those directions open in which a graph's part may still move.
void PairSolver::bar(std::size_t member) {
    const bool may_rise = alpha_[member] < bound(member);
    const bool may_fall = alpha_[member] > 0;
    up_bar_[member] = (signs_[member] > 0 ? may_rise : may_fall) ? 0 : kBarred;
    low_bar_[member] = (signs_[member] > 0 ? may_fall : may_rise) ? 0 : kBarred;
}

// Single precision drifts; where it says that the optimum is reached, double precision checks.
void PairSolver::refresh_errors() {
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        const double change = signs_[j] * alpha_[j] - coefficient_[j];
        if (change == 0) continue;
        const float* row = gram_.row(j);
        for (std::size_t k = 0; k < gram_.size; ++k) sums_[k] += change * row[k];
        coefficient_[j] += change;
    }
    for (std::size_t k = 0; k < gram_.size; ++k)
        errors_[k] = static_cast<float>(signs_[k] - sums_[k]);
}

// The dual objective of s * alpha is s * sum(alpha) - s^2 / 2 * alpha' Q alpha. While most graphs
// are at their bound, the best s keeps them there; behind the hard margin it is 1.
void PairSolver::scale_to(double C) {
    double linear = 0, quadratic = 0;
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        linear += alpha_[j];
        quadratic += coefficient_[j] * sums_[j];
    }
    const double most = C / C_;
    const double scale = quadratic * most <= linear ? most : std::max(linear / quadratic, 1.0);
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        const double next = C * (signs_[j] > 0 ? cost_positive_ : cost_negative_);
        const bool stays_at_bound = scale == most && alpha_[j] == bound(j);
        alpha_[j] = stays_at_bound ? next : std::min(alpha_[j] * scale, next);
        coefficient_[j] *= scale;
    }
    for (double& sum : sums_) sum *= scale;
}

PairSolver::Violation PairSolver::worst() const {
    Violation violation = {.largest = -kBarred, .index = 0};
    for (std::uint32_t j = 0; j < gram_.size; ++j)
        if (errors_[j] - up_bar_[j] > violation.largest)
            violation = {.largest = errors_[j], .index = j};
    return violation;
}

// Moves the pair that violates optimality most. Returns whether there was one.
bool PairSolver::reduce(Violation& violation) {
    const std::uint32_t i = violation.index;
    const float* row_i = gram_.row(i);
    const Partner partner =
        find_partner(errors_.data(), row_i, gram_.diagonal.data(), low_bar_.data(),
                     violation.largest, gram_.diagonal[i], gram_.stride);
    if (!(violation.largest - partner.smallest_error >= precision_.tolerance)) return false;

    const std::uint32_t j = partner.index;
    const double distance =
        std::max(double{gram_.diagonal[i]} + gram_.diagonal[j] - 2.0 * row_i[j], kTiny);
    const double room_i = signs_[i] > 0 ? bound(i) - alpha_[i] : alpha_[i];
    const double room_j = signs_[j] > 0 ? alpha_[j] : bound(j) - alpha_[j];
    const double step =
        std::min({(double{violation.largest} - errors_[j]) / distance, room_i, room_j});
    alpha_[i] = step < room_i ? alpha_[i] + signs_[i] * step : signs_[i] > 0 ? bound(i) : 0;
    alpha_[j] = step < room_j ? alpha_[j] - signs_[j] * step : signs_[j] > 0 ? 0 : bound(j);
    bar(i);
    bar(j);
    const Extreme next = move_errors(errors_.data(), row_i, gram_.row(j), static_cast<float>(step),
                                     up_bar_.data(), gram_.stride);
    violation = {.largest = next.value, .index = next.index};
    return true;
}

// One step for all graphs between their bounds. Returns whether a bound cut it short.
bool PairSolver::step_free() {
    std::vector<std::uint32_t> free;
    std::vector<double> errors;
    for (std::uint32_t j = 0; j < gram_.size; ++j)
        if (up_bar_[j] == 0 && low_bar_[j] == 0) {
            free.push_back(j);
            errors.push_back(signs_[j] - sums_[j]);
        }
    if (free.size() < 2 || free.size() > kMostFree) return false;
    const FreeStep step = solve_free(gram_, free, errors);
    if (step.length == 0) return false;

    double length = step.length;
    std::size_t first_at_bound = free.size();
    for (std::size_t f = 0; f < free.size(); ++f) {
        const double speed = signs_[free[f]] * step.direction[f];
        const double room = speed > 0 ? bound(free[f]) - alpha_[free[f]] : alpha_[free[f]];
        if (std::abs(speed) * length <= room) continue;
        length = room / std::abs(speed);
        first_at_bound = f;
    }
    for (std::size_t f = 0; f < free.size(); ++f) {
        const std::uint32_t j = free[f];
        const double speed = signs_[j] * step.direction[f];
        alpha_[j] = f == first_at_bound ? (speed > 0 ? bound(j) : 0)
                                        : std::clamp(alpha_[j] + length * speed, 0.0, bound(j));
        bar(j);
    }
    refresh_errors();
    return first_at_bound < free.size();
}

// As many moves of pairs as take the time of a step for all free graphs.
std::size_t PairSolver::steps_before_free() const {
    std::size_t num_free = 0;
    for (std::uint32_t j = 0; j < gram_.size; ++j) num_free += up_bar_[j] == 0 && low_bar_[j] == 0;
    return std::max(kStepsBetweenChecks, num_free * num_free * num_free / (6 * gram_.stride));
}

void PairSolver::move_free() {
    for (int steps = 0; steps < kMostFreeSteps && step_free();) ++steps;
}

// As libsvm: the mean error of the graphs on the margin, or the middle of what is possible.
void PairSolver::set_offset() {
    double sum = 0, highest = -kBarred, lowest = kBarred;
    int num_free = 0;
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        const double error = signs_[j] - sums_[j];
        if (up_bar_[j] == 0 && low_bar_[j] == 0) {
            sum += error;
            ++num_free;
        }
        if (up_bar_[j] == 0) highest = std::max(highest, error);
        if (low_bar_[j] == 0) lowest = std::min(lowest, error);
    }
    offset_ = num_free > 0 ? sum / num_free : (highest + lowest) / 2;
}

// Whether primal and dual objective, between which the best lies, are close to each other.
bool PairSolver::is_within_gap() {
    if (precision_.gap == 0) return false;
    set_offset();
    double linear = 0, quadratic = 0, loss = 0;
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        linear += alpha_[j];
        quadratic += coefficient_[j] * sums_[j];
        loss += bound(j) * std::max(0.0, 1 - signs_[j] * (sums_[j] + offset_));
    }
    const double primal = quadratic / 2 + loss, dual = linear - quadratic / 2;
    return primal - dual <= precision_.gap * primal;
}

void PairSolver::solve(double C) {
    assert(C >= C_);
    if (C_ > 0) scale_to(C);
    C_ = C;
    C_positive_ = C * cost_positive_;
    C_negative_ = C * cost_negative_;
    for (std::uint32_t j = 0; j < gram_.size; ++j) bar(j);
    bool is_reached = false;
    for (int check = 0; check < kMaxChecks; ++check) {
        throw_if_interrupted();
        refresh_errors();
        if (check > 0 && is_within_gap()) break;
        if (check > 0 && !is_reached) move_free();
        Violation violation = worst();
        const std::size_t most_steps = steps_before_free();
        std::size_t steps = 0;
        while (steps < most_steps && reduce(violation)) ++steps;
        if (steps == 0) break;
        is_reached = steps < most_steps;
    }
    set_offset();
}

}  // namespace dhgak
