// SPDX-License-Identifier: MIT
#include <numeric>

#include <benchmark/benchmark.h>

#include "dhgak/kernel/kernel.h"
#include "dhgak/learn/cross_validation.h"
#include "dhgak/learn/svm.h"
#include "micro/dataset.h"

namespace dhgak {
namespace {

const GramMatrix& bench_gram() {
    static const GramMatrix gram = [] {
        StageTimes times;
        return make_kernel(Spec::parse("dhgak"), {})->gram(bench_dataset(), times);
    }();
    return gram;
}

const SparseMatrix& bench_features() {
    static const SparseMatrix features = [] {
        StageTimes times;
        return make_kernel(Spec::parse("dhgak"), {})->features(bench_dataset(), times);
    }();
    return features;
}

void Train(benchmark::State& state) {
    const SvmGram rows(bench_gram());
    std::vector<std::size_t> all(bench_gram().size());
    std::iota(all.begin(), all.end(), 0);
    const double C = static_cast<double>(state.range(0)) / 1000;
    for (auto _ : state) benchmark::DoNotOptimize(SvmModel(rows, all, bench_dataset().classes, C));
}
BENCHMARK(Train)->RangeMultiplier(100)->Range(1, 10'000'000)->Unit(benchmark::kMillisecond);

void CrossValidate(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(cross_validate(bench_gram(), bench_dataset().classes, {}));
}
BENCHMARK(CrossValidate)->UseRealTime()->Unit(benchmark::kMillisecond);

void CrossValidateLinear(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(cross_validate(bench_features(), bench_dataset().classes, {}));
}
BENCHMARK(CrossValidateLinear)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dhgak
