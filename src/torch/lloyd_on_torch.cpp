// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <numeric>
#include <semaphore>
#include <utility>
#include <vector>

#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/bincount.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/minimum.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"
#include "torch/device.h"
#include "torch/entry_points.h"
#include "torch/host.h"
#include "torch/own_queue.h"
#include "torch/points_on_device.h"

namespace dhgak {
namespace {

// Products of points and centers that exist at a time.
constexpr std::int64_t kProductsOnGpu = std::int64_t{1} << 26;
constexpr std::int64_t kProductsOnCpu = std::int64_t{1} << 19;

// A difference of squared distances that float32 products may get wrong, relative to the squares.
constexpr double kDoubt = 1e-5;

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
    TorchLloyd(const PointsOnDevice& points, const Matrix& starts)
        : points_(points), centers_(upload(starts, points.parts.device()) - points.origin) {
        sums_ = at::zeros(centers_.sizes(), centers_.options().dtype(at::kLong));
        masses_ = at::zeros({num_centers()}, centers_.options().dtype(at::kDouble));
        has_moved_ = at::ones({num_centers()}, centers_.options().dtype(at::kBool));
        nearest_ = at::empty({points_.size()}, centers_.options().dtype(at::kLong));
        least_ = at::empty({points_.size()}, centers_.options());
        prepare_products();
        const at::Tensor all = at::arange(points_.size(), nearest_.options());
        find_nearest(all);
        add_points(all, nearest_, 1);
    }

    // Moves the centers to the means of their points; returns the summed squared movement.
    double move_centers() {
        at::Tensor sums = sums_, masses = masses_;
        const at::Tensor sizes = at::bincount(nearest_, {}, num_centers());
        if (sizes.min().item<std::int64_t>() == 0) fill_empty(sizes, sums, masses);
        const at::Tensor has_mass = (masses > 0).unsqueeze(1);
        const at::Tensor means =
            (sums.to(at::kDouble) / (masses.unsqueeze(1) * points_.scale)).to(at::kFloat);
        const at::Tensor moved = at::where(has_mass, means, centers_);
        has_moved_ = (moved != centers_).any(1);
        const double movement = (moved - centers_).to(at::kDouble).square().sum().item<double>();
        centers_ = moved;
        prepare_products();
        return movement;
    }

