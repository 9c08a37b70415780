// SPDX-License-Identifier: MIT
#include "search/engine.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"
#include "run/cost.h"

namespace dhgak {
namespace {

// What kernel matrices of jobs that run side by side may take together.
constexpr std::size_t kMemoryForJobs = std::size_t{2} << 30;

// Intermediate results of fits on the same graphs, each kept until the last job that needs it is
// done.
class SharedFits {
public:
    FitCache& cache() { return cache_; }

    void add_user(const Job& job) {
        for (const std::string& part : job.parts) ++users_[part];
    }

    void drop_user(const Job& job) {
        const std::scoped_lock lock(mutex_);
        for (const std::string& part : job.parts)
            if (--users_[part] == 0) cache_.forget(part);
    }

private:
    FitCache cache_;
    std::mutex mutex_;
    std::map<std::string, std::size_t> users_;
};

class Engine {
public:
    Engine(const Plan& plan, const Dataset& dataset, std::span<const Run> runs,
           std::span<const OuterFold> folds, Judging judging, const Recorder& record)
        : plan_(plan),
          dataset_(dataset),
          runs_(runs),
          folds_(folds),
          record_(record),
          shared_(plan.num_caches),
          leaders_(judging == Judging::chosen ? folds.size() : 0) {
        for (const Job& job : plan.jobs) shared_[job.cache].add_user(job);
    }

    StageTimes run() {
        parallel_for(num_lanes(), [&](std::size_t) {
            while (!stopped_) {
                const std::size_t next = next_job_++;
                if (next >= plan_.jobs.size()) return;
                throw_if_interrupted();
                run_job(plan_.jobs[next]);
            }
        });
        return std::move(times_);
    }

private:
    std::size_t num_lanes() const {
        // A kernel sum and its normalised copy as doubles, the SVM's floats and copies of some.
        const std::size_t entries = dataset_.num_graphs() * dataset_.num_graphs();
        std::size_t lanes = kMemoryForJobs / (entries * 32 + 1);
        if (const std::size_t allowed = runs_.front().options.resources.memory; allowed > 0)
            lanes = std::min(lanes, static_cast<std::size_t>(static_cast<double>(allowed) /
                                                             bytes_of_largest_run()));
        return std::clamp<std::size_t>(lanes, 1, num_threads());
    }

    double bytes_of_largest_run() const {
        const GraphSizes graphs = sizes_of(dataset_);
        double most = 1;
        for (const Run& run : runs_)
            most = std::max(most, cost_of(run, graphs, folds_.size()).bytes);
        return most;
    }

    void run_job(const Job& job) {
        const FitScope& scope = plan_.scopes[job.scope];
        std::vector<int> levels;
        for (const std::size_t c : job.candidates) levels.push_back(runs_[c].kernel->level());
        std::size_t next = 0;
        StageTimes times;
        const FitContext context = {.times = times, .cache = &shared_[job.cache].cache()};
        const Run& run = runs_[job.candidates.back()];
        WorthJudging is_worth;
        if (!leaders_.empty())
            is_worth = [&](std::size_t place, const InnerScore& inner) {
                return leads(job.candidates[next], scope.folds[place], inner);
            };
        judge_levels(
            *run.kernel, dataset_, folds_, scope, levels, run.options, context,
            [&](LevelResult result) {
                const std::size_t candidate = job.candidates[next++];
                if (!stopped_ && !record_(candidate, scope.folds, std::move(result.folds)))
                    stopped_ = true;
                return !stopped_;
            },
            is_worth);
        shared_[job.cache].drop_user(job);
        const std::scoped_lock lock(times_mutex_);
        times_.add(times);
    }

    // Whether nested selection would choose the candidate among those that have come so far; equal
    // scores go to the first of the grid, whatever comes first here.
    bool leads(std::size_t candidate, std::size_t fold, const InnerScore& inner) {
        const std::scoped_lock lock(leaders_mutex_);
        Leader& leader = leaders_[fold];
        const bool is_better = inner.score > leader.score ||
                               (inner.score == leader.score && candidate < leader.candidate);
        if (is_better) leader = {.score = inner.score, .candidate = candidate};
        return is_better;
    }

    struct Leader {
        double score = -std::numeric_limits<double>::infinity();
        std::size_t candidate = 0;
    };

    const Plan& plan_;
    const Dataset& dataset_;
    std::span<const Run> runs_;
    std::span<const OuterFold> folds_;
    const Recorder& record_;

    std::vector<SharedFits> shared_;  // by cache of the plan
    std::vector<Leader> leaders_;     // by fold; none where all candidates are judged
    std::mutex leaders_mutex_;
    std::atomic<std::size_t> next_job_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex times_mutex_;
    StageTimes times_;
};

}  // namespace

StageTimes run_plan(const Plan& plan, const Dataset& dataset, std::span<const Run> runs,
                    std::span<const OuterFold> folds, Judging judging, const Recorder& record) {
    return Engine(plan, dataset, runs, folds, judging, record).run();
}

}  // namespace dhgak
