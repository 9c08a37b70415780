// SPDX-License-Identifier: MIT
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include <ATen/core/grad_mode.h>

#include "torch/device/device.h"
#include "torch/lloyd/lloyd_points.h"
#include "torch/plugin/entry_points.h"
#include "torch/plugin/host.h"

namespace dhgak {
namespace {

// Sets of points that are on a device together: more would fill a GPU's memory, not its cores. One
// alone may be of any size.
constexpr int kSetsAtOnce = 3;
std::mutex sets_mutex;
std::condition_variable set_has_left;
int num_sets = 0;
std::size_t bytes_of_sets = 0;

// Room for a set, waited for.
class Place {
public:
    Place(const Matrix& points, at::Device device)
        // Floats and three half floats for each number, and as much again for what runs need.
        : bytes_(points.values().size() * 20) {
        const std::size_t most = device.is_cuda() ? gpu_memory() : ~std::size_t{0};
        std::unique_lock lock(sets_mutex);
        set_has_left.wait(lock, [&] {
            return num_sets == 0 || (num_sets < kSetsAtOnce && bytes_of_sets + bytes_ <= most);
        });
        ++num_sets;
        bytes_of_sets += bytes_;
    }
    ~Place() {
        const std::scoped_lock lock(sets_mutex);
        --num_sets;
        bytes_of_sets -= bytes_;
        set_has_left.notify_all();
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

private:
    std::size_t bytes_;
};

std::unique_ptr<LloydPoints> place_points(const Matrix& points, std::span<const float> weights,
                                          at::Device device) {
    if (device.is_cuda())
        if (auto placed = points_for_gpu_code(points, weights)) return placed;
    return points_for_operations(points, weights, device);
}

}  // namespace

std::vector<LloydResult> lloyd_on_torch(const Matrix& points, std::span<const float> weights,
                                        std::span<const Matrix> starts, const LloydOptions& options,
                                        const std::string& device_choice) {
    follow_host();
    const at::Device device = choose_device(device_choice);
    const at::NoGradGuard no_grad;
    const Place place(points, device);
    return place_points(points, weights, device)->run_each(starts, options);
}

}  // namespace dhgak
