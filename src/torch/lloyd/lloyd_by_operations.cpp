// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cdist.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include "dhgak/core/parallel.h"
#include "torch/device/device.h"
#include "torch/device/own_queue.h"
#include "torch/device/transfer.h"
#include "torch/lloyd/empty_centers.h"
#include "torch/lloyd/fixed_point.h"
#include "torch/lloyd/lloyd_points.h"
#include "torch/lloyd/product_distances.h"

namespace dhgak {
namespace {

struct Points {
    at::Tensor origin;          // near the mean
    at::Tensor rows;            // relative to it
    at::Tensor square_lengths;  // of the rows
    at::Tensor row_scales, weights;
    double ratio = 1;  // see FixedPoint

    std::int64_t size() const { return rows.size(0); }
    std::int64_t dims() const { return rows.size(1); }
};

class Run {
public:
    Run(const Points& points, const Matrix& starts)
        : points_(points), centers_(upload(starts, points.rows.device()) - points.origin) {
        const at::TensorOptions numbers = centers_.options().dtype(at::kLong);
        sums_ = {.rows = at::zeros(centers_.sizes(), numbers),
                 .masses = at::zeros({centers_.size(0)}, numbers)};
        nearest_ = find_nearest();
        exchange_points(at::arange(points_.size(), numbers), {}, nearest_);
    }

    // Moves the centers to the means of their points; returns the summed squared movement.
    double move_centers() {
        const bool is_any_empty = (sums_.masses == 0).any().item<bool>();
        const Sums of = is_any_empty ? with_empty_filled() : sums_;
        const at::Tensor masses = (of.masses.to(at::kDouble) * points_.ratio).unsqueeze(1);
        const at::Tensor moved =
            at::where(masses > 0, (of.rows.to(at::kDouble) / masses).to(at::kFloat), centers_);
        const at::Tensor steps = (moved - centers_).to(at::kDouble);
        centers_ = moved;
        return (steps * steps).sum().item<double>();
    }

    // Finds the nearest centers; returns whether any point has another one than before.
    bool reassign() {
        const at::Tensor before = nearest_;
        nearest_ = find_nearest();
        const at::Tensor changed = (nearest_ != before).nonzero().squeeze(1);
        if (changed.numel() == 0) return false;
        exchange_points(changed, before.index_select(0, changed),
                        nearest_.index_select(0, changed));
        return true;
    }

    void finish(LloydResult& result) const {
        result.center_of_point = download<std::int32_t>(nearest_);
        result.centers = Matrix(static_cast<std::size_t>(centers_.size(0)),
                                static_cast<std::size_t>(centers_.size(1)));
        std::ranges::copy(download<float>(centers_ + points_.origin),
                          result.centers.values().begin());
    }

private:
    // Sums of the points of each center and of their weights, in fixed point.
    struct Sums {
        at::Tensor rows, masses;
    };

    at::Tensor find_nearest() const {
        const at::Tensor squares = (centers_ * centers_).sum(1);
        at::Tensor nearest = at::empty({points_.size()}, sums_.masses.options());
        for_blocks(points_.size(), centers_.size(0), centers_.device(),
                   [&](std::int64_t first, std::int64_t n) {
                       const at::Tensor rows = points_.rows.narrow(0, first, n);
                       nearest.narrow(0, first, n)
                           .copy_(nearest_of(rows, points_.square_lengths.narrow(0, first, n),
                                             at::addmm(squares, rows, centers_.t(), 1, -2)));
                   });
        return nearest;
    }

    // Where rounding could have swapped the nearest, differences decide.
    at::Tensor nearest_of(const at::Tensor& rows, const at::Tensor& square_lengths,
                          at::Tensor distances) const {
        auto [least, center] = distances.min(1);
        distances.scatter_(1, center.unsqueeze(1), std::numeric_limits<float>::infinity());
        const at::Tensor second_least = std::get<0>(distances.min(1));
        const at::Tensor errors =
            (square_lengths * 5 + least * 2) * (2 * product_error(points_.dims()));
        const at::Tensor open = (second_least - least <= errors).nonzero().squeeze(1);
        if (open.numel() > 0) {
            constexpr std::int64_t kWithoutProducts = 2;
            const at::Tensor exact = at::cdist(rows.index_select(0, open).to(at::kDouble),
                                               centers_.to(at::kDouble), 2, kWithoutProducts);
            center.scatter_(0, open, exact.argmin(1));
        }
        return center;
    }

