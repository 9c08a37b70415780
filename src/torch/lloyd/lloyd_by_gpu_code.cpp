// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <ATen/ops/empty.h>

#include "torch/cuda/sources.h"
#include "torch/device/gpu_code.h"
#include "torch/device/own_queue.h"
#include "torch/device/transfer.h"
#include "torch/lloyd/empty_centers.h"
#include "torch/lloyd/fixed_point.h"
#include "torch/lloyd/lloyd_points.h"
#include "torch/lloyd/product_distances.h"

namespace dhgak {
namespace {

// Rows of products and of parts that are not aligned take tensor cores twice as long.
constexpr std::int64_t kAlignment = 16;

constexpr unsigned kThreads = 256;
constexpr std::int64_t kWarpsPerBlock = kThreads / 32;

const GpuCode& code() {
    static const GpuCode compiled("k-means", kLloydCode,
                                  {"shift_rows", "split_points", "place_centers", "move_centers",
                                   "assign_points", "own_distances", "carry_points"});
    return compiled;
}

std::int64_t round_up(std::int64_t size, std::int64_t unit) {
    return (size + unit - 1) / unit * unit;
}

at::Tensor on_gpu(at::IntArrayRef shape, at::ScalarType type) {
    return at::empty(shape, at::TensorOptions(at::kCUDA).dtype(type));
}

void fill(const at::Tensor& tensor, unsigned char value) {
    fill_bytes(tensor.data_ptr(), value, tensor.nbytes());
}

int as_int(std::int64_t value) { return static_cast<int>(value); }

// Blocks in which each of `count` gets a warp.
std::int64_t blocks_of_warps(std::int64_t count) {
    return round_up(count, kWarpsPerBlock) / kWarpsPerBlock;
}

// What cuda/lloyd.cu says of coordinates.
struct Points {
    Matrix origin;
    at::Tensor origin_there;
    at::Tensor rows;     // relative to the origin, scaled
    at::Tensor parts;    // their half floats, each three times `room` numbers
    at::Tensor squares;  // of their lengths
    at::Tensor row_scales, weights;
    double ratio = 1;  // see FixedPoint
    float scale = 1;
    std::int64_t room = 0;

    std::int64_t size() const { return rows.size(0); }
    std::int64_t dims() const { return rows.size(1); }
};

class Run {
public:
    Run(const Points& points, const Matrix& starts)
        : points_(points), num_centers_(static_cast<std::int64_t>(starts.rows())) {
        const auto in_queue = queue_.use();
        num_places_ = round_up(num_centers_, kAlignment);
        centers_ = on_gpu({num_centers_, points.dims()}, at::kFloat);
        parts_ = on_gpu({num_places_, 3 * points.room}, at::kHalf);
        squares_ = on_gpu({num_places_}, at::kFloat);
        sums_ = on_gpu({num_centers_, points.dims()}, at::kLong);
        status_ = on_gpu({2 * num_centers_ + 1}, at::kLong);
        nearest_ = on_gpu({points.size()}, at::kInt);
        fill(sums_, 0);
        fill(status_, 0);
        fill(nearest_, 0xff);
        const at::Tensor starts_there = upload(starts, at::kCUDA);
        code().run("place_centers", num_places_, kThreads, starts_there.data_ptr(),
                   points.origin_there.data_ptr(), centers_.data_ptr(), parts_.data_ptr(),
                   squares_.data_ptr(), as_int(num_centers_), as_int(points.dims()),
                   as_int(points.room), points.scale);
        assign();
    }

    // Moves the centers to the means of their points and finds the nearest of each point, after
    // wait() and without waiting for it.
    void begin_step() {
        const auto in_queue = queue_.use();
        if (std::ranges::find(masses_known(), 0) == masses_known().end())
            move_to_means(sums_, status_);
        else
            move_with_empty_filled();
        assign();
    }

    struct Step {
        double movement = 0;  // of the centers, squared and summed
        bool has_changed = false;
    };

    // Waits for the assignment or step that was begun.
    Step wait() {
        const auto in_queue = queue_.use();
        known_ = download<std::int64_t>(status_);  // one question for all, since each takes time
        Step step = {.has_changed = known_.back() != 0};
        for (std::size_t c = masses_known().size(); c < known_.size() - 1; ++c)
            step.movement += std::bit_cast<double>(known_[c]);
        const auto scale = static_cast<double>(points_.scale);
        step.movement /= scale * scale;
        return step;
    }

