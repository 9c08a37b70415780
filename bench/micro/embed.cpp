// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "embed/embedder.h"
#include "embed/hierarchy.h"
#include "methods/embedders.h"
#include "micro/dataset.h"

namespace dhgak {
namespace {

void Embed(benchmark::State& state, const char* nlm) {
    const Slices slices = cut_slices(bench_dataset(), {.H = 5, .b = 1});
    const auto embedder = make_embedder(Spec::parse(nlm), Spec::parse("off"));
    for (auto _ : state) benchmark::DoNotOptimize(embedder->fit(slices, 0));
}
BENCHMARK_CAPTURE(Embed, label, "label")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Embed, w2v, "w2v")->UseRealTime()->Unit(benchmark::kMillisecond);

void AccumulateHops(benchmark::State& state) {
    const Slices slices = cut_slices(bench_dataset(), {.H = 5, .b = 1});
    const FittedEmbedding fitted =
        make_embedder(Spec::parse("label"), Spec::parse("off"))->fit(slices, 0);
    for (auto _ : state) benchmark::DoNotOptimize(accumulate_hops(fitted.hops, 0.6f));
}
BENCHMARK(AccumulateHops)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dhgak
