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
std::string name_of_edges(bool are_used);  // `use` or `off`

// Throw ConfigError, naming what is known, for another text.
ShortHops parse_short_hops(const std::string& text);
FirstSlice parse_first_slice(const std::string& text);
bool parse_edges(const std::string& text);

// `kmeans:init=random,dbscan`, the text that Spec::parse_list reads.
std::string text_of(const std::vector<Spec>& specs);

// The double with the fewest digits that still is this float: 0.6 rather than 0.6000000238.
double shortest(float value);

}  // namespace dhgak
