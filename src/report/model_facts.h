// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/run/model.h"
#include "run/render/json.h"

namespace dhgak {

// What a model is, what it learned from, and how often it is right about the graphs of the dataset
// whose class is known. What is unusual about the graphs for this model goes to the notes.
Json model_facts(const Model& model, const std::optional<Dataset>& data,
                 std::vector<std::string>& notes);

}  // namespace dhgak
