// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// Starts the driver, if there is one, and begins to make the first GPU's context on a thread of its
// own. That takes half as long as loading LibTorch, which would do it afterwards. Nothing is said
// if it fails: LibTorch will.
void start_gpu_early();

}  // namespace dhgak
