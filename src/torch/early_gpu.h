// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// Starts the driver of the first GPU, if there is one, on a thread of its own and returns at once.
// It takes as long as loading LibTorch, which would start it afterwards. Nothing is said if it
// fails: LibTorch will.
void start_gpu_early();

}  // namespace dhgak
