// SPDX-License-Identifier: MIT
#include <semaphore>
#include <vector>

#include <ATen/core/grad_mode.h>

#include "dhgak/core/parallel.h"
#include "torch/device.h"
#include "torch/entry_points.h"
#include "torch/host.h"
#include "torch/lloyd_points.h"
#include "torch/own_queue.h"

namespace dhgak {
namespace {

// What goes beyond these waits: side by side it would fill a GPU's memory, not its cores. A set of
// points takes up to three times its size, a run a fifth of a gigabyte.
constexpr std::ptrdiff_t kSetsAtOnce = 3;
constexpr std::ptrdiff_t kRunsAtOnce = 9;
std::counting_semaphore<kSetsAtOnce> free_sets(kSetsAtOnce);
std::counting_semaphore<kRunsAtOnce> free_runs(kRunsAtOnce);

template <typename Semaphore>
class Place {
public:
    explicit Place(Semaphore& semaphore) : semaphore_(semaphore) { semaphore_.acquire(); }
    ~Place() { semaphore_.release(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

private:
    Semaphore& semaphore_;
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
    const Place set(free_sets);
    const std::unique_ptr<LloydPoints> shared = place_points(points, weights, device);
    std::vector<LloydResult> results(starts.size());
    parallel_for(starts.size(), [&](std::size_t i) {
        const at::NoGradGuard no_grad_here;
        const Place run(free_runs);
        const OwnQueue queue(device);  // runs wait for their own results only
        results[i] = shared->run(starts[i], options);
    });
    return results;
}

}  // namespace dhgak
