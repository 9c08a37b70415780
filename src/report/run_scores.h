// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "io/json_value.h"
#include "run/render/json.h"

namespace dhgak {

// The datasets of a comparison without what was said of each single graph, which is most of its
// file and no part of the page.
Json without_predictions(Json datasets);

// The size of a test fold over that of its training fold, on average, which intervals need. None
// where a run has fewer than two folds, or does not say how many graphs it tested and learned from.
std::optional<double> test_per_train(const JsonValue& run);

// 95 %, of the mean AUROC over the folds of a run; null where some fold has none, or there are
// fewer than two.
Json auroc_interval(const JsonValue& run);

}  // namespace dhgak
