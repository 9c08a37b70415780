// SPDX-License-Identifier: MIT
// How long new points take to find the nearest of many centers: by the tree that models of k-means
// have and by a full scan. The centers are of the first half of a dataset's graphs, the points of
// the second.
#include <map>
#include <numeric>
#include <vector>

#include <benchmark/benchmark.h>

#include "align/aligner.h"
#include "align/kmeans/kmeans_model.h"
#include "align/scan/nearest_scan.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/spec.h"
#include "dhgak/slice/slices.h"
#include "embed/embedder.h"
#include "embed/hierarchy.h"
#include "methods/embedders.h"
#include "micro/dataset.h"

namespace dhgak {
namespace {

struct Problem {
    Matrix points;
    std::shared_ptr<const ClusterModel> model;
};

struct Halves {
    std::vector<HopPoints> first, second;
};

const Halves& halves() {
    static const Halves made = [] {
        const Dataset& all = bench_dataset();
        std::vector<std::size_t> first(all.num_graphs() / 2),
            second(all.num_graphs() - first.size());
        std::iota(first.begin(), first.end(), 0U);
        std::iota(second.begin(), second.end(), first.size());
        const SliceOptions options = {.H = 5};
        const auto embedder = make_embedder(Spec::parse("w2v"), {.name = "off", .options = {}});
        const Dataset known = subset(all, first), fresh = subset(all, second);
        const FittedEmbedding fitted = embedder->fit(cut_slices(known, options), 0);
        return Halves{accumulate_hops(fitted.hops, 0.6f),
                      accumulate_hops(fitted.model->embed(cut_slices(fresh, options)), 0.6f)};
    }();
    return made;
}

const Problem& problem_of(const benchmark::State& state) {
    static std::map<std::int64_t, Problem> made;
    Problem& problem = made[state.range(0)];
    if (!problem.model) {
        const auto hop = static_cast<std::size_t>(state.range(0));
        const HopPoints& fitted = halves().first[hop];
        const auto aligner = make_aligner(Spec::parse("kmeans:k=8220,iterations=10"));
        problem.model = aligner->cluster({fitted.points, fitted.weights, 1, true}, 1).model;
        problem.points = halves().second[hop].points;
    }
    set_num_threads(1);
    return problem;
}

void tell(benchmark::State& state, const Problem& problem, std::size_t dims) {
    const auto points = static_cast<double>(problem.points.rows());
    state.counters["points"] = points;
    state.counters["dims"] = static_cast<double>(dims);
    state.counters["clusters"] = problem.model->num_clusters();
    state.counters["us_per_point"] = benchmark::Counter(
        points * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    set_num_threads(0);
}

void Model(benchmark::State& state) {
    const Problem& problem = problem_of(state);
    for (auto _ : state) benchmark::DoNotOptimize(problem.model->assign(problem.points));
    tell(state, problem, dynamic_cast<const KMeansModel&>(*problem.model).centers().cols());
}

void FullScan(benchmark::State& state) {
    const Problem& problem = problem_of(state);
    const auto& model = dynamic_cast<const KMeansModel&>(*problem.model);
    const Matrix centers = model.centers();
    const Matrix turned = model.rotation().apply(problem.points);
    const NearestSearch search(centers);
    if (search.nearest(turned) != scan_nearest(turned, RowGroups(centers)))
        state.SkipWithError("the tree finds other centers than the scan");
    for (auto _ : state) benchmark::DoNotOptimize(scan_nearest(turned, RowGroups(centers)));
    tell(state, problem, centers.cols());
}

BENCHMARK(Model)->DenseRange(0, 5)->ArgName("hop")->Unit(benchmark::kMillisecond);
BENCHMARK(FullScan)->DenseRange(0, 5)->ArgName("hop")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dhgak
