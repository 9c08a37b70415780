// SPDX-License-Identifier: MIT
#include "torch/lloyd_run.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include "torch/center_products.h"

namespace dhgak {
namespace {

template <typename T>
std::vector<T> download(const at::Tensor& tensor, at::ScalarType dtype) {
    const at::Tensor values = tensor.to(at::kCPU, dtype).contiguous();
    return {values.data_ptr<T>(), values.data_ptr<T>() + values.numel()};
}

// Sums of points are kept in fixed point: those add up to the same in any order, and a GPU fixes
// none.
//
// Small runs take as long as it takes to tell the GPU what to do, so few operations are used; and
// few kinds of them, since each kind is loaded when it is first used, for 10 to 50 ms.
class TorchLloyd {
public:
    TorchLloyd(const PointsOnDevice& points, const Matrix& starts)
        : points_(points), num_centers_(static_cast<std::int64_t>(starts.rows())) {
        const at::Device device = points.parts.device();
        const at::TensorOptions floats = at::TensorOptions(device).dtype(at::kFloat);
        const at::TensorOptions numbers = at::TensorOptions(device).dtype(at::kLong);
        // At least one center too many, which stays at the origin, infinitely far from every point
        // and with a mass that nobody gave it.
        const std::int64_t rows = (num_centers_ / kAlignment + 1) * kAlignment;
        const std::int64_t spare = rows - num_centers_;
        centers_ = at::zeros({rows, points.dims()}, floats);
        centers_.narrow(0, 0, num_centers_).copy_(upload(starts, device) - points.origin);
        far_ = at::zeros({rows}, floats);
        far_.narrow(0, num_centers_, spare).fill_(std::numeric_limits<float>::infinity());
        sums_ = {.rows = at::zeros(centers_.sizes(), numbers),
                 .masses = at::zeros({rows}, numbers)};
        sums_.masses.narrow(0, num_centers_, spare).fill_(1);
        nearest_ = at::empty({points_.size()}, numbers);
        distance_ = at::empty({points_.size()}, floats);
        products_ = CenterProducts(centers_, far_);
        const at::Tensor all = at::arange(points_.size(), numbers);
        find_nearest(all);
        exchange_points(all, {}, nearest_);
    }

    // Moves the centers to the means of their points; returns the summed squared movement.
    double move_centers() {
        Movement movement = move_to(means_of(sums_));
        if (movement.is_any_empty) {
            const Sums filled = fill_empty();
            movement =
                move_to(at::where((filled.masses > 0).unsqueeze(1), means_of(filled), centers_));
        }
        centers_ = movement.centers;
        has_moved_ = movement.has_moved;
        num_moved_ = movement.num_moved;
        products_ = CenterProducts(centers_, far_);
        return movement.sum;
    }

    // Finds the nearest centers; returns whether any point has another one than before.
    bool reassign() {
        const at::Tensor before = nearest_.clone();
        find_nearest(points_in_doubt());
        const at::Tensor changed = (nearest_ != before).nonzero().squeeze(1);
        if (changed.numel() == 0) return false;
        exchange_points(changed, before.index_select(0, changed),
                        nearest_.index_select(0, changed));
        return true;
    }

    void finish(LloydResult& result) const {
        result.center_of_point = download<std::int32_t>(nearest_, at::kInt);
        result.centers = Matrix(static_cast<std::size_t>(num_centers_),
                                static_cast<std::size_t>(points_.dims()));
        std::ranges::copy(
            download<float>(centers_.narrow(0, 0, num_centers_) + points_.origin, at::kFloat),
            result.centers.values().begin());
    }

private:
    // Rows of products that are not aligned take tensor cores twice as long.
    static constexpr std::int64_t kAlignment = 16;

    // Sums of the points of each center and of their weights, in fixed point.
    struct Sums {
        at::Tensor rows, masses;
    };

    struct Movement {
        at::Tensor centers;
        at::Tensor has_moved;  // by center
        double sum = 0;        // of squares
        std::int64_t num_moved = 0;
        bool is_any_empty = false;
    };

    at::Device device() const { return centers_.device(); }

    at::Tensor means_of(const Sums& of) const {
        const at::Tensor masses = of.masses.to(at::kDouble) * points_.scale_ratio;
        return (of.rows.to(at::kDouble) / masses.unsqueeze(1)).to(at::kFloat);
    }

    Movement move_to(const at::Tensor& centers) const {
        Movement movement = {.centers = centers};
        const at::Tensor steps = centers - centers_;
        const at::Tensor squares = (steps * steps).sum(1, false, at::kDouble);
        movement.has_moved = squares > 0;
        // Asked for together, since every question waits for the GPU.
        const std::vector<double> answers =
            download<double>(at::stack({squares.sum(), movement.has_moved.sum(at::kDouble),
                                        sums_.masses.min().to(at::kDouble)}),
                             at::kDouble);
        movement.sum = answers[0];
        movement.num_moved = static_cast<std::int64_t>(answers[1]);
        movement.is_any_empty = answers[2] == 0;
        return movement;
    }

