// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace dhgak {

// Which dataset NAME of the files `names` (with folders before them, in a zip) is meant: the one
// called `preferred`, or else the only one with a NAME_A.txt. Returns the name with its folder.
// Throws InputError, naming `place`, if there is none or no telling.
std::string choose_prefix(const std::string& place, const std::string& preferred,
                          const std::vector<std::string>& names);

}  // namespace dhgak
