// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include <ATen/core/Tensor.h>

#include "dhgak/core/spec.h"

namespace dhgak {

// The options that both kinds of BERT embedder have.
struct BertOptions {
    at::Device device = at::kCPU;
    at::ScalarType dtype = at::kFloat;
    std::size_t max_length = 250;
    std::size_t batch_tokens = 0;

    // Throws ConfigError, naming the option and what it accepts.
    static BertOptions from(const Spec& spec);

    // `precision=float32,device=cpu`: what `auto` came to.
    std::string place() const;
};

}  // namespace dhgak
