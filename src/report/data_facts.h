// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/graph/dataset.h"
#include "run/render/json.h"

namespace dhgak {

// How a dataset is made up: its audit, and how sizes, degrees, labels and classes are distributed,
// by class where classes are known. At most `most_labels` labels have a bar of their own.
Json data_facts(const Dataset& dataset, std::size_t most_labels);

}  // namespace dhgak
