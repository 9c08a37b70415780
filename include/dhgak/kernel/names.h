// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dhgak/core/spec.h"
#include "dhgak/slice/slices.h"

namespace dhgak {

// Options as the command line spells them.
std::string name_of(ShortHops value);
std::string name_of(FirstSlice value);

// `kmeans:init=random,dbscan`, the text that Spec::parse_list reads.
std::string text_of(const std::vector<Spec>& specs);

// The double with the fewest digits that still is this float: 0.6 rather than 0.6000000238.
double shortest(float value);

}  // namespace dhgak
