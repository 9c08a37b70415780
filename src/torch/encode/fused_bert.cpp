// SPDX-License-Identifier: MIT
#include "torch/encode/fused_bert.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <map>
#include <mutex>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_addmm_activation.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>
#include <fmt/format.h>

#include "torch/cuda/sources.h"
#include "torch/device/gpu_code.h"
#include "torch/device/transfer.h"

namespace dhgak {

struct BertCode {
    GpuCode states, attention;

    bool is_ready() const { return states.is_ready() && attention.is_ready(); }
};

namespace {

// As in cuda/bfloat16.cu and cuda/attention.cu.
constexpr std::int64_t kInVector = 8;
constexpr std::int32_t kTile = 64;
constexpr unsigned kAttentionThreads = 128;
constexpr std::size_t kNumbersOfTile = 5;

constexpr unsigned kThreads = 256;
constexpr std::int64_t kRowsPerBlock = kThreads / 32;

std::int64_t head_width(const BertConfig& config) {
    return config.hidden_size / config.num_attention_heads;
}

bool is_supported(const BertConfig& config) {
    // States are held in registers.
    constexpr std::int64_t kMostWidth = 1024, kMostHeadWidth = 64;
    return config.hidden_size % kInVector == 0 && config.hidden_size <= kMostWidth &&
           head_width(config) % 16 == 0 && head_width(config) <= kMostHeadWidth &&
           config.hidden_act != Activation::relu;
}

BertCode compile_for(const std::vector<std::string>& sizes) {
    auto attention = std::async(std::launch::async, [&] {
        return GpuCode("attention", kAttentionCode, {"attend"}, sizes);
    });
    GpuCode states("BERT", kStatesCode, {"embed_tokens", "normalize_rows", "sum_sequences"}, sizes);
    return {.states = std::move(states), .attention = attention.get()};
}

// Compiled when first asked for and kept as long as the program runs.
const BertCode& code_for(const BertConfig& config) {
    static std::mutex mutex;
    static std::map<std::vector<std::string>, BertCode> codes;
    const std::vector<std::string> sizes = {fmt::format("-DWIDTH={}", config.hidden_size),
                                            fmt::format("-DHEAD_WIDTH={}", head_width(config))};
    const std::scoped_lock lock(mutex);
    const auto found = codes.find(sizes);
    return found != codes.end() ? found->second
                                : codes.emplace(sizes, compile_for(sizes)).first->second;
}

std::int64_t blocks_of_rows(std::int64_t rows) {
    return (rows + kRowsPerBlock - 1) / kRowsPerBlock;
}

at::Tensor project(const at::Tensor& states, const LinearLayer& layer) {
    return at::linear(states, layer.weight, layer.bias);
}

// The product applies the tanh form of gelu on its way out, which differs from the exact form by up
// to 5e-4: little beside what bfloat16 makes of the product.
at::Tensor raise(const at::Tensor& states, const LinearLayer& layer) {
    return at::_addmm_activation(layer.bias, states, layer.weight.t(), 1, 1, /*use_gelu=*/true);
}

void add_product(at::Tensor states, const at::Tensor& values, const LinearLayer& layer) {
    states.addmm_(values, layer.weight.t());
}

// What the code has to know of a batch.
struct BatchNumbers {
    explicit BatchNumbers(const PackedBatch& batch) {
        tokens.assign(batch.tokens.begin(), batch.tokens.end());
        std::int32_t row = 0;
        for (const PackedBatch::Group& group : batch.groups) {
            const auto length = static_cast<std::int32_t>(group.length);
            add_tiles(row, length, static_cast<std::int32_t>(group.num_sequences));
            for (std::int64_t s = 0; s < group.num_sequences; ++s, row += length) {
                starts.push_back(row);
                for (std::int32_t i = 0; i < length; ++i)
                    positions.push_back(static_cast<std::int32_t>(PackedBatch::kFirstPosition) + i);
            }
        }
        starts.push_back(row);
    }

