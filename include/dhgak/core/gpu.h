// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// Whether LibTorch is there and sees a GPU. The first call loads LibTorch, about half a second.
bool gpu_is_available();

}  // namespace dhgak
