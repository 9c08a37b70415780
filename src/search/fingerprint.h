// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Sixteen hexadecimal digits that differ where graphs, labels, attributes or classes do, whatever
// the dataset is called.
std::string fingerprint(const Dataset& dataset);

}  // namespace dhgak
