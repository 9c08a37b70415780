// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/slice/slices.h"

namespace dhgak {

// The label counts of all slices of one hop, each distinct bag once.
//
// Sums over a slice need its bag only, and equal bags are equal points.
struct HopBags {
    std::vector<std::uint32_t> bag_of_node;   // by node of the dataset
    std::vector<std::size_t> offsets = {0};   // bag i owns entries [offsets[i], offsets[i + 1])
    std::vector<std::uint32_t> labels;        // ascending inside a bag
    std::vector<std::uint32_t> counts;        // how often that label occurs in the slice
    std::vector<std::uint32_t> multiplicity;  // by bag: how many nodes have it

    std::size_t num_bags() const { return offsets.size() - 1; }
};

// The bags of every hop 0..H. Bags are numbered by first occurrence in node order, so the result
// does not depend on the number of threads.
std::vector<HopBags> bag_slices(const Slices& slices);

}  // namespace dhgak
