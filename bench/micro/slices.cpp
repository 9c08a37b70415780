// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "micro/dataset.h"
#include "slice/bags.h"
#include "slice/sequences.h"

namespace dhgak {
namespace {

SliceOptions options_of(const benchmark::State& state) {
    return {.H = static_cast<int>(state.range(0)), .b = static_cast<int>(state.range(1))};
}

void Centrality(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(cut_slices(bench_dataset(), {}));
}
BENCHMARK(Centrality)->UseRealTime()->Unit(benchmark::kMillisecond);

void Bags(benchmark::State& state) {
    const Slices slices = cut_slices(bench_dataset(), options_of(state));
    for (auto _ : state) benchmark::DoNotOptimize(bag_slices(slices));
}
BENCHMARK(Bags)->Args({1, 0})->Args({5, 1})->Args({5, 2})->UseRealTime()->Unit(
    benchmark::kMillisecond);

void Sequences(benchmark::State& state) {
    const Slices slices = cut_slices(bench_dataset(), options_of(state));
    std::int64_t tokens = 0;
    for (auto _ : state)
        for (std::size_t g = 0; g < bench_dataset().num_graphs(); ++g) {
            SequenceWriter writer(slices, g);
            for (std::size_t v = 0; v < bench_dataset().graph(g).num_nodes(); ++v)
                for (int h = 0; h < slices.num_hops(); ++h)
                    tokens += static_cast<std::int64_t>(writer.labels(v, h, 250).size());
        }
    state.SetItemsProcessed(tokens);
}
BENCHMARK(Sequences)->Args({5, 1})->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dhgak