    // Waits for what was begun and leaves it.
    void abandon() noexcept {
        try {
            wait();
        } catch (...) {  // what made us leave has been told
        }
    }

    void finish(LloydResult& result) const {
        const auto in_queue = queue_.use();
        result.center_of_point = download<std::int32_t>(nearest_);
        result.centers = Matrix(static_cast<std::size_t>(num_centers_), points_.origin.cols());
        const std::vector<float> centers = download<float>(centers_);
        for (std::size_t i = 0; i < centers.size(); ++i)
            result.centers.values()[i] =
                centers[i] / points_.scale + points_.origin.values()[i % points_.origin.cols()];
    }

private:
    std::span<const std::int64_t> masses_known() const {
        return std::span(known_).first(static_cast<std::size_t>(num_centers_));
    }

    // The parts of status_.
    std::int64_t* masses() const { return status_.data_ptr<std::int64_t>(); }
    std::int64_t* movements() const { return masses() + num_centers_; }
    std::int64_t* num_changed() const { return masses() + 2 * num_centers_; }

    // `status` begins with the masses.
    void move_to_means(const at::Tensor& sums, const at::Tensor& status) {
        code().run("move_centers", num_centers_, kThreads, sums.data_ptr(), status.data_ptr(),
                   centers_.data_ptr(), parts_.data_ptr(), squares_.data_ptr(), movements(),
                   num_changed(), as_int(points_.dims()), as_int(points_.room), points_.ratio);
    }

    void move_with_empty_filled() {
        const at::Tensor distances = on_gpu({points_.size()}, at::kDouble);
        code().run("own_distances", blocks_of_warps(points_.size()), kThreads,
                   points_.rows.data_ptr(), centers_.data_ptr(), nearest_.data_ptr(),
                   distances.data_ptr(), as_int(points_.size()), as_int(points_.dims()));
        const std::vector<PointMove> moves =
            fill_empty_centers(download<std::int32_t>(nearest_), download<double>(distances),
                               static_cast<std::size_t>(num_centers_));
        std::vector<std::int32_t> numbers;
        for (const PointMove& move : moves)
            numbers.insert(numbers.end(), {move.point, move.from, move.to});
        const auto count = static_cast<std::int64_t>(moves.size());
        const at::Tensor moves_there =
            upload(std::span<const std::int32_t>(numbers), {count, 3}, at::kCUDA);
        const at::Tensor sums = sums_.clone(), status = status_.clone();
        code().run("carry_points", blocks_of_warps(count), kThreads, moves_there.data_ptr(),
                   points_.rows.data_ptr(), points_.row_scales.data_ptr(),
                   points_.weights.data_ptr(), sums.data_ptr(), status.data_ptr(), as_int(count),
                   as_int(points_.dims()));
        move_to_means(sums, status);
    }

    void assign() {
        for_blocks(points_.size(), num_places_, at::kCUDA, [&](std::int64_t first, std::int64_t n) {
            if (!products_.defined()) products_ = on_gpu({n, num_places_}, at::kFloat);
            multiply_halves(points_.parts.narrow(0, first, n), parts_.t(),
                            products_.narrow(0, 0, n));
            code().run("assign_points", blocks_of_warps(n), kThreads, products_.data_ptr(),
                       points_.rows.data_ptr(), points_.squares.data_ptr(),
                       points_.row_scales.data_ptr(), points_.weights.data_ptr(),
                       centers_.data_ptr(), squares_.data_ptr(), nearest_.data_ptr(),
                       sums_.data_ptr(), masses(), num_changed(), as_int(first), as_int(n),
                       as_int(num_centers_), as_int(num_places_), as_int(points_.dims()));
        });
    }