    // Finds the nearest centers; returns whether any point has another one than before.
    bool reassign() {
        const at::Tensor before = nearest_.clone();
        find_nearest(points_in_doubt());
        const at::Tensor changed = (nearest_ != before).nonzero().squeeze(1);
        if (changed.numel() == 0) return false;
        add_points(changed, before.index_select(0, changed), -1);
        add_points(changed, nearest_.index_select(0, changed), 1);
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
    // What products with some centers need: [2 dims, centers] and [dims, centers].
    struct Factors {
        at::Tensor high, low, squares;
    };

    std::int64_t num_centers() const { return centers_.size(0); }

    // Calls body(first, size) for blocks of the given number of points.
    template <typename Body>
    static void for_blocks(std::int64_t num_points, std::int64_t block, const Body& body) {
        for (std::int64_t first = 0; first < num_points; first += block) {
            throw_if_interrupted();
            body(first, std::min(block, num_points - first));
        }
    }

    std::int64_t rows_per_block(std::int64_t row_size) const {
        const std::int64_t most = centers_.is_cuda() ? kProductsOnGpu : kProductsOnCpu;
        return std::max<std::int64_t>(most / std::max<std::int64_t>(row_size, 1), 1);
    }

    void prepare_products() {
        const at::Tensor parts = split_digits(centers_);
        const at::Tensor high = parts.narrow(1, 0, points_.dims());
        factors_ = {.high = at::cat({high, high}, 1).t(),
                    .low = parts.narrow(1, points_.dims(), points_.dims()).t(),
                    .squares = centers_.square().sum(1)};
    }

    // |c|^2 - 2 pc of split points and centers; the product of both low parts is below rounding.
    at::Tensor relative_distances(const at::Tensor& parts, const Factors& factors) const {
        return at::addmm(factors.squares, parts, factors.high, 1, -2)
            .addmm_(parts.narrow(1, 0, points_.dims()), factors.low, 1, -2);
    }

    at::Tensor doubt(const at::Tensor& square_lengths, const at::Tensor& squares) const {
        return (square_lengths + squares) * kDoubt;
    }

    // The points that may have to change: a point whose own center stayed can only leave it for
    // one that moved. Late iterations move few centers.
    at::Tensor points_in_doubt() const {
        const at::Tensor moved = has_moved_.nonzero().squeeze(1);
        if (2 * moved.numel() > num_centers())
            return at::arange(points_.size(), nearest_.options());
        at::Tensor in_doubt = has_moved_.index_select(0, nearest_);
        if (moved.numel() > 0) {
            const Factors factors = {.high = factors_.high.index_select(1, moved),
                                     .low = factors_.low.index_select(1, moved),
                                     .squares = factors_.squares.index_select(0, moved)};
            for_blocks(
                points_.size(), rows_per_block(moved.numel()),
                [&](std::int64_t first, std::int64_t n) {
                    const auto [least, center] =
                        relative_distances(points_.parts.narrow(0, first, n), factors).min(1);
                    const at::Tensor reach = least_.narrow(0, first, n) +
                                             2 * doubt(points_.square_lengths.narrow(0, first, n),
                                                       factors.squares.index_select(0, center));
                    in_doubt.narrow(0, first, n).logical_or_(least <= reach);
                });
        }
        return in_doubt.nonzero().squeeze(1);
    }

    // Finds the nearest center of each of these points.
    void find_nearest(const at::Tensor& points) {
        const bool is_all = points.size(0) == points_.size();
        for_blocks(points.size(0), rows_per_block(num_centers()),
                   [&](std::int64_t first, std::int64_t n) {
                       const at::Tensor chosen = points.narrow(0, first, n);
                       const at::Tensor parts = is_all ? points_.parts.narrow(0, first, n)
                                                       : points_.parts.index_select(0, chosen);
                       auto [center, least] =
                           nearest_of(parts, points_.square_lengths.index_select(0, chosen));
                       nearest_.index_copy_(0, chosen, center);
                       least_.index_copy_(0, chosen, least);
                   });
    }

    // The nearest center of each split point, and how near it is less the point's own square.
    std::pair<at::Tensor, at::Tensor> nearest_of(const at::Tensor& parts,
                                                 const at::Tensor& square_lengths) const {
        at::Tensor distances = relative_distances(parts, factors_);
        auto [least, center] = distances.min(1);
        if (num_centers() == 1) return {center, least};
        // Where rounding could have swapped the two nearest, their differences decide.
        distances.scatter_(1, center.unsqueeze(1), std::numeric_limits<float>::infinity());
        const auto [second_least, second] = distances.min(1);
        const at::Tensor open = (second_least - least <=
                                 doubt(square_lengths, factors_.squares.index_select(0, center)))
                                    .nonzero()
                                    .squeeze(1);
        if (open.numel() > 0)
            center.index_copy_(0, open,
                               nearer(join_digits(parts.index_select(0, open)),
                                      center.index_select(0, open), second.index_select(0, open)));
        return {center, least};
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
        for_blocks(points.size(0), rows_per_block(points_.dims()),
                   [&](std::int64_t first, std::int64_t n) {
                       const at::Tensor rows = points.narrow(0, first, n);
                       sums_.index_add_(0, centers.narrow(0, first, n),
                                        in_fixed_point(rows) * sign);
                   });
        masses_.index_add_(0, centers, points_.weights.index_select(0, points) * sign);
    }

    at::Tensor in_fixed_point(const at::Tensor& points) const {
        const at::Tensor factors = points_.weights.index_select(0, points) * points_.scale;
        return join_digits(points_.parts.index_select(0, points))
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
        const at::Tensor points = at::tensor(chosen, at::kLong).to(centers_.device());
        const at::Tensor rows = in_fixed_point(points);
        const at::Tensor weights = points_.weights.index_select(0, points);
        const at::Tensor from = at::tensor(old, at::kLong).to(centers_.device());
        const at::Tensor to = at::tensor(empty, at::kLong).to(centers_.device());
        sums.index_add_(0, from, -rows).index_add_(0, to, rows);
        masses.index_add_(0, from, -weights).index_add_(0, to, weights);
    }

    // Squared distances of points to their centers.
    std::vector<double> own_distances() const {
        std::vector<double> distances;
        for_blocks(points_.size(), rows_per_block(points_.dims()),
                   [&](std::int64_t first, std::int64_t n) {
                       const std::vector<double> part = download<double>(
                           square_distances(join_digits(points_.parts.narrow(0, first, n)),
                                            nearest_.narrow(0, first, n)),
                           at::kDouble);
                       distances.insert(distances.end(), part.begin(), part.end());
                   });
        return distances;
    }

    const PointsOnDevice& points_;
    at::Tensor centers_;
    Factors factors_;       // of all centers
    at::Tensor has_moved_;  // by center, in the last step
    at::Tensor sums_;       // of weighted points, times scale, int64
    at::Tensor masses_;     // of centers, double
    at::Tensor nearest_;
    at::Tensor least_;  // what relative_distances says of nearest_
};

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

// Sets of points beyond these wait: side by side they would fill a GPU's memory, not its cores.
constexpr std::ptrdiff_t kSetsAtOnce = 2;
std::counting_semaphore<kSetsAtOnce> free_places(kSetsAtOnce);

class Place {
public:
    Place() { free_places.acquire(); }
    ~Place() { free_places.release(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
};

}  // namespace

std::vector<LloydResult> lloyd_on_torch(const Matrix& points, std::span<const float> weights,
                                        std::span<const Matrix> starts, const LloydOptions& options,
                                        const std::string& device_choice) {
    follow_host();
    const at::Device device = choose_device(device_choice);
    const at::NoGradGuard no_grad;
    const FastProducts fast_products;
    const Place place;
    const PointsOnDevice shared(points, weights, device);
    std::vector<LloydResult> results(starts.size());
    parallel_for(starts.size(), [&](std::size_t i) {
        const at::NoGradGuard no_grad_here;
        const OwnQueue queue(device);  // runs wait for their own results only
        results[i] = run_lloyd(shared, starts[i], options);
    });
    return results;
}

}  // namespace dhgak
