// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dhgak {

// The names of labels or classes that several parts of a dataset use, each part with numbers of its
// own: those of the whole, in the order of label_order.h, and by part the new number of each old
// one. Lists that were merged before merge to the same names, in whatever groups and order: parts
// that were read apart, by threads or by machines, agree.
struct MergedNames {
    std::vector<std::string> names;
    std::vector<std::vector<std::uint32_t>> number_of;
};

MergedNames merge_names(std::span<const std::span<const std::string>> lists);

}  // namespace dhgak
