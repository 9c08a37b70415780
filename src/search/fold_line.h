// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dhgak/learn/outer_folds.h"
#include "run/render/json.h"

namespace dhgak {

// What was predicted in a fold, as journals keep it.
Json fold_line(const FoldResult& result);

// The result again. Throws std::exception of some kind if the fields are not those of this fold.
FoldResult read_fold(const Json& fields, const OuterFold& fold,
                     std::span<const std::uint32_t> classes);

}  // namespace dhgak
