// SPDX-License-Identifier: MIT
#include <semaphore>
#include <vector>

#include <ATen/core/grad_mode.h>

#include "torch/device.h"
#include "torch/entry_points.h"
#include "torch/host.h"
#include "torch/lloyd_points.h"

namespace dhgak {
namespace {

// What goes beyond these waits: side by side it would fill a GPU's memory, not its cores.
constexpr std::ptrdiff_t kSetsAtOnce = 3;
std::counting_semaphore<kSetsAtOnce> free_sets(kSetsAtOnce);

class Place {
public:
    Place() { free_sets.acquire(); }
    ~Place() { free_sets.release(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
};

std::unique_ptr<LloydPoints> place_points(const Matrix& points, std::span<const float> weights,
                                          at::Device device) {
    if (device.is_cuda())
        if (auto placed = points_for_kernels(points, weights)) return placed;
    return points_for_operations(points, weights, device);
}

}  // namespace

std::vector<LloydResult> lloyd_on_torch(const Matrix& points, std::span<const float> weights,
                                        std::span<const Matrix> starts, const LloydOptions& options,
                                        const std::string& device_choice) {
    follow_host();
    const at::Device device = choose_device(device_choice);
    const at::NoGradGuard no_grad;
    const Place place;
    return place_points(points, weights, device)->run_each(starts, options);
}

}  // namespace dhgak
