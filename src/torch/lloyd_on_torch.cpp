// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <semaphore>
#include <vector>

#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/bincount.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/minimum.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include "dhgak/core/interrupt.h"
#include "torch/device.h"
#include "torch/entry_points.h"
#include "torch/host.h"

namespace dhgak {
namespace {

// Products of points and centers that exist at a time.
constexpr std::int64_t kProductsOnGpu = std::int64_t{1} << 26;
constexpr std::int64_t kProductsOnCpu = std::int64_t{1} << 19;

// A difference of squared distances that float32 products may get wrong, relative to the squares.
constexpr double kDoubt = 1e-5;

// from_blob asks for a pointer to what may change; a copy is taken before anything does.
at::Tensor upload(std::span<const float> values, at::IntArrayRef shape, at::Device device) {
    return at::from_blob(const_cast<float*>(values.data()), shape, at::kFloat)
        .to(device, at::kFloat, /*non_blocking=*/false, /*copy=*/true);
}

at::Tensor upload(const Matrix& matrix, at::Device device) {
    return upload(
        matrix.values(),
        {static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.cols())},
        device);
}

template <typename T>
std::vector<T> download(const at::Tensor& tensor, at::ScalarType dtype) {
    const at::Tensor values = tensor.to(at::kCPU, dtype).contiguous();
    return {values.data_ptr<T>(), values.data_ptr<T>() + values.numel()};
}

// Lloyd's algorithm as align/lloyd.cpp has it, in products of whole blocks.
//
// Distances are |c|^2 - 2 pc, found with the origin near the mean of the points, where few digits
// cancel; close calls are decided by differences. Sums of points are kept in fixed point: those add
// up to the same in any order, and a GPU fixes none.
class TorchLloyd {
public:
    TorchLloyd(const Matrix& points, std::span<const float> weights, const Matrix& starts,
               at::Device device)
        : points_(upload(points, device)),
          weights_(
              upload(weights, {static_cast<std::int64_t>(weights.size())}, device).to(at::kDouble)),
          origin_(points_.mean(0, false, at::kDouble).round().to(at::kFloat)),
          centers_(upload(starts, device)) {
        points_.sub_(origin_);
        centers_.sub_(origin_);
        square_lengths_ = points_.square().sum(1);
        sums_ = at::zeros(centers_.sizes(), centers_.options().dtype(at::kLong));
        masses_ = at::zeros({centers_.size(0)}, centers_.options().dtype(at::kDouble));
        const double largest = points_.abs().max().item<double>() * weights_.sum().item<double>();
        scale_ = std::exp2(61 - std::ceil(std::log2(std::max(largest, 1e-200))));
        nearest_ = find_nearest();
        add_points(at::arange(points_.size(0), nearest_.options()), nearest_, 1);
    }

    // Moves the centers to the means of their points; returns the summed squared movement.
    double move_centers() {
        at::Tensor sums = sums_, masses = masses_;
        const at::Tensor sizes = at::bincount(nearest_, {}, centers_.size(0));
        if (sizes.min().item<std::int64_t>() == 0) fill_empty(sizes, sums, masses);
        const at::Tensor has_mass = (masses > 0).unsqueeze(1);
        const at::Tensor means =
            (sums.to(at::kDouble) / (masses.unsqueeze(1) * scale_)).to(at::kFloat);
        const at::Tensor moved = at::where(has_mass, means, centers_);
        const double movement = (moved - centers_).to(at::kDouble).square().sum().item<double>();
        centers_ = moved;
        return movement;
    }

    // Finds the nearest centers; returns whether any point has another one than before.
    bool reassign() {
        const at::Tensor nearest = find_nearest();
        const at::Tensor changed = (nearest != nearest_).nonzero().squeeze(1);
        if (changed.numel() == 0) return false;
        add_points(changed, nearest_.index_select(0, changed), -1);
        add_points(changed, nearest.index_select(0, changed), 1);
        nearest_ = nearest;
        return true;
    }

