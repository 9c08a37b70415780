// SPDX-License-Identifier: MIT
// Our k-means beside faiss's: same points, starts, iterations and threads.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>
#include <faiss/Clustering.h>
#include <faiss/IndexFlat.h>
#include <omp.h>

#include "align/kmeans/lloyd.h"
#include "align/kmeans/rotation.h"
#include "align/kmeans/starts.h"
#include "core/random.h"
#include "core/select_rows.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr int kIterations = 25;

struct Problem {
    Matrix points, starts;
    std::vector<float> weights;
};

// Label counts of slices that vary around typical ones, times one random vector for each label, as
// hops of a dataset are.
const Problem& problem_of(std::size_t size, std::size_t dims, std::size_t k) {
    static Problem problem;
    static std::vector<std::size_t> made;
    if (made == std::vector{size, dims, k}) return problem;
    made = {size, dims, k};
    const std::size_t num_labels = std::min<std::size_t>(dims, 20), num_typical = 400;
    Random random(size + dims + k);
    Matrix vectors(num_labels, dims), typical(num_typical, num_labels);
    for (float& value : vectors.values())
        value =
            static_cast<float>(random.uniform() - 0.5) * 2 / std::sqrt(static_cast<float>(dims));
    for (float& value : typical.values()) value = static_cast<float>(random.below(30));
    problem.points = Matrix(size, dims);
    for (std::size_t i = 0; i < size; ++i) {
        const auto slice = typical.row(random.below(num_typical));
        for (std::size_t label = 0; label < num_labels; ++label) {
            const float count = slice[label] + static_cast<float>(random.below(8));
            for (std::size_t j = 0; j < dims; ++j)
                problem.points(i, j) += count * vectors(label, j);
        }
    }
    problem.weights.assign(size, 1.0f);
    problem.starts = select_rows(problem.points, draw_random_starts(problem.weights.size(), k, 1));
    return problem;
}

const Problem& problem_of(const benchmark::State& state) {
    return problem_of(static_cast<std::size_t>(state.range(0)),
                      static_cast<std::size_t>(state.range(1)),
                      static_cast<std::size_t>(state.range(2)));
}

void Ours(benchmark::State& state) {
    const Problem& problem = problem_of(state);
    double cost = 0;
    for (auto _ : state) {
        // The starts are turned with the points, as their last rows.
        Matrix rows(problem.points.rows() + problem.starts.rows(), problem.points.cols());
        std::ranges::copy(problem.points.values(), rows.values().begin());
        std::ranges::copy(problem.starts.values(), rows.row(problem.points.rows()).data());
        const RotatedPoints rotated = rotate(std::move(rows));
        Matrix points(problem.points.rows(), rotated.points.cols());
        Matrix starts(problem.starts.rows(), rotated.points.cols());
        std::copy_n(rotated.points.values().begin(), points.values().size(),
                    points.values().begin());
        std::copy_n(rotated.points.row(points.rows()).data(), starts.values().size(),
                    starts.values().begin());
        const LloydResult result =
            lloyd(points, problem.weights, starts, {.iterations = kIterations, .movement = 0});
        state.PauseTiming();
        state.counters["iterations"] = result.iterations;
        cost = inertia(points, problem.weights, result);
        state.ResumeTiming();
    }
    state.counters["inertia"] = cost;
}

void Faiss(benchmark::State& state) {
    const Problem& problem = problem_of(state);
    const auto dims = static_cast<int>(problem.points.cols());
    omp_set_num_threads(static_cast<int>(num_threads()));
    double cost = 0;
    for (auto _ : state) {
        faiss::ClusteringParameters parameters;
        parameters.niter = kIterations;
        parameters.min_points_per_centroid = 1;
        parameters.max_points_per_centroid = static_cast<int>(problem.points.rows());
        faiss::Clustering clustering(dims, static_cast<int>(problem.starts.rows()), parameters);
        clustering.centroids.assign(problem.starts.values().begin(), problem.starts.values().end());
        faiss::IndexFlatL2 index(dims);
        clustering.train(static_cast<faiss::Index::idx_t>(problem.points.rows()),
                         problem.points.values().data(), index);
        cost = static_cast<double>(clustering.iteration_stats.back().obj);
    }
    state.counters["iterations"] = kIterations;
    state.counters["inertia"] = cost;
}

void shapes(benchmark::internal::Benchmark* benchmark) {
    for (const std::int64_t dims : {8, 32, 128})
        for (const auto& [size, k] :
             {std::pair{15000, 300}, {35000, 556}, {35000, 2000}, {67000, 411}, {300000, 589}})
            if (dims == 32 || size < 300000) benchmark->Args({size, dims, k});
    benchmark->ArgNames({"points", "dims", "k"})
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}
BENCHMARK(Ours)->Apply(shapes);
BENCHMARK(Faiss)->Apply(shapes);

}  // namespace
}  // namespace dhgak
