// SPDX-License-Identifier: MIT
#pragma once

#include "align/lloyd_backend.h"

namespace dhgak {

// Lloyd's algorithm on a GPU through LibTorch, which is loaded when it is first asked for.
const LloydBackend& gpu_lloyd();

}  // namespace dhgak
