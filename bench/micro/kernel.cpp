// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "kernels/registry.h"
#include "micro/dataset.h"

namespace dhgak {
namespace {

std::unique_ptr<FittedKernel> fit(const char* kernel) {
    StageTimes times;
    return make_kernel(Spec::parse(kernel), {})->fit(bench_dataset(), {times});
}

void Fit(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(fit("dhgak-oa"));
}
BENCHMARK(Fit)->UseRealTime()->Unit(benchmark::kMillisecond);

void Gram(benchmark::State& state, const char* kernel) {
    const auto fitted = fit(kernel);
    for (auto _ : state) benchmark::DoNotOptimize(fitted->gram());
}
BENCHMARK_CAPTURE(Gram, dhgak, "dhgak")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Gram, dhgak_oa, "dhgak-oa")->UseRealTime()->Unit(benchmark::kMillisecond);

void Transform(benchmark::State& state, const char* kernel) {
    const auto fitted = fit(kernel);
    for (auto _ : state) benchmark::DoNotOptimize(fitted->features(bench_dataset()));
}
BENCHMARK_CAPTURE(Transform, dhgak_oa, "dhgak-oa")->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dhgak
