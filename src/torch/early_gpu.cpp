// SPDX-License-Identifier: MIT
#include "torch/early_gpu.h"

#include <dlfcn.h>

#include <future>

namespace dhgak {
namespace {

// The context that all of CUDA shares by default stays until the program ends.
void start_driver() {
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY);
    if (!driver) return;
    using Init = int (*)(unsigned);
    using RetainContext = int (*)(void**, int);
    const auto init = reinterpret_cast<Init>(dlsym(driver, "cuInit"));
    const auto retain = reinterpret_cast<RetainContext>(dlsym(driver, "cuDevicePrimaryCtxRetain"));
    void* context = nullptr;
    if (init && retain && init(0) == 0) retain(&context, 0);
}

}  // namespace

void start_gpu_early() {
    static const std::future<void> starting = std::async(std::launch::async, start_driver);
}

}  // namespace dhgak
