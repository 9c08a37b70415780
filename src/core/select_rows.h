// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dhgak/core/matrix.h"

namespace dhgak {

// The rows of `matrix` that `rows` names, in that order.
Matrix select_rows(const Matrix& matrix, std::span<const std::uint32_t> rows);

}  // namespace dhgak
