// SPDX-License-Identifier: MIT
#include "slice/centrality/perron.h"

#include <algorithm>
#include <cmath>

#include "dhgak/core/interrupt.h"
#include "slice/centrality/envelope.h"

namespace dhgak {
namespace {

// Spread of the Collatz-Wielandt ratios at which a vector counts as converged.
constexpr double kTolerance = 1e-14;
// Smaller entries of a first guess lie outside the core of the component.
constexpr double kCore = 0.1;
constexpr std::size_t kFewPowerSteps = 6;
constexpr std::size_t kManyPowerSteps = 10000;
// Relative distance of the shift from the upper bound, and the contraction that is worth a step.
constexpr double kWidestMargin = 1e-2;
constexpr double kNarrowestMargin = 1e-15;
constexpr double kGoodRate = 0.25;

// The bounds min and max of (A x)_i / x_i, between which the dominant eigenvalue lies.
struct Bounds {
    double lower = 0;
    double upper = 0;

    bool tight() const { return upper - lower <= kTolerance * upper; }
    bool useful() const { return upper - lower <= 1e-9 * upper; }
    bool nearly_tight() const { return upper - lower <= 100 * kTolerance * upper; }
};

Bounds multiply(const Component& component, const std::vector<double>& x, std::vector<double>& ax) {
    Bounds bounds = {.lower = INFINITY, .upper = 0};
    for (std::size_t v = 0; v < component.size(); ++v) {
        double sum = 0;
        for (const std::uint32_t u : component.neighbors_of(v)) sum += x[u];
        ax[v] = sum;
        if (x[v] < kTiny) continue;
        bounds.lower = std::min(bounds.lower, sum / x[v]);
        bounds.upper = std::max(bounds.upper, sum / x[v]);
    }
    return bounds;
}

void scale_to_one(std::vector<double>& x) {
    const double largest = *std::max_element(x.begin(), x.end());
    for (double& value : x) value /= largest;
}

// Inverse iteration with a shift just above the eigenvalue, whose upper bound falls with the vector
// (Noda's iteration). The shifted matrix is a positive definite M-matrix, so nothing cancels in a
// solution and every entry is accurate in relative terms.
//
// The margin between bound and shift is as wide as convergence allows. Two like halves of a graph
// that hardly touch have nearly equal eigenvalues; what keeps their values alike is that we start
// from equal ones, and a shift much closer than needed would blow up rounding errors until the
// halves differ.
void iterate_inversely(const Component& component, Bounds bounds, std::vector<double>& x,
                       std::vector<double>& ax) {
    EnvelopeFactor factor(component);
    // Values far from the core start many orders too large, and each step takes only some of them
    // off. Without them on the right-hand side the first solution has them right almost at once.
    if (bounds.lower < bounds.upper / 2)
        for (double& value : x) value = value < kCore ? 0 : value;
    for (double margin = kWidestMargin; margin > kNarrowestMargin && !bounds.tight();) {
        throw_if_interrupted();
        const double shift = bounds.upper * (1 + margin);
        if (!factor.factorise(shift)) return;  // the bound is exact but for rounding
        bool contracts = false;
        while (!bounds.tight()) {
            factor.solve(x);
            scale_to_one(x);
            const Bounds next = multiply(component, x, ax);
            const double rate = (next.upper - next.lower) / (bounds.upper - bounds.lower);
            bounds = next;
            if (rate < kGoodRate) {
                contracts = true;
                continue;
            }
            if (contracts && bounds.nearly_tight()) return;  // as far as rounding lets it
            break;
        }
        if (shift < bounds.upper * (1 + 2 * margin)) margin /= 16;
    }
}

}  // namespace

PerronVector perron_vector(const Component& component, std::size_t largest_envelope) {
    std::vector<double> x(component.size(), 1.0);
    if (component.size() <= 2) return {x};
    std::vector<double> ax(component.size());
    Bounds bounds = multiply(component, x, ax);

    // Power steps are cheap but may need very many, inverse steps are few but dear: spend on the
    // former what one of the latter costs, then change over.
    const EnvelopeCost cost = envelope_cost(component);
    const bool can_factorise = cost.entries <= largest_envelope;
    const std::size_t max_steps =
        can_factorise ? std::clamp(cost.products / (component.neighbors.size() + component.size()),
                                   kFewPowerSteps, kManyPowerSteps)
                      : kManyPowerSteps;
    for (std::size_t step = 0; step < max_steps && !bounds.tight(); ++step) {
        // A + I, since A of a bipartite graph has -lambda as an eigenvalue too.
        for (std::size_t v = 0; v < x.size(); ++v) x[v] += ax[v];
        scale_to_one(x);
        bounds = multiply(component, x, ax);
        if (step % 64 == 63) throw_if_interrupted();
    }
    if (can_factorise) iterate_inversely(component, bounds, x, ax);
    return {x, can_factorise || bounds.useful()};
}

}  // namespace dhgak
