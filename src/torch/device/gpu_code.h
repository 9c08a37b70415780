// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

namespace dhgak {

// CUDA C++ of our own (cuda/*.cu), compiled for the GPU at hand while the program runs, by the
// compiler that a PyTorch with CUDA brings along. What takes LibTorch a dozen operations, each of
// which it loads when first used, is one function of ours.
class GpuCode {
public:
    // Compiles, which takes a tenth of a second or more, and loads the functions. Where there is no
    // compiler, or it fails, there is nothing to run, which a line tells: LibTorch's operations
    // have to do then. Must be done before the program ends: the compiler does not survive that.
    GpuCode(const std::string& name, const char* source, const std::vector<std::string>& functions,
            const std::vector<std::string>& options = {});

    bool is_ready() const { return !functions_.empty(); }

    // Runs one of the functions in the calling thread's queue. Arguments must have exactly the
    // types of its parameters.
    template <typename... Args>
    void run(const std::string& function, std::int64_t blocks, unsigned threads,
             Args... args) const {
        std::array<void*, sizeof...(Args)> pointers = {&args...};
        launch(function, blocks, threads, pointers.data());
    }

private:
    void launch(const std::string& function, std::int64_t blocks, unsigned threads,
                void** arguments) const;

    std::map<std::string, void*> functions_;
};

// Sets every byte of a block of the GPU's memory, in the calling thread's queue.
void fill_bytes(void* block, unsigned char value, std::size_t size);

// The matrix product of half floats, in float32.
void multiply_halves(const at::Tensor& a, const at::Tensor& b, at::Tensor products);

}  // namespace dhgak