    const Points& points_;
    OwnQueue queue_ = OwnQueue(at::kCUDA);
    std::int64_t num_centers_;
    std::int64_t num_places_ = 0;  // of centers, some of them spare
    at::Tensor centers_, parts_, squares_;
    at::Tensor sums_;     // of the points of each center, in fixed point
    at::Tensor status_;   // masses of the centers, their movements, how many points changed
    at::Tensor nearest_;  // center of each point
    at::Tensor products_;
    std::vector<std::int64_t> known_;  // status_ after the last wait()
};

class PointsForGpuCode final : public LloydPoints {
public:
    PointsForGpuCode(const Matrix& points, std::span<const float> weights) {
        points_.origin = rounded_mean(points);
        points_.origin_there = upload(points_.origin, at::kCUDA);
        points_.rows = upload(points, at::kCUDA);
        const double largest = shift();
        const FixedPoint fixed(weights, largest);
        constexpr int kDigits = 14, kMostScale = 100;
        if (largest > 0)
            points_.scale =
                std::exp2f(static_cast<float>(std::min(kDigits - std::ilogb(largest), kMostScale)));
        points_.ratio = fixed.ratio / static_cast<double>(points_.scale);
        points_.room = round_up(points_.dims(), kAlignment);
        const std::int64_t size = points_.size();
        std::vector<double> row_scales = fixed.row_scales;
        for (double& row_scale : row_scales) row_scale /= static_cast<double>(points_.scale);
        points_.row_scales = upload(std::span<const double>(row_scales), {size}, at::kCUDA);
        points_.weights = upload(std::span<const std::int64_t>(fixed.weights), {size}, at::kCUDA);
        split();
    }

    // A few runs take turns, so that the GPU has work while the results of one are looked at.
    std::vector<LloydResult> run_each(std::span<const Matrix> starts,
                                      const LloydOptions& options) const override {
        std::vector<LloydResult> results(starts.size());
        std::deque<std::pair<std::size_t, Run>> runs;
        try {
            take_turns(starts, options, runs, results);
        } catch (...) {
            // Others may get the memory of the points as soon as this ends.
            for (auto& [i, run] : runs) run.abandon();
            throw;
        }
        return results;
    }

private:
    void take_turns(std::span<const Matrix> starts, const LloydOptions& options,
                    std::deque<std::pair<std::size_t, Run>>& runs,
                    std::vector<LloydResult>& results) const {
        constexpr std::size_t kAtOnce = 3;
        std::size_t next = 0;
        while (next < starts.size() || !runs.empty()) {
            if (next < starts.size() && runs.size() < kAtOnce) {
                runs.emplace_back(std::piecewise_construct, std::forward_as_tuple(next),
                                  std::forward_as_tuple(points_, starts[next]));
                ++next;
                continue;
            }
            auto& [i, run] = runs.front();
            if (go_on(run, options, results[i])) runs.push_back(std::move(runs.front()));
            runs.pop_front();
        }
    }

    // Takes what the run has done and begins its next step; false if there is none.
    static bool go_on(Run& run, const LloydOptions& options, LloydResult& result) {
        const Run::Step step = run.wait();
        result.converged =
            result.iterations > 0 && (!step.has_changed || step.movement <= options.movement);
        if (result.converged || result.iterations == options.iterations) {
            run.finish(result);
            return false;
        }
        ++result.iterations;
        run.begin_step();
        return true;
    }

    // Makes the rows relative to the origin; returns the largest coordinate.
    double shift() {
        const at::Tensor largest = on_gpu({1}, at::kFloat);
        fill(largest, 0);
        constexpr std::int64_t kMostBlocks = 4096;
        code().run("shift_rows",
                   std::min((points_.rows.numel() + kThreads - 1) / kThreads, kMostBlocks),
                   kThreads, points_.rows.data_ptr(), points_.origin_there.data_ptr(),
                   points_.rows.numel(), as_int(points_.dims()), largest.data_ptr());
        return static_cast<double>(download<float>(largest).front());
    }

    void split() {
        points_.parts = on_gpu({points_.size(), 3 * points_.room}, at::kHalf);
        points_.squares = on_gpu({points_.size()}, at::kFloat);
        code().run("split_points", blocks_of_warps(points_.size()), kThreads,
                   points_.rows.data_ptr(), points_.parts.data_ptr(), points_.squares.data_ptr(),
                   as_int(points_.size()), as_int(points_.dims()), as_int(points_.room),
                   points_.scale);
        // Waits for all work above: other queues may use its results from here on.
        download<float>(points_.squares.narrow(0, 0, 1));
    }

    Points points_;
};

}  // namespace

void compile_lloyd() { code(); }

std::unique_ptr<LloydPoints> points_for_gpu_code(const Matrix& points,
                                                 std::span<const float> weights) {
    if (!code().is_ready()) return nullptr;
    return std::make_unique<PointsForGpuCode>(points, weights);
}

}  // namespace dhgak
