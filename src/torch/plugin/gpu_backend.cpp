// SPDX-License-Identifier: MIT
#include "align/kmeans/lloyd.h"
#include "dhgak/core/error.h"
#include "dhgak/core/gpu.h"
#include "torch/plugin/plugin.h"

namespace dhgak {

bool gpu_is_available() {
    try {
        return torch_plugin("a GPU", true).gpu_is_available();
    } catch (const ConfigError&) {
        return false;
    }
}

std::vector<LloydResult> lloyd_on_gpu(const Matrix& points, std::span<const float> weights,
                                      std::span<const Matrix> starts, const LloydOptions& options) {
    return torch_plugin("kmeans:device=cuda", true)
        .lloyd_on_torch(points, weights, starts, options, "cuda");
}

}  // namespace dhgak
