// SPDX-License-Identifier: MIT
#include "torch/encode/bert_encoder.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ATen/core/grad_mode.h>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "torch/device/device.h"
#include "torch/device/transfer.h"
#include "torch/encode/bert_model.h"
#include "torch/encode/fused_bert.h"

namespace dhgak {
namespace {

// Batches that a GPU has before it while the results of earlier ones are put in their places.
constexpr std::size_t kQueuedBatches = 2;

// Sequences of one batch: a range of those sorted by length.
struct BatchRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Sequences with tokens, the longest first, so that the last batches to finish are quick ones.
std::vector<std::uint32_t> order_by_length(const TokenSequences& sequences) {
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < sequences.size(); ++i)
        if (sequences.length(i) > 0) order.push_back(static_cast<std::uint32_t>(i));
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return sequences.length(a) > sequences.length(b);
    });
    return order;
}

std::vector<BatchRange> cut_batches(const TokenSequences& sequences,
                                    std::span<const std::uint32_t> order,
                                    std::size_t batch_tokens) {
    std::vector<BatchRange> batches;
    std::size_t num_tokens = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t length = sequences.length(order[i]);
        if (batches.empty() || num_tokens + length > batch_tokens) {
            batches.push_back({i, i});
            num_tokens = 0;
        }
        batches.back().end = i + 1;
        num_tokens += length;
    }
    return batches;
}

// On the CPU, little work is cut smaller than asked for, so that it keeps several threads busy.
std::size_t tokens_per_batch(const TokenSequences& sequences, std::size_t wanted, bool on_gpu) {
    constexpr std::size_t kBatches = 32, kLeast = 128;
    if (on_gpu) return wanted;
    return std::min(wanted, std::max(sequences.num_tokens() / kBatches, kLeast));
}

class Encoding {
public:
    Encoding(const BertConfig& config, const BertParameters& parameters,
             const TokenSequences& sequences, std::size_t batch_tokens, const EmbeddingSink& sink)
        : model_(config, parameters),
          fused_(FusedBert::make(config, parameters)),
          sequences_(sequences),
          sink_(sink),
          order_(order_by_length(sequences)),
          batches_(
              cut_batches(sequences, order_,
                          tokens_per_batch(sequences, batch_tokens, parameters.words.is_cuda()))),
          progress_("bert, tokens", sequences.num_tokens()) {}

    void run_on_cpu() {
        parallel_for(batches_.size(), [&](std::size_t b) {
            const at::NoGradGuard no_grad;
            use_one_thread();
            deliver(batches_[b], embed(batches_[b]).contiguous());
        });
    }

    void run_on_gpu() {
        const at::NoGradGuard no_grad;
        std::optional<ExactProducts> exact_products;
        if (model_.is_float32()) exact_products.emplace();
        std::deque<std::pair<BatchRange, Fetch>> queued;
        const auto deliver_first = [&] {
            deliver(queued.front().first, queued.front().second.get());
            queued.pop_front();
        };
        for (const BatchRange& batch : batches_) {
            throw_if_interrupted();
            queued.emplace_back(batch, Fetch(embed(batch)));
            if (queued.size() > kQueuedBatches) deliver_first();
        }
        while (!queued.empty()) deliver_first();
    }

    // Multiplications and additions of all products.
    double count_operations(const BertConfig& config) const {
        const auto hidden = static_cast<double>(config.hidden_size);
        const double per_token =
            2 * hidden * (4 * hidden + 2 * static_cast<double>(config.intermediate_size));
        double sum = 0;
        for (const std::uint32_t s : order_) {
            const auto length = static_cast<double>(sequences_.length(s));
            sum += length * (per_token + 4 * length * hidden);
        }
        return sum * static_cast<double>(config.num_hidden_layers);
    }

private:
    at::Tensor embed(const BatchRange& range) const {
        PackedBatch batch;
        for (std::size_t i = range.begin; i < range.end; ++i) batch.add(sequences_[order_[i]]);
        return fused_ ? fused_->embed(batch) : sum_sequences(model_.hidden_states(batch), batch);
    }

    void deliver(const BatchRange& range, const at::Tensor& rows) {
        const float* row = rows.data_ptr<float>();
        const auto width = static_cast<std::size_t>(rows.size(1));
        std::size_t num_tokens = 0;
        for (std::size_t i = range.begin; i < range.end; ++i, row += width) {
            sink_(order_[i], {row, width});
            num_tokens += sequences_.length(order_[i]);
        }
        progress_.advance(num_tokens);
    }

    BertModel model_;
    std::unique_ptr<FusedBert> fused_;  // what runs where it can
    const TokenSequences& sequences_;
    const EmbeddingSink& sink_;
    std::vector<std::uint32_t> order_;
    std::vector<BatchRange> batches_;
    Progress progress_;
};

}  // namespace

EncodingStats encode_sequences(const BertConfig& config, const BertParameters& parameters,
                               const TokenSequences& sequences, std::size_t batch_tokens,
                               const EmbeddingSink& sink) {
    const auto start = std::chrono::steady_clock::now();
    Encoding encoding(config, parameters, sequences, batch_tokens, sink);
    if (parameters.words.is_cuda())
        encoding.run_on_gpu();
    else
        encoding.run_on_cpu();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return {.num_sequences = sequences.size(),
            .num_tokens = sequences.num_tokens(),
            .seconds = seconds,
            .teraflops = encoding.count_operations(config) / seconds * 1e-12};
}

}  // namespace dhgak
