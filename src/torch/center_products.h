// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <ATen/core/Tensor.h>

#include "dhgak/core/interrupt.h"
#include "torch/points_on_device.h"

namespace dhgak {

// Calls body(first, size) for blocks of points whose rows of `row_size` values fit the device's
// memory and, on a CPU, its caches.
template <typename Body>
void for_blocks(std::int64_t num_points, std::int64_t row_size, at::Device device,
                const Body& body) {
    constexpr std::int64_t kValuesOnGpu = std::int64_t{1} << 25;
    constexpr std::int64_t kValuesOnCpu = std::int64_t{1} << 19;
    const std::int64_t values = device.is_cuda() ? kValuesOnGpu : kValuesOnCpu;
    const std::int64_t block =
        std::max<std::int64_t>(values / std::max<std::int64_t>(row_size, 1), 1);
    for (std::int64_t first = 0; first < num_points; first += block) {
        throw_if_interrupted();
        body(first, std::min(block, num_points - first));
    }
}

// Finds nearest centers by products of points and centers.
//
// Distances are |c|^2 - 2 pc, without the point's own square. Points and centers are relative to an
// origin near the mean of the points, where few digits cancel. What they may be wrong by,
// kProductError (|p|^2 + |c|^2), is at most that times 5 |p|^2 + 2 (|c|^2 - 2 pc), since |c| is at
// most |p| and the distance together; closer calls are decided by differences.
class CenterProducts {
public:
    CenterProducts() = default;

    // `far` is added to the distances to each center: infinity for one that nothing is near to.
    CenterProducts(const at::Tensor& centers, const at::Tensor& far);

    // The products with some of the centers only.
    CenterProducts with(const at::Tensor& centers) const;

    struct Nearest {
        at::Tensor center;
        at::Tensor distance;  // of `center`, or of one that is as near up to rounding
    };

    // The nearest center of each point, given as split digits; of equally near, the first. `errors`
    // are 5 |p|^2 kProductError.
    Nearest nearest(const at::Tensor& parts, const at::Tensor& errors) const;

    // Which points have one of the centers about as near as `distance`, or nearer.
    at::Tensor is_any_within(const at::Tensor& distance, const at::Tensor& parts,
                             const at::Tensor& errors) const;

    // Squared distances from points, as they are, to one center each, without cancellation.
    at::Tensor square_distances(const at::Tensor& rows, const at::Tensor& centers) const;

private:
    at::Tensor distances(const at::Tensor& parts) const;
    at::Tensor nearer(const at::Tensor& rows, const at::Tensor& a, const at::Tensor& b) const;

    at::Tensor centers_;
    at::Tensor high_;  // [centers, 2 dims]: the high digits, for both parts of a point
    at::Tensor low_;   // [centers, dims]
    at::Tensor squares_;
};

}  // namespace dhgak
