// SPDX-License-Identifier: MIT
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include <ATen/Context.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/scaled_dot_product_attention.h>

#include "torch/attention.h"

namespace dhgak {
namespace {

// Rows that the fused operation with a bias works on at a time; what a sequence leaves of them is
// wasted. Without a bias it is 128 rows, and twice as slow for sequences of this length.
constexpr std::int64_t kTile = 64;

// cuDNN plans anew for each shape, tens of milliseconds each, and slices come in hundreds of
// shapes.
bool avoid_cudnn() {
    at::globalContext().setSDPUseCuDNN(false);
    return true;
}

at::Tensor attend_fused(const at::Tensor& qkv, const std::optional<at::Tensor>& bias) {
    const std::vector<at::Tensor> parts = qkv.permute({2, 0, 3, 1, 4}).unbind(0);
    return at::scaled_dot_product_attention(parts[0], parts[1], parts[2], bias)
        .transpose(1, 2)
        .reshape({qkv.size(0) * qkv.size(1), qkv.size(3) * qkv.size(4)});
}

// 0 between tokens of one sequence, minus infinity between those of different ones, for sequences
// that lie end to end in one tile.
at::Tensor make_separation(std::int64_t length, std::int64_t size, const at::TensorOptions& like) {
    // Rows of a whole tile in memory: the operation wants them aligned.
    const at::Tensor bias = at::full({size, kTile}, -std::numeric_limits<float>::infinity());
    for (std::int64_t first = 0; first < size; first += length)
        bias.narrow(0, first, length).narrow(1, first, length).zero_();
    return bias.to(like.device(), c10::typeMetaToScalarType(like.dtype()))
        .narrow(1, 0, size)
        .unsqueeze(0)
        .unsqueeze(0);
}

// Made once for each kind of tile, for good: there are a few hundred of 8 KiB each. They stay until
// the process ends, since a GPU may be gone before static objects are.
at::Tensor separation(std::int64_t length, std::int64_t size, const at::TensorOptions& like) {
    static std::mutex mutex;
    static auto& known =
        *new std::map<std::tuple<at::ScalarType, std::int64_t, std::int64_t>, at::Tensor>;
    const std::scoped_lock lock(mutex);
    at::Tensor& bias = known[{c10::typeMetaToScalarType(like.dtype()), length, size}];
    if (!bias.defined()) bias = make_separation(length, size, like);
    return bias;
}

// Several short sequences to a tile.
at::Tensor attend_in_tiles(const at::Tensor& qkv) {
    const std::int64_t sequences = qkv.size(0), length = qkv.size(1);
    const std::int64_t per_tile = kTile / length;
    const std::int64_t tiles = sequences / per_tile, rest = sequences % per_tile;
    std::vector<at::Tensor> contexts;
    const auto attend_part = [&](std::int64_t first, std::int64_t num_tiles, std::int64_t in_each) {
        if (num_tiles * in_each == 0) return;
        const std::int64_t size = in_each * length;
        const at::Tensor part = qkv.narrow(0, first, num_tiles * in_each)
                                    .view({num_tiles, size, 3, qkv.size(3), qkv.size(4)});
        contexts.push_back(attend_fused(part, separation(length, size, qkv.options())));
    };
    attend_part(0, tiles, per_tile);
    attend_part(tiles * per_tile, 1, rest);
    return contexts.size() == 1 ? contexts.front() : at::cat(contexts);
}

}  // namespace

at::Tensor attend(const at::Tensor& qkv) {
    [[maybe_unused]] static const bool is_avoided = avoid_cudnn();
    const bool is_short = qkv.is_cuda() && qkv.size(1) <= kTile;
    return is_short ? attend_in_tiles(qkv) : attend_fused(qkv, std::nullopt);
}

}  // namespace dhgak
