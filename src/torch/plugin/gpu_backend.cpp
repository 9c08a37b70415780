// SPDX-License-Identifier: MIT
#include "dhgak/core/error.h"
#include "torch/gpu_lloyd.h"
#include "torch/plugin/plugin.h"

namespace dhgak {
namespace {

class GpuLloyd final : public LloydBackend {
public:
    bool is_available() const override {
        try {
            return torch_plugin("a GPU", true).gpu_is_available();
        } catch (const ConfigError&) {
            return false;
        }
    }

    std::vector<LloydResult> run_each(const Matrix& points, std::span<const float> weights,
                                      std::span<const Matrix> starts,
                                      const LloydOptions& options) const override {
        return torch_plugin("kmeans:device=cuda", true)
            .lloyd_on_torch(points, weights, starts, options, "cuda");
    }
};

}  // namespace

const LloydBackend& gpu_lloyd() {
    static const GpuLloyd backend;
    return backend;
}

}  // namespace dhgak