    at::Tensor square_distances(const at::Tensor& rows, const at::Tensor& centers) const {
        const at::Tensor steps = rows - centers_.index_select(0, centers);
        return (steps * steps).sum(1, false, at::kDouble);
    }

    // Takes points from the sums of their old centers, if they have any, and adds them to those of
    // their new ones.
    void exchange_points(const at::Tensor& points, const at::Tensor& from, const at::Tensor& to) {
        for_blocks(points.size(0), points_.dims(), centers_.device(),
                   [&](std::int64_t first, std::int64_t n) {
                       const Sums part = in_fixed_point(points.narrow(0, first, n));
                       if (from.defined())
                           add(sums_, from.narrow(0, first, n), {-part.rows, -part.masses});
                       add(sums_, to.narrow(0, first, n), part);
                   });
    }

    static void add(Sums& sums, const at::Tensor& centers, const Sums& part) {
        sums.rows.scatter_add_(0, centers.unsqueeze(1).expand_as(part.rows), part.rows);
        sums.masses.scatter_add_(0, centers, part.masses);
    }

    Sums in_fixed_point(const at::Tensor& points) const {
        const at::Tensor scales = points_.row_scales.index_select(0, points).unsqueeze(1);
        return {.rows = (points_.rows.index_select(0, points) * scales).to(at::kLong),
                .masses = points_.weights.index_select(0, points)};
    }

    Sums with_empty_filled() const {
        std::vector<double> distances;
        for_blocks(points_.size(), points_.dims(), centers_.device(),
                   [&](std::int64_t first, std::int64_t n) {
                       const std::vector<double> part = download<double>(square_distances(
                           points_.rows.narrow(0, first, n), nearest_.narrow(0, first, n)));
                       distances.insert(distances.end(), part.begin(), part.end());
                   });
        std::vector<std::int64_t> points, from, to;
        for (const PointMove& move :
             fill_empty_centers(download<std::int32_t>(nearest_), distances,
                                static_cast<std::size_t>(centers_.size(0)))) {
            points.push_back(move.point);
            from.push_back(move.from);
            to.push_back(move.to);
        }
        Sums filled = {.rows = sums_.rows.clone(), .masses = sums_.masses.clone()};
        const auto send = [&](const std::vector<std::int64_t>& numbers) {
            return upload(std::span(numbers), {static_cast<std::int64_t>(numbers.size())},
                          centers_.device());
        };
        const Sums part = in_fixed_point(send(points));
        add(filled, send(from), {-part.rows, -part.masses});
        add(filled, send(to), part);
        return filled;
    }

    const Points& points_;
    at::Tensor centers_;
    Sums sums_;
    at::Tensor nearest_;
};

class PointsForOperations final : public LloydPoints {
public:
    PointsForOperations(const Matrix& points, std::span<const float> weights, at::Device device) {
        points_.origin = upload(rounded_mean(points), device).squeeze(0);
        points_.rows = upload(points, device) - points_.origin;
        points_.square_lengths = (points_.rows * points_.rows).sum(1);
        const FixedPoint fixed(weights, points_.rows.abs().max().item<double>());
        const auto size = static_cast<std::int64_t>(weights.size());
        points_.row_scales = upload(std::span(fixed.row_scales), {size}, device);
        points_.weights = upload(std::span(fixed.weights), {size}, device);
        points_.ratio = fixed.ratio;
        // Waits for all work above: other queues may use its results from here on.
        points_.square_lengths[0].item<float>();
    }

    std::vector<LloydResult> run_each(std::span<const Matrix> starts,
                                      const LloydOptions& options) const override {
        std::vector<LloydResult> results(starts.size());
        parallel_for(starts.size(), [&](std::size_t i) {
            const at::NoGradGuard no_grad;
            const OwnQueue queue(points_.rows.device());
            const auto in_queue = queue.use();
            results[i] = run(starts[i], options);
        });
        return results;
    }

private:
    LloydResult run(const Matrix& starts, const LloydOptions& options) const {
        LloydResult result;
        Run run(points_, starts);
        while (result.iterations < options.iterations && !result.converged) {
            ++result.iterations;
            const bool has_moved = run.move_centers() > options.movement;
            result.converged = !run.reassign() || !has_moved;
        }
        run.finish(result);
        return result;
    }

    ExactProducts exact_products_;  // for one set of points at a time
    Points points_;
};

}  // namespace

std::unique_ptr<LloydPoints> points_for_operations(const Matrix& points,
                                                   std::span<const float> weights,
                                                   at::Device device) {
    return std::make_unique<PointsForOperations>(points, weights, device);
}

}  // namespace dhgak
