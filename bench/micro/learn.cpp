// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <numeric>

#include <benchmark/benchmark.h>

#include "dhgak/learn/cross_validation.h"
#include "kernels/registry.h"
#include "learn/libsvm_model.h"
#include "learn/svm.h"
#include "micro/dataset.h"

namespace dhgak {
namespace {

// The kernel that DHGAK_BENCH_KERNEL names, or dhgak; one with features.
const FittedKernel& bench_kernel() {
    static const std::unique_ptr<FittedKernel> fitted = [] {
        StageTimes times;
        const char* kernel = std::getenv("DHGAK_BENCH_KERNEL");
        return make_kernel(Spec::parse(kernel ? kernel : "dhgak"), {})
            ->fit(bench_dataset(), {times});
    }();
    return *fitted;
}

const GramMatrix& bench_gram() {
    static const GramMatrix gram = bench_kernel().gram();
    return gram;
}

const SparseMatrix& bench_features() {
    static const SparseMatrix features = bench_kernel().training_features();
    return features;
}

// One model on all graphs; the argument is C in thousandths.
template <typename Model, typename Gram>
void train(benchmark::State& state, const Gram& gram) {
    std::vector<std::size_t> all(bench_gram().size());
    std::iota(all.begin(), all.end(), 0);
    const double C = static_cast<double>(state.range(0)) / 1000;
    for (auto _ : state)
        benchmark::DoNotOptimize(Model(gram, all, bench_dataset().targets.classes, C));
}

void Train(benchmark::State& state) { train<SvmModel>(state, SvmGram(bench_gram())); }
BENCHMARK(Train)->RangeMultiplier(10)->Range(100, 1'000'000)->Unit(benchmark::kMillisecond);

void TrainLibsvm(benchmark::State& state) { train<LibsvmModel>(state, LibsvmGram(bench_gram())); }
BENCHMARK(TrainLibsvm)->RangeMultiplier(10)->Range(100, 1'000'000)->Unit(benchmark::kMillisecond);

void CrossValidate(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(cross_validate(bench_gram(), bench_dataset().targets, {}));
}
BENCHMARK(CrossValidate)->UseRealTime()->Unit(benchmark::kMillisecond);

void CrossValidateLinear(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(cross_validate(bench_features(), bench_dataset().targets, {}));
}
BENCHMARK(CrossValidateLinear)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dhgak
