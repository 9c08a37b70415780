// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Node attributes are kept to seven digits. Warns of columns, like times in seconds, whose values
// are so large beside their differences that most of these are lost.
void warn_of_lost_digits(const Dataset& dataset);

}  // namespace dhgak
