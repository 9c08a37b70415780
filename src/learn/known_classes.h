// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// The classes of the training graphs, ascending. Throws InputError if there are none.
std::vector<std::uint32_t> classes_among(std::span<const std::size_t> train,
                                         std::span<const std::uint32_t> classes);

// The cost of a graph's slack, over C, by its class: 1, or n / (k n_c) if all classes are to count
// the same, for `n` known training graphs, `n_c` of them of the class. Classes without members have
// 0.
std::vector<double> class_costs(std::span<const std::size_t> train,
                                std::span<const std::uint32_t> classes, bool balance);

// Throws ConfigError unless C is finite and above 0.
void require_cost(double C);

// Which class one-against-the-rest machines choose: the first largest; of two classes the second
// unless the one decision value is negative; the only one if there is none.
std::size_t winner_of_rest(std::span<const double> decisions);

}  // namespace dhgak
