// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include "graph/audit.h"
#include "micro/dataset.h"

namespace dhgak {
namespace {

void Read(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(read_dataset(bench_source()));
    state.SetItemsProcessed(state.iterations() *
                            static_cast<std::int64_t>(bench_dataset().neighbors.size()));
}
BENCHMARK(Read)->UseRealTime()->Unit(benchmark::kMillisecond);

void AuditDataset(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(audit(bench_dataset()));
}
BENCHMARK(AuditDataset)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dhgak
