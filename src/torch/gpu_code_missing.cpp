// SPDX-License-Identifier: MIT
#include <stdexcept>

#include "torch/gpu_code.h"

namespace dhgak {
namespace {

[[noreturn]] void refuse() { throw std::logic_error("this LibTorch runs no code of our own"); }

}  // namespace

GpuCode::GpuCode(std::string, const char*, std::vector<std::string>, std::vector<std::string>) {
    std::promise<Functions> none;
    none.set_value({});
    functions_ = none.get_future();
}

void GpuCode::launch(const std::string&, std::int64_t, unsigned, void**) const { refuse(); }

void fill_bytes(void*, unsigned char, std::size_t) { refuse(); }

void multiply_halves(const at::Tensor&, const at::Tensor&, at::Tensor) { refuse(); }

}  // namespace dhgak
