// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace dhgak {

// The least cost of moving `supplies` to `demands`, which are positive and have the same sum, where
// moving one unit from supply s to demand d costs costs[s * demands.size() + d], finite and >= 0.
//
// Solved by the network simplex method in integers, so that it always ends: costs are rounded to
// 2^-40 of the largest one to find the plan, whose cost is then added up in full precision. Takes
// about 60 bytes for each of the supplies.size() * demands.size() ways.
// Throws Error if there are 2^31 ways or more.
double transport_cost(std::span<const std::int64_t> supplies, std::span<const std::int64_t> demands,
                      std::span<const double> costs);

}  // namespace dhgak