    std::vector<std::int32_t> tokens, positions;
    std::vector<std::int32_t> starts;  // first row of each sequence, and the end
    std::vector<std::int32_t> tiles;   // first row, rows, first key, keys, length

private:
    // Several short sequences to a tile, or several tiles to a long one.
    void add_tiles(std::int32_t row, std::int32_t length, std::int32_t num_sequences) {
        const std::int32_t end = row + length * num_sequences;
        if (length <= kTile) {
            const std::int32_t step = kTile / length * length;
            for (; row < end; row += step) {
                const std::int32_t rows = std::min(step, end - row);
                tiles.insert(tiles.end(), {row, rows, row, rows, length});
            }
            return;
        }
        for (; row < end; row += length)
            for (std::int32_t first = 0; first < length; first += kTile)
                tiles.insert(tiles.end(),
                             {row + first, std::min(kTile, length - first), row, length, length});
    }
};

}  // namespace

std::unique_ptr<FusedBert> FusedBert::make(const BertConfig& config,
                                           const BertParameters& parameters) {
    const bool fits = parameters.words.is_cuda() &&
                      parameters.words.scalar_type() == at::kBFloat16 &&
                      !parameters.layers.empty() && !parameters.layers[0].down.bias.defined();
    if (!fits || !is_supported(config) || !code_for(config).is_ready()) return nullptr;
    return std::unique_ptr<FusedBert>(new FusedBert(config, parameters, code_for(config)));
}

void FusedBert::compile(const BertConfig& config) {
    if (is_supported(config)) code_for(config);
}

void FusedBert::rehearse(const BertConfig& config, std::size_t batch_tokens) {
    if (!is_supported(config)) return;
    const at::NoGradGuard no_grad;
    const auto any = [](at::IntArrayRef shape) {
        return at::empty(shape, at::TensorOptions(at::kCUDA).dtype(at::kBFloat16));
    };
    const auto any_layer = [&](std::int64_t from, std::int64_t to) {
        return LinearLayer{.weight = any({to, from}), .bias = any({to})};
    };
    constexpr std::size_t kMostTokens = 65536;  // larger batches choose no other code
    const auto tokens = static_cast<std::int64_t>(std::min(batch_tokens, kMostTokens));
    const std::int64_t width = config.hidden_size, wide = config.intermediate_size;
    const at::Tensor states = any({tokens, width});
    project(states, any_layer(width, 3 * width));
    add_product(states, any(states.sizes()), any_layer(width, width));
    add_product(states, raise(states, any_layer(width, wide)), any_layer(wide, width));
}

at::Tensor FusedBert::embed(const PackedBatch& batch) const {
    const at::Device device = parameters_.words.device();
    const BatchNumbers numbers(batch);
    const at::Tensor starts = send(numbers.starts, device), tiles = send(numbers.tiles, device);
    const at::Tensor states =
        first_states(send(numbers.tokens, device), send(numbers.positions, device));
    for (const EncoderLayer& layer : parameters_.layers) {
        add_product(states, attend(project(states, layer.qkv), tiles), layer.attention_out);
        normalize(states, layer.attention_norm);
        add_product(states, raise(states, layer.up), layer.down);
        normalize(states, layer.output_norm);
    }
    const std::int64_t num_sequences = starts.numel() - 1;
    const at::Tensor sums =
        at::empty({num_sequences, states.size(1)}, states.options().dtype(at::kFloat));
    code_.states.run("sum_sequences", num_sequences,
                     static_cast<unsigned>(config_.hidden_size / kInVector), states.data_ptr(),
                     starts.data_ptr(), sums.data_ptr());
    return sums;
}

at::Tensor FusedBert::first_states(const at::Tensor& tokens, const at::Tensor& positions) const {
    const at::Tensor states =
        at::empty({tokens.numel(), config_.hidden_size}, parameters_.words.options());
    const NormLayer& norm = parameters_.embedding_norm;
    code_.states.run("embed_tokens", blocks_of_rows(tokens.numel()), kThreads, tokens.data_ptr(),
                     positions.data_ptr(), parameters_.words.data_ptr(),
                     parameters_.positions.data_ptr(), parameters_.types.data_ptr(),
                     norm.weight.data_ptr(), norm.bias.data_ptr(), states.data_ptr(),
                     static_cast<int>(tokens.numel()), static_cast<float>(config_.layer_norm_eps));
    return states;
}

at::Tensor FusedBert::attend(const at::Tensor& qkv, const at::Tensor& tiles) const {
    const std::int64_t heads = config_.num_attention_heads;
    const at::Tensor context = at::empty({qkv.size(0), config_.hidden_size}, qkv.options());
    const double scale = std::numbers::log2e / std::sqrt(static_cast<double>(head_width(config_)));
    code_.attention.run("attend", tiles.numel() / static_cast<std::int64_t>(kNumbersOfTile) * heads,
                        kAttentionThreads, qkv.data_ptr(), tiles.data_ptr(), context.data_ptr(),
                        static_cast<float>(scale));
    return context;
}

void FusedBert::normalize(const at::Tensor& states, const NormLayer& norm) const {
    code_.states.run("normalize_rows", blocks_of_rows(states.size(0)), kThreads, states.data_ptr(),
                     norm.weight.data_ptr(), norm.bias.data_ptr(), static_cast<int>(states.size(0)),
                     static_cast<float>(config_.layer_norm_eps));
}

}  // namespace dhgak
