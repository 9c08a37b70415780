// SPDX-License-Identifier: MIT
#include "search/engine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/kernel/hop_kernel.h"
#include "search/fit.h"

namespace dhgak {
namespace {

// What Gram matrices of cells that run side by side may take together.
constexpr std::size_t kMemoryForCells = std::size_t{2} << 30;

// A value that several cells use: made by the first that needs it, dropped by the last.
template <typename Value>
class Shared {
public:
    void add_user() { ++users_; }

    template <typename Make>
    const Value& get(const Make& make) {
        const std::scoped_lock lock(mutex_);
        if (!value_) value_ = make();
        return *value_;
    }

    void drop_user() {
        const std::scoped_lock lock(mutex_);
        if (--users_ == 0) value_.reset();
    }

private:
    std::mutex mutex_;
    std::optional<Value> value_;
    std::size_t users_ = 0;
};

class Engine {
public:
    Engine(const Plan& plan, const Dataset& dataset, std::span<const Candidate> candidates,
           std::span<const OuterFold> folds, const SearchOptions& options, const Recorder& record)
        : plan_(plan),
          dataset_(dataset),
          candidates_(candidates),
          folds_(folds),
          options_(options),
          record_(record),
          fits_(plan.max_hop_of_fit.size()),
          columns_(plan.num_columns) {
        std::vector<bool> has_column(plan.num_columns);
        for (const Cell& cell : plan.cells) {
            if (!cell.is_hop_sum) continue;
            columns_[cell.column].add_user();
            if (!has_column[cell.column]) fits_[cell.fit].add_user();
            has_column[cell.column] = true;
        }
    }

    StageTimes run() {
        const std::size_t lanes = num_lanes();
        parallel_for(lanes, [&](std::size_t) {
            while (!stopped_) {
                const std::size_t next = next_cell_++;
                if (next >= plan_.cells.size()) return;
                throw_if_interrupted();
                const Cell& cell = plan_.cells[next];
                if (cell.is_hop_sum)
                    run_hop_sum(cell);
                else
                    run_kernel(cell);
            }
        });
        if (num_unfinished_ > 0)
            log_info(fmt::format("{} clusterings still moved at their last iteration",
                                 num_unfinished_.load()));
        return std::move(times_);
    }

private:
    std::size_t num_lanes() const {
        // A kernel sum and its normalised copy as doubles, and libsvm's 16 bytes an entry.
        const std::size_t entries = dataset_.num_graphs() * dataset_.num_graphs();
        const std::size_t bytes = entries * (8 * (options_.grid.kernels.size() + 1) + 16) + 1;
        return std::clamp<std::size_t>(kMemoryForCells / bytes, 1, num_threads());
    }

    template <typename Work>
    auto measure(const char* stage, const Work& work) {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        auto result = work();
        const std::scoped_lock lock(times_mutex_);
        times_.add(stage, std::chrono::duration<double>(Clock::now() - start).count());
        return result;
    }

    AlignOptions options_of(std::size_t candidate) const {
        return options_at(candidates_[candidate].point, options_.run).align;
    }

    FitScope scope_of(const Cell& cell) const {
        const Part& part = plan_.parts[cell.part];
        return {.dataset = &dataset_,
                .split = part.hides_test_graphs ? &folds_[part.folds.front()].split : nullptr};
    }

    const ScopedPoints& points_of(const Cell& cell) {
        return columns_[cell.column].get([&] {
            AlignOptions options = options_of(cell.candidates.front());
            options.slices.H = plan_.max_hop_of_fit[cell.fit];
            const ScopedVectors& vectors = fits_[cell.fit].get([&] {
                return measure("embed", [&] { return embed_scope(scope_of(cell), options); });
            });
            auto points =
                measure("embed", [&] { return accumulate_scope(vectors, options.alpha); });
            fits_[cell.fit].drop_user();
            return points;
        });
    }

    void run_hop_sum(const Cell& cell) {
        AlignOptions options = options_of(cell.candidates.front());
        for (const std::size_t c : cell.candidates)
            options.slices.H = std::max(options.slices.H, candidates_[c].point.H);
        const ScopedPoints& points = points_of(cell);
        std::vector<HopAlignment> hops =
            measure("align", [&] { return align_scope(scope_of(cell), points, options); });
        columns_[cell.column].drop_user();
        num_unfinished_ += count_unfinished(hops);

        std::map<HopKernel, GramMatrix> sums;
        for (const std::size_t c : cell.candidates)
            sums.try_emplace(*hop_kernel_of(candidates_[c].point.kernel), dataset_.num_graphs());
        for (std::size_t h = 0; h < hops.size() && !stopped_; ++h) {
            measure("kernel", [&] {
                const ClusterCounts counts = count_clusters(hops[h], dataset_.node_offsets);
                hops[h] = {};
                for (auto& [mode, sum] : sums) add_hop(sum, counts, dataset_.node_offsets, mode);
                return true;
            });
            for (const std::size_t c : cell.candidates) {
                const GridPoint& point = candidates_[c].point;
                if (point.H != static_cast<int>(h) || stopped_) continue;
                GramMatrix gram = sums.at(*hop_kernel_of(point.kernel));
                normalize(gram);
                evaluate(gram, cell, c);
            }
        }
    }

    void run_kernel(const Cell& cell) {
        const std::size_t candidate = cell.candidates.front();
        const auto kernel = make_kernel(candidates_[candidate].point.kernel, options_of(candidate));
        const GramMatrix gram = measure("kernel", [&] {
            StageTimes ignored;
            return kernel->gram(dataset_, ignored);
        });
        evaluate(gram, cell, candidate);
    }

    void evaluate(const GramMatrix& gram, const Cell& cell, std::size_t candidate) {
        const std::vector<std::size_t>& folds = plan_.parts[cell.part].folds;
        std::vector<JudgedFold> results = measure("learn", [&] {
            return judge_folds(gram, folds_, folds, dataset_.classes, options_.run.cv);
        });
        if (!record_(candidate, folds, std::move(results))) stopped_ = true;
    }

    const Plan& plan_;
    const Dataset& dataset_;
    std::span<const Candidate> candidates_;
    std::span<const OuterFold> folds_;
    const SearchOptions& options_;
    const Recorder& record_;

    std::vector<Shared<ScopedVectors>> fits_;
    std::vector<Shared<ScopedPoints>> columns_;
    std::atomic<std::size_t> next_cell_ = 0;
    std::atomic<std::size_t> num_unfinished_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex times_mutex_;
    StageTimes times_;
};

}  // namespace

StageTimes run_plan(const Plan& plan, const Dataset& dataset, std::span<const Candidate> candidates,
                    std::span<const OuterFold> folds, const SearchOptions& options,
                    const Recorder& record) {
    return Engine(plan, dataset, candidates, folds, options, record).run();
}

}  // namespace dhgak
