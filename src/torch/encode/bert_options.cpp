// SPDX-License-Identifier: MIT
#include "torch/encode/bert_options.h"

#include <fmt/format.h>

#include "torch/device/device.h"

namespace dhgak {
namespace {

// Measured: activations that stay in a core's caches, against a GPU's appetite.
constexpr std::size_t kTokensPerBatchOnCpu = 1024;
constexpr std::size_t kTokensPerBatchOnGpu = 65536;

}  // namespace

BertOptions BertOptions::from(const Spec& spec) {
    BertOptions options;
    options.device = choose_device(spec.get_choice("device", {"auto", "cpu", "cuda"}));
    options.dtype = choose_dtype(
        spec.get_choice("dtype", {"auto", "float32", "bfloat16", "float16"}), options.device);
    options.max_length = spec.get_count("max_length", 3, 1 << 20);
    options.batch_tokens = spec.get_count(
        "batch_tokens", options.device.is_cuda() ? kTokensPerBatchOnGpu : kTokensPerBatchOnCpu, 1,
        1 << 24);
    return options;
}

std::string BertOptions::place() const {
    const char* precision = dtype == at::kBFloat16 ? "bfloat16"
                            : dtype == at::kHalf   ? "float16"
                                                   : "float32";
    return fmt::format("precision={},device={}", precision, device.is_cuda() ? "cuda" : "cpu");
}

}  // namespace dhgak