    // The points that may have to change: a point whose own center stayed can only leave it for
    // one that moved. Late iterations move few centers.
    at::Tensor points_in_doubt() const {
        if (2 * num_moved_ > num_centers_) return at::arange(points_.size(), nearest_.options());
        at::Tensor in_doubt = has_moved_.to(at::kFloat).index_select(0, nearest_);
        if (num_moved_ > 0) {
            const std::int64_t spare = kAlignment - num_moved_ % kAlignment;
            const at::Tensor moved = at::cat({has_moved_.nonzero().squeeze(1),
                                              at::full({spare}, num_centers_, nearest_.options())});
            const CenterProducts with_moved = products_.with(moved);
            for_blocks(points_.size(), moved.numel(), device(),
                       [&](std::int64_t first, std::int64_t n) {
                           in_doubt.narrow(0, first, n)
                               .add_(with_moved.is_any_within(distance_.narrow(0, first, n),
                                                              points_.parts.narrow(0, first, n),
                                                              points_.errors.narrow(0, first, n)));
                       });
        }
        return in_doubt.nonzero().squeeze(1);
    }

    // Finds the nearest center of each of these points.
    void find_nearest(const at::Tensor& points) {
        const bool is_all = points.size(0) == points_.size();
        for_blocks(
            points.size(0), centers_.size(0), device(), [&](std::int64_t first, std::int64_t n) {
                const at::Tensor chosen = points.narrow(0, first, n);
                const auto take = [&](const at::Tensor& values) {
                    return is_all ? values.narrow(0, first, n) : values.index_select(0, chosen);
                };
                const CenterProducts::Nearest found =
                    products_.nearest(take(points_.parts), take(points_.errors));
                nearest_.scatter_(0, chosen, found.center);
                distance_.scatter_(0, chosen, found.distance);
            });
    }

    // Takes points from the sums of their old centers, if they have any, and adds them to those of
    // their new ones.
    void exchange_points(const at::Tensor& points, const at::Tensor& from, const at::Tensor& to) {
        for_blocks(points.size(0), points_.dims(), device(),
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
        const at::Tensor rows = join_digits(points_.parts.index_select(0, points));
        const at::Tensor scales = points_.row_scales.index_select(0, points).unsqueeze(1);
        return {.rows = (rows * scales).to(at::kLong),
                .masses = points_.fixed_weights.index_select(0, points)};
    }

    // As in scikit-learn, the points farthest from their centers count for the empty centers in
    // this step only; the next assignment decides for itself.
    Sums fill_empty() const {
        const std::vector<std::int64_t> nearest = download<std::int64_t>(nearest_, at::kLong);
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(num_centers_));
        for (const std::int64_t center : nearest) ++sizes[static_cast<std::size_t>(center)];
        std::vector<std::int64_t> empty;
        for (std::size_t c = 0; c < sizes.size(); ++c)
            if (sizes[c] == 0) empty.push_back(static_cast<std::int64_t>(c));
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
        if (chosen.empty()) return sums_;
        Sums filled = {.rows = sums_.rows.clone(), .masses = sums_.masses.clone()};
        const Sums part = in_fixed_point(at::tensor(chosen, at::kLong).to(device()));
        add(filled, at::tensor(old, at::kLong).to(device()), {-part.rows, -part.masses});
        add(filled, at::tensor(empty, at::kLong).to(device()), part);
        return filled;
    }

    // Squared distances of points to their centers.
    std::vector<double> own_distances() const {
        std::vector<double> distances;
        for_blocks(
            points_.size(), points_.dims(), device(), [&](std::int64_t first, std::int64_t n) {
                const std::vector<double> part = download<double>(
                    products_.square_distances(join_digits(points_.parts.narrow(0, first, n)),
                                               nearest_.narrow(0, first, n)),
                    at::kDouble);
                distances.insert(distances.end(), part.begin(), part.end());
            });
        return distances;
    }

    const PointsOnDevice& points_;
    std::int64_t num_centers_;
    at::Tensor centers_;  // and spare ones
    at::Tensor far_;      // infinity for the spare ones, else 0
    CenterProducts products_;
    Sums sums_;
    at::Tensor has_moved_;  // by center, in the last step
    std::int64_t num_moved_ = 0;
    at::Tensor nearest_;
    at::Tensor distance_;  // to nearest_, as products_ has it
};

}  // namespace

LloydResult run_lloyd(const PointsOnDevice& points, const Matrix& starts,
                      const LloydOptions& options) {
    LloydResult result;
    TorchLloyd run(points, starts);
    while (result.iterations < options.iterations && !result.converged) {
        ++result.iterations;
        const bool has_moved = run.move_centers() > options.movement;
        result.converged = !run.reassign() || !has_moved;
    }
    run.finish(result);
    return result;
}

}  // namespace dhgak
