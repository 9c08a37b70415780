// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Throws InputError if the classes look like measured values: many numbers, most of them once.
void require_classes_not_values(const std::string& place, const std::string& column,
                                const Dataset& dataset);

}  // namespace dhgak
