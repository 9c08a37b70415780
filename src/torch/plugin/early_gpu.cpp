// SPDX-License-Identifier: MIT
#include "torch/plugin/early_gpu.h"

#include <dlfcn.h>

#include <future>

namespace dhgak {
namespace {

using Init = int (*)(unsigned);
using RetainContext = int (*)(void**, int);

std::future<void> start_driver() {
    // Not on the new thread: libraries load one at a time, and the driver brings more of them
    // along, so that it would wait there for all of LibTorch.
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY);
    if (!driver) return {};
    const auto init = reinterpret_cast<Init>(dlsym(driver, "cuInit"));
    const auto retain = reinterpret_cast<RetainContext>(dlsym(driver, "cuDevicePrimaryCtxRetain"));
    if (!init || !retain || init(0) != 0) return {};
    return std::async(std::launch::async, [retain] {
        // The context that all of CUDA shares by default stays until the program ends.
        void* context = nullptr;
        retain(&context, 0);
    });
}

}  // namespace

void start_gpu_early() { static const std::future<void> starting = start_driver(); }

}  // namespace dhgak
