// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/norm.h>
#include <gtest/gtest.h>

#include "align/kmeans/lloyd.h"
#include "align/kmeans/starts.h"
#include "align/scan/nearest_scan.h"
#include "core/random.h"
#include "core/select_rows.h"
#include "dhgak/core/parallel.h"
#include "torch/encode/bert_encoder.h"
#include "torch/encode/fused_bert.h"
#include "torch/lloyd/lloyd_points.h"
#include "torch/plugin/entry_points.h"

namespace dhgak {
namespace {

// What only a GPU can show. Without one these tests say that they skip.
class OnGpu : public testing::Test {
protected:
    void SetUp() override {
        if (!torch_sees_gpu()) GTEST_SKIP() << "no GPU, or a LibTorch without CUDA";
    }
};

BertConfig config_with(std::int64_t num_heads) {
    return {.vocab_size = 20,
            .hidden_size = 64,
            .num_hidden_layers = 2,
            .num_attention_heads = num_heads,
            .intermediate_size = 128,
            .max_position_embeddings = 200,
            .initializer_range = 0.2};
}

// Lengths below, at and above a tile of attention, in groups that fill tiles and that do not.
TokenSequences sentences_of_many_lengths() {
    TokenSequences sentences;
    for (const std::int32_t length : {1, 2, 7, 31, 32, 33, 63, 64, 65, 130})
        for (std::int32_t i = 0; i < 9; ++i) {
            std::vector<std::int32_t> sentence;
            for (std::int32_t j = 0; j < length; ++j)
                sentence.push_back((i * 7 + j * j + i * j) % 20);
            sentences.add(sentence);
        }
    return sentences;
}

Matrix encode(const BertConfig& config, const BertParameters& parameters) {
    const TokenSequences sentences = sentences_of_many_lengths();
    Matrix embeddings(sentences.size(), 64);
    encode_sequences(config, parameters, sentences, 500,
                     [&](std::size_t s, std::span<const float> embedding) {
                         std::ranges::copy(embedding, embeddings.row(s).begin());
                     });
    return embeddings;
}

double relative_error(const Matrix& values, const Matrix& expected) {
    double error = 0, size = 0;
    for (std::size_t i = 0; i < values.values().size(); ++i) {
        const double difference = static_cast<double>(values.values()[i] - expected.values()[i]);
        error += difference * difference;
        size +=
            static_cast<double>(expected.values()[i]) * static_cast<double>(expected.values()[i]);
    }
    return std::sqrt(error / size);
}

TEST_F(OnGpu, EncodesAsTheCpuDoes) {
    for (const std::int64_t num_heads : {1, 2, 4}) {  // 64, 32 and 16 wide
        const BertConfig config = config_with(num_heads);
        const BertParameters parameters = random_parameters(config, 1);
        const Matrix expected = encode(config, parameters);
        const auto on_gpu = [&](at::ScalarType dtype) {
            return encode(config, convert(fold_biases(parameters), config, at::kCUDA, dtype));
        };
        EXPECT_LT(relative_error(on_gpu(at::kFloat), expected), 1e-5);
        EXPECT_LT(relative_error(on_gpu(at::kBFloat16), expected), 2e-2);
        EXPECT_LT(relative_error(on_gpu(at::kHalf), expected), 3e-3);
    }
}

TEST_F(OnGpu, EncodesByCodeOfItsOwnWhatLibTorchDoes) {
    const BertConfig config = config_with(1);
    const BertParameters parameters =
        convert(fold_biases(random_parameters(config, 1)), config, at::kCUDA, at::kBFloat16);
    const auto fused = FusedBert::make(config, parameters);
    ASSERT_TRUE(fused);
    const at::NoGradGuard no_grad;
    PackedBatch batch;
    const TokenSequences sentences = sentences_of_many_lengths();
    for (std::size_t s = 0; s < sentences.size(); ++s) batch.add(sentences[s]);
    const at::Tensor sums = fused->embed(batch);
    const at::Tensor expected =
        sum_sequences(BertModel(config, parameters).hidden_states(batch), batch);
    EXPECT_LT(((sums - expected).norm() / expected.norm()).item<double>(), 1e-2);
}

struct Clouds {
    std::size_t places;
    float offset, width;
};

// Points around some places in turn.
Matrix clouds(std::size_t size, std::size_t dims, const Clouds& clouds, std::uint64_t seed) {
    Matrix points(size, dims);
    Random random(seed);
    for (std::size_t i = 0; i < size; ++i)
        for (float& value : points.row(i))
            value = clouds.offset + static_cast<float>(i % clouds.places) +
                    clouds.width * static_cast<float>(random.uniform());
    return points;
}

TEST_F(OnGpu, ClustersAsTheCpuDoesWithAnyNumberOfThreads) {
    constexpr std::size_t kSize = 5000, kCenters = 120;
    const Matrix points = clouds(kSize, 40, {.places = 37, .offset = 100, .width = 3}, 3);
    const std::vector<float> weights(kSize, 2);
    std::vector<Matrix> starts;
    for (const std::uint64_t seed : {1, 2, 3})
        starts.push_back(select_rows(points, draw_random_starts(kSize, kCenters, seed)));

    std::vector<std::vector<LloydResult>> results;
    for (const std::size_t threads : {1, 8}) {
        set_num_threads(threads);
        results.push_back(lloyd_on_torch(points, weights, starts, {}, "cuda"));
    }
    set_num_threads(0);
    for (std::size_t i = 0; i < starts.size(); ++i) {
        EXPECT_EQ(results[0][i].center_of_point, results[1][i].center_of_point);
        EXPECT_EQ(results[0][i].centers, results[1][i].centers);
        const LloydResult expected = lloyd(points, weights, starts[i], {});
        const double cost = inertia(points, weights, expected);
        EXPECT_NEAR(inertia(points, weights, results[0][i]), cost, 1e-3 * cost);
        EXPECT_EQ(scan_nearest(points, RowGroups(results[0][i].centers)),
                  results[0][i].center_of_point);
    }
}

// What runs where code of our own cannot be compiled.
TEST_F(OnGpu, ClustersAlikeByLibTorchsOperations) {
    constexpr std::size_t kSize = 2000, kCenters = 40;
    const Matrix points = clouds(kSize, 24, {.places = 11, .offset = 0, .width = 1}, 4);
    const std::vector<float> weights(kSize, 1);
    const std::vector<Matrix> starts = {
        select_rows(points, draw_random_starts(kSize, kCenters, 1))};
    const LloydResult plain =
        points_for_operations(points, weights, at::kCUDA)->run_each(starts, {}).front();
    const LloydResult result = lloyd_on_torch(points, weights, starts, {}, "cuda").front();
    EXPECT_EQ(plain.center_of_point, result.center_of_point);
    EXPECT_EQ(plain.iterations, result.iterations);
}

}  // namespace
}  // namespace dhgak
