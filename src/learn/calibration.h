// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dhgak/learn/learner.h"
#include "learn/machines.h"
#include "learn/platt.h"

namespace dhgak {

// The values of machines for some graphs, which ascend: [graph * num_machines() + machine].
using MachineValues =
    std::function<std::vector<double>(const Machines&, std::span<const std::size_t> graphs)>;

// A sigmoid for each machine, fitted to values of graphs that it was not trained on: machines
// trained without one inner fold are applied to it by `evaluate`. Inner folds run side by side.
std::vector<Sigmoid> calibrate(
    const Machines& machines, std::span<const std::size_t> train,
    std::span<const std::uint32_t> classes, const TrainOptions& options,
    const std::function<Machines(std::span<const std::size_t>)>& train_part,
    const MachineValues& evaluate);

// The probability of each class: pairs are coupled, chances against the rest normalised.
std::vector<double> probabilities(const Machines& machines, std::span<const Sigmoid> sigmoids,
                                  std::span<const double> values);

}  // namespace dhgak
