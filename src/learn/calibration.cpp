// SPDX-License-Identifier: MIT
#include "learn/calibration.h"

#include <algorithm>
#include <numeric>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/learn/folds.h"
#include "learn/class_pairs.h"
#include "learn/grouped_folds.h"

namespace dhgak {
namespace {

constexpr double kLeastChance = 1e-7;  // of a pair, as libsvm has it

// The class a machine is positive for, and the one it is negative for; none: the rest.
struct Sides {
    std::uint32_t positive = 0;
    std::uint32_t negative = kUnknownClass;
};

std::vector<Sides> sides_of(const Machines& machines) {
    std::vector<Sides> sides;
    const std::vector<std::uint32_t>& classes = machines.classes;
    if (machines.scheme == Machines::Scheme::rest && classes.size() > 2) {
        for (const std::uint32_t c : classes) sides.push_back({.positive = c});
        return sides;
    }
    for_pairs(classes.size(), [&](std::size_t, std::size_t a, std::size_t b) {
        sides.push_back({.positive = classes[b], .negative = classes[a]});
    });
    return sides;
}

struct HeldOut {
    std::vector<std::vector<double>> values;  // by machine
    std::vector<std::vector<bool>> is_positive;
};

// An inner fold may lack classes, so that its machines are some of all.
HeldOut hold_out(std::span<const Sides> sides, const Machines& part,
                 std::span<const std::size_t> test, std::span<const std::uint32_t> classes,
                 const MachineValues& evaluate) {
    HeldOut result = {.values = std::vector<std::vector<double>>(sides.size()),
                      .is_positive = std::vector<std::vector<bool>>(sides.size())};
    const std::vector<Sides> part_sides = sides_of(part);
    const std::vector<double> all_values = evaluate(part, test);
    for (std::size_t t = 0; t < test.size(); ++t) {
        const double* values = all_values.data() + t * part.num_machines();
        for (std::size_t p = 0; p < part_sides.size(); ++p) {
            const auto at = std::ranges::find_if(sides, [&](const Sides& s) {
                return s.positive == part_sides[p].positive && s.negative == part_sides[p].negative;
            });
            const std::uint32_t c = classes[test[t]];
            const bool counts = at != sides.end() && (c == at->positive || c == at->negative ||
                                                      at->negative == kUnknownClass);
            if (!counts) continue;
            const auto m = static_cast<std::size_t>(at - sides.begin());
            result.values[m].push_back(values[p]);
            result.is_positive[m].push_back(c == at->positive);
        }
    }
    return result;
}

}  // namespace

std::vector<Sigmoid> calibrate(
    const Machines& machines, std::span<const std::size_t> train,
    std::span<const std::uint32_t> classes, const TrainOptions& options,
    const std::function<Machines(std::span<const std::size_t>)>& train_part,
    const MachineValues& evaluate) {
    if (options.inner_folds < 2) throw ConfigError("probabilities need at least 2 inner folds");
    const std::vector<std::uint32_t> folds =
        inner_folds_of(train, classes, options.group_of_graph, options.inner_folds, options.seed);
    const std::size_t num_folds = std::ranges::max(folds) + std::size_t{1};
    const std::vector<Sides> sides = sides_of(machines);
    std::vector<HeldOut> parts(num_folds);
    parallel_for(num_folds, [&](std::size_t f) {
        const Split split = renumbered(split_at(folds, static_cast<std::uint32_t>(f)), train);
        parts[f] = hold_out(sides, train_part(split.train), split.test, classes, evaluate);
    });

    std::vector<Sigmoid> sigmoids(sides.size());
    parallel_for(sides.size(), [&](std::size_t m) {
        std::vector<double> values;
        std::vector<bool> is_positive;
        for (const HeldOut& part : parts) {
            values.insert(values.end(), part.values[m].begin(), part.values[m].end());
            is_positive.insert(is_positive.end(), part.is_positive[m].begin(),
                               part.is_positive[m].end());
        }
        sigmoids[m] = fit_sigmoid(values, is_positive);
    });
    return sigmoids;
}

std::vector<double> probabilities(const Machines& machines, std::span<const Sigmoid> sigmoids,
                                  std::span<const double> values) {
    const std::size_t size = machines.classes.size();
    if (size == 2) {
        const double second = sigmoids[0](values[0]);
        return {1 - second, second};
    }
    std::vector<double> chances;
    for (std::size_t m = 0; m < values.size(); ++m) chances.push_back(sigmoids[m](values[m]));
    if (machines.scheme == Machines::Scheme::rest) {
        const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
        for (double& chance : chances)
            chance = sum > 0 ? chance / sum : 1 / static_cast<double>(size);
        return chances;
    }
    std::vector<double> wins(size * size);
    for_pairs(size, [&](std::size_t machine, std::size_t a, std::size_t b) {
        const double second = std::clamp(chances[machine], kLeastChance, 1 - kLeastChance);
        wins[b * size + a] = second;
        wins[a * size + b] = 1 - second;
    });
    return couple(wins, size);
}

}  // namespace dhgak
