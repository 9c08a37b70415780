// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include <ATen/core/Tensor.h>

namespace dhgak {

// `auto` is the GPU where there is one. Throws ConfigError for `cuda` without one.
at::Device choose_device(const std::string& choice);

// `auto` is float32 on the CPU and bfloat16 on a GPU.
at::ScalarType choose_dtype(const std::string& choice, at::Device device);

// Makes a GPU ready for work, which takes a tenth of a second or more.
void wake(at::Device device, at::ScalarType dtype);

// The device's name and, where it is known, its peak in bfloat16, for messages.
struct DeviceInfo {
    std::string name;
    double peak_teraflops = 0;  // dense; 0: not known
};
DeviceInfo describe(at::Device device);

// Bytes of memory that the GPU has; 0 where that is not known.
std::size_t gpu_memory();

// Keeps LibTorch and its BLAS to the calling thread. Work is cut into pieces that run side by side
// on our own threads instead: no result then depends on their number, and it is faster.
void use_one_thread();

// While one lives, float32 products on a GPU may round their factors to 11 binary digits, which
// tensor cores multiply several times as fast.
class FastProducts {
public:
    FastProducts();
    ~FastProducts();
    FastProducts(const FastProducts&) = delete;
    FastProducts& operator=(const FastProducts&) = delete;
};

// While one lives, no other thread has FastProducts; waits for those that have. LibTorch knows one
// setting for all threads.
class ExactProducts {
public:
    ExactProducts();
    ~ExactProducts();
    ExactProducts(const ExactProducts&) = delete;
    ExactProducts& operator=(const ExactProducts&) = delete;
};

}  // namespace dhgak
