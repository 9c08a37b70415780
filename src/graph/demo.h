// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// The embedded dataset: 200 molecule-like graphs, half of each class, the same everywhere.
//
// Each is a benzene ring that bears a carboxyl and an acetoxy group side by side (`ortho`, as in
// aspirin) or one place apart (`meta`, as in 3-acetoxybenzoic acid), and one to three more groups
// at random free places. No two are the same. Both classes draw these from the same distribution,
// so that counting atoms tells nothing: only the relative position of the two groups does.
//
// Node labels are elements in the order of their atomic numbers, edge labels bonds in the order of
// their strengths. Nodes are numbered at random. Another seed draws others, to test what was tuned
// on these.
inline constexpr std::uint64_t kDemoSeed = 1899;
Dataset make_demo_dataset(std::uint64_t seed = kDemoSeed);

// What a node of the demo dataset is: explanations can be judged by it.
enum class DemoPart : std::uint8_t {
    ring,    // the benzene ring that bears the two groups
    group,   // the carboxyl and the acetoxy group, whose relative position is the class
    others,  // further groups, alike in both classes
};

// By node of make_demo_dataset(seed).
std::vector<DemoPart> demo_parts(std::uint64_t seed = kDemoSeed);

}  // namespace dhgak
