// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dhgak/graph/new_graphs.h"
#include "dhgak/run/model.h"
#include "dhgak/run/report.h"

namespace dhgak::cli {

// What is inside a model, line by line.
std::string describe(const Model& model);

// Logs a warning for each thing that was unusual about new graphs.
void warn(const NewGraphNotes& notes);

}  // namespace dhgak::cli