    void finish(LloydResult& result) const {
        result.center_of_point = download<std::int32_t>(nearest_, at::kInt);
        result.centers = Matrix(static_cast<std::size_t>(centers_.size(0)),
                                static_cast<std::size_t>(centers_.size(1)));
        std::ranges::copy(download<float>(centers_ + origin_, at::kFloat),
                          result.centers.values().begin());
    }

private:
    // Calls body(first, size) for blocks of the given number of points.
    template <typename Body>
    static void for_blocks(std::int64_t num_points, std::int64_t block, const Body& body) {
        for (std::int64_t first = 0; first < num_points; first += block) {
            throw_if_interrupted();
            body(first, std::min(block, num_points - first));
        }
    }

    std::int64_t rows_per_block(std::int64_t row_size) const {
        const std::int64_t most = points_.is_cuda() ? kProductsOnGpu : kProductsOnCpu;
        return std::max<std::int64_t>(most / std::max<std::int64_t>(row_size, 1), 1);
    }

    at::Tensor find_nearest() const {
        const std::int64_t size = points_.size(0);
        const at::Tensor squares = centers_.square().sum(1);
        const at::Tensor turned = centers_.t();
        at::Tensor nearest = at::empty({size}, points_.options().dtype(at::kLong));
        for_blocks(size, rows_per_block(centers_.size(0)), [&](std::int64_t first, std::int64_t n) {
            const at::Tensor rows = points_.narrow(0, first, n);
            at::Tensor distances = at::addmm(squares, rows, turned, 1, -2);
            const auto [least, center] = distances.min(1);
            at::Tensor chosen = nearest.narrow(0, first, n);
            chosen.copy_(center);
            if (centers_.size(0) == 1) return;
            // Where rounding could have swapped the two nearest, their differences decide.
            distances.scatter_(1, center.unsqueeze(1), std::numeric_limits<float>::infinity());
            const auto [second_least, second] = distances.min(1);
            const at::Tensor lengths = square_lengths_.narrow(0, first, n);
            const at::Tensor doubt = (lengths + squares.index_select(0, center)) * kDoubt;
            const at::Tensor open = (second_least - least <= doubt).nonzero().squeeze(1);
            if (open.numel() == 0) return;
            chosen.index_copy_(0, open,
                               nearer(rows.index_select(0, open), center.index_select(0, open),
                                      second.index_select(0, open)));
        });
        return nearest;
    }

    // The nearer of two centers for each row; of equally near, the first.
    at::Tensor nearer(const at::Tensor& rows, const at::Tensor& a, const at::Tensor& b) const {
        const at::Tensor first = at::minimum(a, b), second = at::maximum(a, b);
        return at::where(square_distances(rows, second) < square_distances(rows, first), second,
                         first);
    }

    // From each row to its center, without cancellation.
    at::Tensor square_distances(const at::Tensor& rows, const at::Tensor& centers) const {
        return (rows - centers_.index_select(0, centers)).square().sum(1, false, at::kDouble);
    }

    // Adds points to the sums of centers, or takes them away.
    void add_points(const at::Tensor& points, const at::Tensor& centers, int sign) {
        for_blocks(points.size(0), rows_per_block(points_.size(1)),
                   [&](std::int64_t first, std::int64_t n) {
                       const at::Tensor rows = points.narrow(0, first, n);
                       sums_.index_add_(0, centers.narrow(0, first, n),
                                        in_fixed_point(rows) * sign);
                   });
        masses_.index_add_(0, centers, weights_.index_select(0, points) * sign);
    }

    at::Tensor in_fixed_point(const at::Tensor& points) const {
        const at::Tensor factors = weights_.index_select(0, points) * scale_;
        return points_.index_select(0, points)
            .to(at::kDouble)
            .mul_(factors.unsqueeze(1))
            .round_()
            .to(at::kLong);
    }

