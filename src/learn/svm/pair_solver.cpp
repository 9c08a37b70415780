// SPDX-License-Identifier: MIT
#include "learn/svm/pair_solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "dhgak/core/interrupt.h"
#include "learn/svm/free_step.h"
#include "learn/svm/pair_scan.h"
#include "learn/svm/pair_work.h"

namespace dhgak {
namespace {

constexpr std::size_t kStepsBetweenChecks = 4096, kStepsWithoutFree = 16384;
constexpr int kMostFreeSteps = 5;

// Solved for at once. Kernels of low rank have few free graphs, and their pairs move slowly; where
// there are many, a bound cuts each such step short and moving pairs gains more in its time.
constexpr std::size_t kMostFree = 200;

constexpr std::size_t kFewBounded = 4;  // free ones for each

constexpr double kBoundless = std::numeric_limits<double>::infinity();

std::vector<std::uint32_t> members_of(std::span<const std::int8_t> signs) {
    std::vector<std::uint32_t> members;
    for (std::uint32_t graph = 0; graph < signs.size(); ++graph)
        if (signs[graph] != 0) members.push_back(graph);
    return members;
}

}  // namespace

std::vector<std::int8_t> pair_signs(std::span<const std::size_t> train,
                                    std::span<const std::uint32_t> classes, std::uint32_t positive,
                                    std::uint32_t negative) {
    std::vector<std::int8_t> signs(classes.size());
    for (const std::size_t graph : train)
        signs[graph] =
            static_cast<std::int8_t>((classes[graph] == positive) - (classes[graph] == negative));
    return signs;
}

PairSolver::PairSolver(const FloatGram& gram, std::span<const std::int8_t> signs,
                       double cost_positive, double cost_negative, PairPrecision precision)
    : whole_(gram),
      members_(members_of(signs)),
      gram_(gram, members_),
      precision_(precision),
      coefficient_(gram_.size),
      sums_(gram_.stride) {
    assert(signs.size() == gram.size);
    state_.bounds.resize(gram_.size);
    state_.alpha.resize(gram_.size);
    state_.errors.resize(gram_.stride);
    for (const std::uint32_t graph : members_) {
        state_.signs.push_back(signs[graph]);
        costs_.push_back(signs[graph] > 0 ? cost_positive : cost_negative);
    }
}

std::vector<double> PairSolver::decisions(std::span<const std::size_t> graphs) const {
    std::vector<double> by_graph(whole_.stride);
    for (std::size_t j = 0; j < gram_.size; ++j) by_graph[members_[j]] = coefficient_[j];
    std::vector<double> decisions;
    for (const std::size_t graph : graphs)
        decisions.push_back(inner_product(by_graph.data(), whole_.row(graph), whole_.stride) +
                            offset_);
    return decisions;
}

// Single precision drifts; where it says that the optimum is reached, double precision checks.
void PairSolver::refresh_errors() {
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        const double change = state_.signs[j] * state_.alpha[j] - coefficient_[j];
        if (change == 0) continue;
        add_multiple(sums_.data(), gram_.row(j), change, gram_.stride);
        coefficient_[j] += change;
    }
    // Only differences count: without the offset, which may be large, floats are fine enough.
    set_offset();
    for (std::size_t k = 0; k < gram_.size; ++k)
        state_.errors[k] = static_cast<float>(error(k) - offset_);
}

// The dual objective of s * alpha is s * sum(alpha) - s^2 / 2 * alpha' Q alpha. While most graphs
// are at their bound, the best s keeps them there. Where few are, like graphs that look the same
// and are of different classes, a larger C concerns these alone: scaling would only disturb the
// others.
void PairSolver::scale_to(double C) {
    double linear = 0, quadratic = 0;
    std::size_t num_free = 0, num_bounded = 0;
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        linear += state_.alpha[j];
        quadratic += coefficient_[j] * sums_[j];
        num_free += state_.is_free(j);
        num_bounded += state_.alpha[j] == state_.bounds[j];
    }
    if (kFewBounded * num_bounded < num_free) return;
    const double most = C / C_;
    const double scale = quadratic * most <= linear ? most : std::max(linear / quadratic, 1.0);
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        double& alpha = state_.alpha[j];
        const double next = C * costs_[j];
        const bool stays_at_bound = scale == most && alpha == state_.bounds[j];
        alpha = stays_at_bound ? next : std::min(alpha * scale, next);
        coefficient_[j] *= scale;
    }
    for (double& sum : sums_) sum *= scale;
}

