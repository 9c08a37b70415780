// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Logs one warning if graphs have no nodes: nothing can be compared with them.
void warn_about_empty_graphs(const Dataset& dataset);

}  // namespace dhgak
