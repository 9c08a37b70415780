// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dhgak {

// Leaves only the names that `labels` use, in their order, and renumbers the labels.
void drop_unused(std::vector<std::uint32_t>& labels, std::vector<std::string>& names);

}  // namespace dhgak
