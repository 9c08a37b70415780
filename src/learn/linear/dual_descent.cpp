// SPDX-License-Identifier: MIT
#include "learn/linear/dual_descent.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "dhgak/core/interrupt.h"

namespace dhgak {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kPassesPerGap = 8;  // the gap costs most of a pass

}  // namespace

DualDescent::DualDescent(const LinearRows& rows, std::span<const double> costs)
    : rows_(rows), weights_(rows.num_columns()), random_(0) {
    assert(costs.size() == rows.num_graphs());
    std::vector<std::uint32_t> variable_of_row(rows.num_rows(), ~std::uint32_t{0});
    for (std::size_t g = 0; g < costs.size(); ++g) {
        if (costs[g] == 0) continue;
        std::uint32_t& v = variable_of_row[rows.row_of(g)];
        if (v == ~std::uint32_t{0}) {
            v = static_cast<std::uint32_t>(variables_.size());
            variables_.push_back({.row = rows.row_of(g)});
        }
        (costs[g] > 0 ? variables_[v].cost_positive : variables_[v].cost_negative) +=
            std::abs(costs[g]);
    }
}

// Where C grows by `ratio`, the dual objective along s * values is s * linear - s^2 / 2 * |w|^2 and
// a constant. While most graphs are at their bound, the best s keeps them there.
double DualDescent::best_scale(double ratio) const {
    double linear = 0, quadratic = 0;
    for (const Variable& v : variables_)
        linear += v.value == v.kink ? std::abs(v.value) : v.value < v.kink ? v.value : -v.value;
    for (const float w : weights_) quadratic += double{w} * w;
    if (quadratic * ratio <= linear) return ratio;
    return std::max(linear / quadratic, 1.0);
}

// Moves what is at a bound or a kink with it.
void DualDescent::set_bounds(double C) {
    assert(C >= C_);
    const double ratio = C_ > 0 ? C / C_ : 1;
    const double scale = ratio > 1 ? best_scale(ratio) : 1;
    for (Variable& v : variables_) {
        const Variable old = v;
        v.low = -v.cost_negative * C;
        v.high = v.cost_positive * C;
        v.kink = v.low + v.high;
        v.value = scale == ratio && old.value == old.kink
                      ? v.kink
                      : std::clamp(old.value * scale, v.low, v.high);
    }
    C_ = C;
    // Anew for every C, so that rounding errors do not add up.
    std::ranges::fill(weights_, 0.0F);
    for (const Variable& v : variables_)
        if (v.value != 0) rows_.add(v.row, v.value, weights_.data());
}

// Solves for one variable, the others held.
DualDescent::Finding DualDescent::improve(Variable& v) {
    // The objective that is minimised, |w|^2 / 2 - sum of parts, has slopes to both sides.
    const double product = rows_.dot(v.row, weights_.data());
    const double slope_up = v.value < v.high ? product - (v.value < v.kink ? 1 : -1) : kInfinity;
    const double slope_down = v.value > v.low ? (v.value <= v.kink ? 1 : -1) - product : kInfinity;
    const double steepest = std::min(slope_up, slope_down);
    if (steepest >= 0) return {.violation = 0, .slack = steepest};

    const double square = rows_.square(v.row);
    const double below = v.value + (1 - product) / square, above = v.value - (1 + product) / square;
    const double target = std::clamp(below <= v.kink   ? below
                                     : above >= v.kink ? above
                                                       : v.kink,
                                     v.low, v.high);
    rows_.add(v.row, target - v.value, weights_.data());
    v.value = target;
    return {.violation = -steepest, .slack = 0};
}

double DualDescent::gap() const {
    double hinges = 0, parts = 0, square = 0;
    for (const Variable& v : variables_) {
        const double product = rows_.dot(v.row, weights_.data());
        hinges += v.high * std::max(0.0, 1 - product) - v.low * std::max(0.0, 1 + product);
        parts += v.kink - std::abs(v.value - v.kink) - 2 * v.low;
    }
    for (const float w : weights_) square += double{w} * w;
    const double primal = square / 2 + hinges, dual = parts - square / 2;
    return primal > 0 ? (primal - dual) / primal : 0;
}

bool DualDescent::solve(double C, PassPrecision precision) {
    set_bounds(C);
    std::vector<std::uint32_t> order(variables_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::size_t num_active = order.size();
    double rest_above = kInfinity;  // a variable held at its corner by more than this rests
    for (std::size_t pass = 0; pass < precision.most_passes; ++pass) {
        throw_if_interrupted();
        ++num_passes_;
        double worst = 0;
        const bool sees_all = num_active == order.size();
        for (std::size_t i = 0; i < num_active; ++i) {
            std::swap(order[i], order[i + random_.below(num_active - i)]);
            const Finding finding = improve(variables_[order[i]]);
            worst = std::max(worst, finding.violation);
            if (finding.slack > rest_above) std::swap(order[i--], order[--num_active]);
        }
        if (worst <= precision.tolerance) {
            if (sees_all) return true;
            num_active = order.size();
            rest_above = kInfinity;
        } else {
            rest_above = worst;
            if (precision.gap > 0 && pass % kPassesPerGap == kPassesPerGap - 1 &&
                gap() <= precision.gap)
                return true;
        }
    }
    return false;
}

}  // namespace dhgak