    // As in scikit-learn, the points farthest from their centers count for the empty centers in
    // this step only; the next assignment decides for itself.
    void fill_empty(const at::Tensor& sizes_on_device, at::Tensor& sums, at::Tensor& masses) const {
        std::vector<std::int64_t> sizes = download<std::int64_t>(sizes_on_device, at::kLong);
        std::vector<std::int64_t> empty;
        for (std::size_t c = 0; c < sizes.size(); ++c)
            if (sizes[c] == 0) empty.push_back(static_cast<std::int64_t>(c));
        const std::vector<std::int64_t> nearest = download<std::int64_t>(nearest_, at::kLong);
        std::vector<std::int64_t> chosen, old;
        const std::vector<double> distances = own_distances();
        std::vector<std::size_t> order(distances.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(
            order, [&](std::size_t a, std::size_t b) { return distances[a] > distances[b]; });
        for (const std::size_t point : order) {
            if (chosen.size() == empty.size() || distances[point] == 0) break;
            std::int64_t& size = sizes[static_cast<std::size_t>(nearest[point])];
            if (size < 2) continue;  // moving the only point would leave another center empty
            --size;
            chosen.push_back(static_cast<std::int64_t>(point));
            old.push_back(nearest[point]);
        }
        empty.resize(chosen.size());  // the rest stay where they are, without mass
        sums = sums_.clone();
        masses = masses_.clone();
        if (chosen.empty()) return;
        const at::Tensor points = at::tensor(chosen, at::kLong).to(points_.device());
        const at::Tensor rows = in_fixed_point(points);
        const at::Tensor weights = weights_.index_select(0, points);
        const at::Tensor from = at::tensor(old, at::kLong).to(points_.device());
        const at::Tensor to = at::tensor(empty, at::kLong).to(points_.device());
        sums.index_add_(0, from, -rows).index_add_(0, to, rows);
        masses.index_add_(0, from, -weights).index_add_(0, to, weights);
    }

    // Squared distances of points to their centers.
    std::vector<double> own_distances() const {
        std::vector<double> distances;
        for_blocks(
            points_.size(0), rows_per_block(points_.size(1)),
            [&](std::int64_t first, std::int64_t n) {
                const std::vector<double> part = download<double>(
                    square_distances(points_.narrow(0, first, n), nearest_.narrow(0, first, n)),
                    at::kDouble);
                distances.insert(distances.end(), part.begin(), part.end());
            });
        return distances;
    }

    at::Tensor points_;
    at::Tensor square_lengths_;  // of points
    at::Tensor weights_;
    at::Tensor origin_;
    at::Tensor centers_;
    at::Tensor sums_;    // of weighted points, times scale_, int64
    at::Tensor masses_;  // of centers, double
    at::Tensor nearest_;
    double scale_ = 1;
};

// Runs beyond these wait: side by side they would fill a GPU's memory, not its cores.
constexpr std::ptrdiff_t kRunsAtOnce = 2;
std::counting_semaphore<kRunsAtOnce> free_runs(kRunsAtOnce);

class RunSlot {
public:
    RunSlot() { free_runs.acquire(); }
    ~RunSlot() { free_runs.release(); }
    RunSlot(const RunSlot&) = delete;
    RunSlot& operator=(const RunSlot&) = delete;
};

}  // namespace

LloydResult lloyd_on_torch(const Matrix& points, std::span<const float> weights,
                           const Matrix& starts, const LloydOptions& options,
                           const std::string& device) {
    follow_host();
    const at::NoGradGuard no_grad;
    const RunSlot slot;
    LloydResult result;
    TorchLloyd run(points, weights, starts, choose_device(device));
    while (result.iterations < options.iterations && !result.converged) {
        ++result.iterations;
        const bool has_moved = run.move_centers() > options.movement;
        result.converged = !run.reassign() || !has_moved;
    }
    run.finish(result);
    return result;
}

}  // namespace dhgak
