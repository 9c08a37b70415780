// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dhgak/learn/outer_folds.h"
#include "io/json_value.h"
#include "run/render/json.h"

namespace dhgak {

// What was predicted in a fold, as journals keep it.
Json fold_line(const FoldResult& result);

// The result again. Throws InputError if the fields are not what a run that chose one of the
// values of `C` can have written of this fold: journals are plain text that anybody may edit.
FoldResult read_fold(const JsonValue& fields, const OuterFold& fold, const Targets& targets,
                     std::span<const double> C);

}  // namespace dhgak