// One step for all graphs between their bounds. Returns whether a bound cut it short.
bool PairSolver::step_free() {
    std::vector<std::uint32_t> free;
    std::vector<double> errors;
    for (std::uint32_t j = 0; j < gram_.size; ++j)
        if (state_.is_free(j)) {
            free.push_back(j);
            errors.push_back(error(j));
        }
    if (free.size() < 2 || free.size() > kMostFree) return false;
    const FreeStep step = solve_free(gram_, free, errors);
    if (step.length == 0) return false;

    double length = step.length;
    std::size_t first_at_bound = free.size();
    for (std::size_t f = 0; f < free.size(); ++f) {
        const double alpha = state_.alpha[free[f]], bound = state_.bounds[free[f]];
        const double speed = state_.signs[free[f]] * step.direction[f];
        const double room = speed > 0 ? bound - alpha : alpha;
        if (std::abs(speed) * length <= room) continue;
        length = room / std::abs(speed);
        first_at_bound = f;
    }
    for (std::size_t f = 0; f < free.size(); ++f) {
        double& alpha = state_.alpha[free[f]];
        const double bound = state_.bounds[free[f]];
        const double speed = state_.signs[free[f]] * step.direction[f];
        alpha = f == first_at_bound ? (speed > 0 ? bound : 0)
                                    : std::clamp(alpha + length * speed, 0.0, bound);
    }
    refresh_errors();
    return first_at_bound < free.size();
}

// As many moves of pairs as take the time of a step for all free graphs, where there will be one.
std::size_t PairSolver::steps_before_free() const {
    std::size_t num_free = 0;
    for (std::uint32_t j = 0; j < gram_.size; ++j) num_free += state_.is_free(j);
    if (num_free > kMostFree) return kStepsWithoutFree;
    return std::max(kStepsBetweenChecks, num_free * num_free * num_free / (6 * gram_.stride));
}

void PairSolver::move_free() {
    for (int steps = 0; steps < kMostFreeSteps && step_free();) ++steps;
}

// As libsvm: the mean error of the graphs on the margin, or the middle of what is possible.
void PairSolver::set_offset() {
    double sum = 0, highest = -kBoundless, lowest = kBoundless;
    int num_free = 0;
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        if (state_.is_free(j)) {
            sum += error(j);
            ++num_free;
        }
        if (state_.may_rise(j)) highest = std::max(highest, error(j));
        if (state_.may_fall(j)) lowest = std::min(lowest, error(j));
    }
    offset_ = num_free > 0 ? sum / num_free : (highest + lowest) / 2;
}

// Whether primal and dual objective, between which the best lies, are close to each other.
bool PairSolver::is_within_gap() {
    if (precision_.gap == 0) return false;
    double linear = 0, quadratic = 0, loss = 0;
    for (std::uint32_t j = 0; j < gram_.size; ++j) {
        linear += state_.alpha[j];
        quadratic += coefficient_[j] * sums_[j];
        loss += state_.bounds[j] * std::max(0.0, 1 - state_.signs[j] * (sums_[j] + offset_));
    }
    const double primal = quadratic / 2 + loss, dual = linear - quadratic / 2;
    return primal - dual <= precision_.gap * primal;
}

bool PairSolver::solve(double C) {
    assert(C >= C_);
    if (C_ > 0) scale_to(C);
    C_ = C;
    for (std::uint32_t j = 0; j < gram_.size; ++j) state_.bounds[j] = C * costs_[j];
    bool is_reached = true;
    for (std::size_t all_steps = 0; all_steps < precision_.most_moves;) {
        throw_if_interrupted();
        refresh_errors();
        if (all_steps > 0 && is_within_gap()) return true;
        if (!is_reached) move_free();
        const std::size_t most_steps = steps_before_free();
        const std::size_t steps =
            PairWork(gram_, state_).move_pairs(most_steps, precision_.tolerance);
        if (steps == 0) return true;
        is_reached = steps < most_steps;
        all_steps += std::max(steps, kStepsBetweenChecks);
    }
    refresh_errors();
    return false;
}

}  // namespace dhgak
