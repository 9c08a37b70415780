// SPDX-License-Identifier: MIT
#include "learn/platt.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/LU>

namespace dhgak {
namespace {

constexpr int kMostSteps = 100;
constexpr double kSmallestStep = 1e-10;
constexpr double kRidge = 1e-12;
constexpr double kFlat = 1e-5;  // gradient

// Minus the log of the likelihood of a target t at x, t x + log(1 + exp(-x)), without overflow.
double loss(double t, double x) {
    return x >= 0 ? t * x + std::log1p(std::exp(-x)) : (t - 1) * x + std::log1p(std::exp(x));
}

}  // namespace

double Sigmoid::operator()(double value) const {
    const double x = slope * value + shift;
    return x >= 0 ? std::exp(-x) / (1 + std::exp(-x)) : 1 / (1 + std::exp(x));
}

// Newton's method with step halving.
Sigmoid fit_sigmoid(std::span<const double> decisions, const std::vector<bool>& is_positive) {
    assert(decisions.size() == is_positive.size());
    const auto positives = static_cast<double>(std::ranges::count(is_positive, true));
    const double negatives = static_cast<double>(decisions.size()) - positives;
    std::vector<double> targets;
    targets.reserve(is_positive.size());
    for (const bool positive : is_positive)
        targets.push_back(positive ? (positives + 1) / (positives + 2) : 1 / (negatives + 2));
    const auto objective = [&](const Sigmoid& s) {
        double sum = 0;
        for (std::size_t i = 0; i < decisions.size(); ++i)
            sum += loss(targets[i], s.slope * decisions[i] + s.shift);
        return sum;
    };

    Sigmoid best = {.slope = 0, .shift = std::log((negatives + 1) / (positives + 1))};
    double least = objective(best);
    for (int step = 0; step < kMostSteps; ++step) {
        double h11 = kRidge, h22 = kRidge, h21 = 0, g1 = 0, g2 = 0;
        for (std::size_t i = 0; i < decisions.size(); ++i) {
            const double p = best(decisions[i]);
            const double curvature = p * (1 - p), slope = targets[i] - p;
            h11 += decisions[i] * decisions[i] * curvature;
            h21 += decisions[i] * curvature;
            h22 += curvature;
            g1 += decisions[i] * slope;
            g2 += slope;
        }
        if (std::abs(g1) < kFlat && std::abs(g2) < kFlat) break;
        const double determinant = h11 * h22 - h21 * h21;
        const Sigmoid way = {.slope = -(h22 * g1 - h21 * g2) / determinant,
                             .shift = -(h11 * g2 - h21 * g1) / determinant};
        const double descent = g1 * way.slope + g2 * way.shift;
        double length = 1;
        for (; length >= kSmallestStep; length /= 2) {
            const Sigmoid next = {.slope = best.slope + length * way.slope,
                                  .shift = best.shift + length * way.shift};
            const double value = objective(next);
            if (value < least + 1e-4 * length * descent) {
                best = next;
                least = value;
                break;
            }
        }
        if (length < kSmallestStep) break;
    }
    return best;
}

std::vector<double> couple(std::span<const double> wins, std::size_t size) {
    assert(wins.size() == size * size);
    // The minimum under sum(p) = 1: Q p + lambda = 0.
    const auto n = static_cast<Eigen::Index>(size);
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(n + 1, n + 1);
    for (Eigen::Index a = 0; a < n; ++a)
        for (Eigen::Index b = 0; b < n; ++b) {
            if (a == b) continue;
            const double ab = wins[static_cast<std::size_t>(a * n + b)];
            const double ba = wins[static_cast<std::size_t>(b * n + a)];
            system(a, a) += ba * ba;
            system(a, b) = -ba * ab;
        }
    system.row(n).head(n).setOnes();
    system.col(n).head(n).setOnes();
    const Eigen::VectorXd solution = system.fullPivLu().solve(Eigen::VectorXd::Unit(n + 1, n));
    std::vector<double> chances(size);
    double sum = 0;
    for (std::size_t c = 0; c < size; ++c) {
        chances[c] = std::max(solution(static_cast<Eigen::Index>(c)), 0.0);
        sum += chances[c];
    }
    for (double& chance : chances) chance /= sum;
    return chances;
}

}  // namespace dhgak
