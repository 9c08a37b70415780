// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace dhgak {

// Machines that tell one class from one other come in the order of pairs (0, 1), (0, 2), ...,
// (1, 2), ...; a value that is not negative speaks for the second of the pair.
inline std::size_t count_pairs(std::size_t num_classes) {
    return num_classes * (num_classes - 1) / 2;
}

// Calls body(machine, a, b) for each pair of classes.
template <typename Body>
void for_pairs(std::size_t num_classes, const Body& body) {
    std::size_t machine = 0;
    for (std::size_t a = 0; a < num_classes; ++a)
        for (std::size_t b = a + 1; b < num_classes; ++b) body(machine++, a, b);
}

// How many machines speak for each class.
inline std::vector<double> count_votes(std::span<const double> values, std::size_t num_classes) {
    std::vector<double> votes(num_classes);
    for_pairs(num_classes, [&](std::size_t machine, std::size_t a, std::size_t b) {
        votes[values[machine] < 0 ? a : b] += 1;
    });
    return votes;
}

// The first of those for which most speak.
inline std::size_t winner_of_pairs(std::span<const double> values, std::size_t num_classes) {
    const std::vector<double> votes = count_votes(values, num_classes);
    return static_cast<std::size_t>(std::ranges::max_element(votes) - votes.begin());
}

}  // namespace dhgak
