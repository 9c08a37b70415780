// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "dhgak/kernel/alignment.h"
#include "dhgak/kernel/hop_kernel.h"
#include "micro/dataset.h"

namespace dhgak {
namespace {

void Align(benchmark::State& state) {
    StageTimes times;
    for (auto _ : state) benchmark::DoNotOptimize(align_slices(bench_dataset(), {}, times));
}
BENCHMARK(Align)->UseRealTime()->Unit(benchmark::kMillisecond);

void Gram(benchmark::State& state, HopKernel mode) {
    const Dataset& dataset = bench_dataset();
    StageTimes times;
    const std::vector<HopAlignment> hops = align_slices(dataset, {}, times);
    for (auto _ : state) {
        GramMatrix gram(dataset.num_graphs());
        for (const HopAlignment& hop : hops)
            add_hop(gram, count_clusters(hop, dataset.node_offsets), dataset.node_offsets, mode);
        normalize(gram);
        benchmark::DoNotOptimize(gram);
    }
}
BENCHMARK_CAPTURE(Gram, dhgak, HopKernel::mean_embedding)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Gram, dhgak_oa, HopKernel::assignment)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dhgak
