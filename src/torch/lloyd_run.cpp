// SPDX-License-Identifier: MIT
#include "torch/lloyd_run.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/ones.h>
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
// A GPU loads each kind of operation when it is first used, 10 to 50 ms each, which is more than
// small runs take: few kinds are used here, and those that the encoder uses too where it matters
// little (products for squares, scatter_add for index_add).
class TorchLloyd {
public:
    TorchLloyd(const PointsOnDevice& points, const Matrix& starts)
        : points_(points), centers_(upload(starts, points.parts.device()) - points.origin) {
        sums_ = {.sums = at::zeros(centers_.sizes(), centers_.options().dtype(at::kLong)),
                 .masses = at::zeros({num_centers()}, centers_.options().dtype(at::kDouble))};
        sizes_ = at::zeros({num_centers()}, centers_.options().dtype(at::kLong));
        nearest_ = at::empty({points_.size()}, centers_.options().dtype(at::kLong));
        distance_ = at::empty({points_.size()}, centers_.options());
        products_ = CenterProducts(centers_);
        const at::Tensor all = at::arange(points_.size(), nearest_.options());
        find_nearest(all);
        exchange_points(all, {}, nearest_);
    }

    // Moves the centers to the means of their points; returns the summed squared movement.
    double move_centers() {
        Movement movement = move_to(means_of(sums_));
        if (movement.least_size == 0) {
            const Sums filled = fill_empty();
            movement =
                move_to(at::where((filled.masses > 0).unsqueeze(1), means_of(filled), centers_));
        }
        centers_ = movement.centers;
        has_moved_ = movement.has_moved;
        num_moved_ = movement.num_moved;
        products_ = CenterProducts(centers_);
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
        result.centers = Matrix(static_cast<std::size_t>(num_centers()),
                                static_cast<std::size_t>(points_.dims()));
        std::ranges::copy(download<float>(centers_ + points_.origin, at::kFloat),
                          result.centers.values().begin());
    }

private:
    // Sums of the points of each center, in fixed point, and their weights.
    struct Sums {
        at::Tensor sums, masses;
    };

    struct Movement {
        at::Tensor centers;
        at::Tensor has_moved;  // by center
        double sum = 0;        // of squares
        std::int64_t num_moved = 0;
        std::int64_t least_size = 0;  // points of the smallest cluster
    };

    std::int64_t num_centers() const { return centers_.size(0); }
    at::Device device() const { return centers_.device(); }

    at::Tensor means_of(const Sums& of) const {
        return (of.sums.to(at::kDouble) / (of.masses.unsqueeze(1) * points_.scale)).to(at::kFloat);
    }

    Movement move_to(const at::Tensor& centers) const {
        Movement movement = {.centers = centers};
        const at::Tensor steps = (centers - centers_).to(at::kDouble);
        const at::Tensor squares = (steps * steps).sum(1);
        movement.has_moved = squares > 0;
        // Asked for together, since every question waits for the GPU.
        const std::vector<double> answers =
            download<double>(at::stack({squares.sum(), movement.has_moved.sum().to(at::kDouble),
                                        sizes_.min().to(at::kDouble)}),
                             at::kDouble);
        movement.sum = answers[0];
        movement.num_moved = static_cast<std::int64_t>(answers[1]);
        movement.least_size = static_cast<std::int64_t>(answers[2]);
        return movement;
    }

    // The points that may have to change: a point whose own center stayed can only leave it for
    // one that moved. Late iterations move few centers.
    at::Tensor points_in_doubt() const {
        if (2 * num_moved_ > num_centers()) return at::arange(points_.size(), nearest_.options());
        const at::Tensor moved = has_moved_.nonzero().squeeze(1);
        at::Tensor in_doubt = has_moved_.to(at::kFloat).index_select(0, nearest_);
        if (moved.numel() > 0) {
            const CenterProducts with_moved = products_.with(moved);
            for_blocks(
                points_.size(), moved.numel(), device(), [&](std::int64_t first, std::int64_t n) {
                    in_doubt.narrow(0, first, n)
                        .add_(with_moved.is_any_within(distance_.narrow(0, first, n),
                                                       points_.parts.narrow(0, first, n),
                                                       points_.square_lengths.narrow(0, first, n)));
                });
        }
        return in_doubt.nonzero().squeeze(1);
    }

    // Finds the nearest center of each of these points.
    void find_nearest(const at::Tensor& points) {
        const bool is_all = points.size(0) == points_.size();
        for_blocks(points.size(0), num_centers(), device(),
                   [&](std::int64_t first, std::int64_t n) {
                       const at::Tensor chosen = points.narrow(0, first, n);
                       const at::Tensor parts = is_all ? points_.parts.narrow(0, first, n)
                                                       : points_.parts.index_select(0, chosen);
                       const CenterProducts::Nearest found =
                           products_.nearest(parts, points_.square_lengths.index_select(0, chosen));
                       nearest_.scatter_(0, chosen, found.center);
                       distance_.scatter_(0, chosen, found.distance);
                   });
    }

    // Takes points from the sums of their old centers, if they have any, and adds them to those of
    // their new ones.
    void exchange_points(const at::Tensor& points, const at::Tensor& from, const at::Tensor& to) {
        for_blocks(
            points.size(0), points_.dims(), device(), [&](std::int64_t first, std::int64_t n) {
                const at::Tensor chosen = points.narrow(0, first, n);
                const at::Tensor rows = in_fixed_point(chosen);
                const at::Tensor weights = points_.weights.index_select(0, chosen);
                const at::Tensor ones = at::ones({n}, sizes_.options());
                const auto add_to = [&](const at::Tensor& centers, int sign) {
                    add_rows(sums_, centers.narrow(0, first, n), rows * sign, weights * sign);
                    sizes_.scatter_add_(0, centers.narrow(0, first, n), ones * sign);
                };
                if (from.defined()) add_to(from, -1);
                add_to(to, 1);
            });
    }

    static void add_rows(Sums& sums, const at::Tensor& centers, const at::Tensor& rows,
                         const at::Tensor& weights) {
        sums.sums.scatter_add_(0, centers.unsqueeze(1).expand_as(rows), rows);
        sums.masses.scatter_add_(0, centers, weights);
    }

    at::Tensor in_fixed_point(const at::Tensor& points) const {
        const at::Tensor factors = points_.weights.index_select(0, points) * points_.scale;
        return join_digits(points_.parts.index_select(0, points))
            .to(at::kDouble)
            .mul_(factors.unsqueeze(1))
            .to(at::kLong);
    }

    // As in scikit-learn, the points farthest from their centers count for the empty centers in
    // this step only; the next assignment decides for itself.
    Sums fill_empty() const {
        std::vector<std::int64_t> sizes = download<std::int64_t>(sizes_, at::kLong);
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
        if (chosen.empty()) return sums_;
        Sums filled = {.sums = sums_.sums.clone(), .masses = sums_.masses.clone()};
        const at::Tensor points = at::tensor(chosen, at::kLong).to(centers_.device());
        const at::Tensor rows = in_fixed_point(points);
        const at::Tensor weights = points_.weights.index_select(0, points);
        const at::Tensor from = at::tensor(old, at::kLong).to(centers_.device());
        const at::Tensor to = at::tensor(empty, at::kLong).to(centers_.device());
        add_rows(filled, from, -rows, -weights);
        add_rows(filled, to, rows, weights);
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
    at::Tensor centers_;
    CenterProducts products_;
    Sums sums_;
    at::Tensor sizes_;      // points of each center
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
