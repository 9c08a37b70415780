// SPDX-License-Identifier: MIT
#include "search/engine.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"

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
           std::span<const OuterFold> folds, const Recorder& record)
        : plan_(plan),
          dataset_(dataset),
          runs_(runs),
          folds_(folds),
          record_(record),
          shared_(plan.num_caches) {
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
        // A kernel sum and its normalised copy as doubles, and libsvm's 16 bytes an entry.
        const std::size_t entries = dataset_.num_graphs() * dataset_.num_graphs();
        return std::clamp<std::size_t>(kMemoryForJobs / (entries * 32 + 1), 1, num_threads());
    }

    void run_job(const Job& job) {
        const FitScope& scope = plan_.scopes[job.scope];
        std::vector<int> levels;
        for (const std::size_t c : job.candidates) levels.push_back(runs_[c].kernel->level());
        std::size_t next = 0;
        StageTimes times;
        const FitContext context = {.times = times, .cache = &shared_[job.cache].cache()};
        const Run& run = runs_[job.candidates.back()];
        judge_levels(*run.kernel, dataset_, folds_, scope, levels, run.options, context,
                     [&](LevelResult result) {
                         const std::size_t candidate = job.candidates[next++];
                         if (stopped_) return;
                         if (!record_(candidate, scope.folds, std::move(result.folds)))
                             stopped_ = true;
                     });
        shared_[job.cache].drop_user(job);
        const std::scoped_lock lock(times_mutex_);
        times_.add(times);
    }

    const Plan& plan_;
    const Dataset& dataset_;
    std::span<const Run> runs_;
    std::span<const OuterFold> folds_;
    const Recorder& record_;

    std::vector<SharedFits> shared_;  // by cache of the plan
    std::atomic<std::size_t> next_job_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex times_mutex_;
    StageTimes times_;
};

}  // namespace

StageTimes run_plan(const Plan& plan, const Dataset& dataset, std::span<const Run> runs,
                    std::span<const OuterFold> folds, const Recorder& record) {
    return Engine(plan, dataset, runs, folds, record).run();
}

}  // namespace dhgak
