// SPDX-License-Identifier: MIT
#include "torch/bert_options.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "torch/device.h"

namespace dhgak {
namespace {

// Measured: activations that stay in a core's caches, against a GPU's appetite.
constexpr std::size_t kTokensPerBatchOnCpu = 1024;
constexpr std::size_t kTokensPerBatchOnGpu = 65536;

}  // namespace

std::size_t get_size(const Spec& spec, const char* key, std::size_t fallback, std::size_t least,
                     std::size_t most) {
    const long long value = spec.get_integer(key, static_cast<long long>(fallback));
    if (value < static_cast<long long>(least) || value > static_cast<long long>(most))
        throw ConfigError(fmt::format("{}: option {}={} must be from {} to {}", spec.name, key,
                                      value, least, most));
    return static_cast<std::size_t>(value);
}

BertOptions BertOptions::from(const Spec& spec) {
    BertOptions options;
    options.device = choose_device(spec.get_choice("device", {"auto", "cpu", "cuda"}));
    options.dtype = choose_dtype(
        spec.get_choice("dtype", {"auto", "float32", "bfloat16", "float16"}), options.device);
    options.max_length = get_size(spec, "max_length", 250, 3, 1 << 20);
    options.batch_tokens = get_size(
        spec, "batch_tokens",
        options.device.is_cuda() ? kTokensPerBatchOnGpu : kTokensPerBatchOnCpu, 1, 1 << 24);
    return options;
}

}  // namespace dhgak
