// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dhgak {

// The order of the names of labels and classes, the same for every source.
//
// Numbers come first, by value: `-1`, `2`, `10`. A number is a whole number of 64 bits as it is
// usually written, without a plus and leading zeros. Rows of numbers such as `3,1`, which files
// with several columns of labels give, are compared column by column, and a row comes before the
// longer rows that begin with it. All other names are texts; they follow in the order of their
// bytes.
//
// Sorts `names`, of which no two may be equal, and returns the new place of each old one.
std::vector<std::uint32_t> sort_label_names(std::vector<std::string>& names);

}  // namespace dhgak
