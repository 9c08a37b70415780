// SPDX-License-Identifier: MIT
#include "torch/train/masked_training.h"

#include <algorithm>
#include <cmath>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros_like.h>

#include "core/random.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "torch/device/device.h"

namespace dhgak {
namespace {

// What a seed is for.
enum : std::uint64_t { kSplit, kOrder, kTrainMask, kEvalMask, kDropout };

// Fixed, whatever the number of threads. Each costs memory for one gradient of the whole model.
constexpr std::size_t kShards = 4;
constexpr std::size_t kEvalSentencesPerBatch = 64;

void sort_by_length(std::vector<std::uint32_t>& ids, const TokenSequences& sentences) {
    std::ranges::stable_sort(ids, [&](std::uint32_t a, std::uint32_t b) {
        return sentences.length(a) > sentences.length(b);
    });
}

// Cuts sentences, which come by length, into parts of about equally many tokens.
std::vector<std::vector<std::uint32_t>> cut_shards(std::span<const std::uint32_t> ids,
                                                   const TokenSequences& sentences,
                                                   std::size_t num_shards) {
    std::size_t num_tokens = 0;
    for (const std::uint32_t id : ids) num_tokens += sentences.length(id);
    std::vector<std::vector<std::uint32_t>> shards(num_shards);
    std::size_t before = 0;
    for (const std::uint32_t id : ids) {
        shards[before * num_shards / num_tokens].push_back(id);
        before += sentences.length(id);
    }
    std::erase_if(shards, [](const auto& shard) { return shard.empty(); });
    return shards;
}

struct ShardResult {
    double loss_sum = 0;
    std::vector<at::Tensor> gradients;  // undefined where a parameter had no part in the loss
};

ShardResult differentiate(const BertConfig& config, const BertParameters& parameters,
                          const MaskedBatch& masked, double scale, std::uint64_t dropout_seed) {
    ShardResult result;
    BertParameters leaves = parameters;
    const std::vector<Parameter> list = list_parameters(leaves, config);
    for (const Parameter& parameter : list)
        *parameter.tensor = parameter.tensor->detach().set_requires_grad(true);
    const double hidden = config.hidden_dropout_prob;
    const double attention = config.attention_probs_dropout_prob;
    Dropout dropout(leaves.words.device(), hidden, attention, dropout_seed);
    const bool drops = hidden > 0 || attention > 0;
    const at::Tensor loss =
        masked_loss(BertModel(config, leaves), masked, drops ? &dropout : nullptr);
    loss.mul(scale).backward();
    result.loss_sum = loss.item<double>();
    for (const Parameter& parameter : list) result.gradients.push_back(parameter.tensor->grad());
    return result;
}

std::vector<at::Tensor> add_up(std::vector<ShardResult>& shards,
                               std::vector<AdamW::Entry>& entries) {
    std::vector<at::Tensor> sums(entries.size());
    parallel_for(entries.size(), [&](std::size_t p) {
        const at::NoGradGuard no_grad;
        use_one_thread();
        for (ShardResult& shard : shards) {
            at::Tensor& part = shard.gradients[p];
            if (!part.defined()) continue;
            sums[p] = sums[p].defined() ? sums[p].add_(part) : part;
            part.reset();
        }
        if (!sums[p].defined()) sums[p] = at::zeros_like(entries[p].parameter);
    });
    return sums;
}

}  // namespace

MaskedTraining::MaskedTraining(const BertConfig& config, BertParameters& parameters,
                               const TokenSequences& sentences, const TrainingOptions& options)
    : config_(config),
      parameters_(parameters),
      sentences_(sentences),
      options_(options),
      optimizer_(options.weight_decay) {
    for (const Parameter& parameter : list_parameters(parameters, config))
        optimizer_.add(*parameter.tensor, parameter.decays());
    std::vector<std::uint32_t> ids;
    for (std::size_t i = 0; i < sentences.size(); ++i)
        if (sentences.length(i) > 0) ids.push_back(static_cast<std::uint32_t>(i));
    Random(derive_seed(options.seed, {kSplit})).shuffle(ids);
    const auto num_eval = static_cast<std::ptrdiff_t>(
        std::llround(options.eval_share * static_cast<double>(ids.size())));
    eval_.assign(ids.begin(), ids.begin() + num_eval);
    train_.assign(ids.begin() + num_eval, ids.end());
    sort_by_length(eval_, sentences);
    steps_per_epoch_ = (train_.size() + options.batch - 1) / options.batch;
}

double MaskedTraining::evaluate() const {
    struct Loss {
        double sum = 0;
        std::size_t count = 0;
    };
    const bool on_gpu = parameters_.words.is_cuda();
    std::vector<Loss> losses((eval_.size() + kEvalSentencesPerBatch - 1) / kEvalSentencesPerBatch);
    const auto evaluate_batch = [&](std::size_t begin, std::size_t end) {
        const at::NoGradGuard no_grad;
        if (!on_gpu) use_one_thread();
        // The same masks in every epoch, so that losses compare.
        const MaskedBatch masked =
            mask_sentences(sentences_, std::span(eval_).subspan(begin, end - begin),
                           options_.masking, derive_seed(options_.seed, {kEvalMask}));
        if (masked.places.empty()) return;
        const at::Tensor loss = masked_loss(BertModel(config_, parameters_), masked, nullptr);
        losses[begin / kEvalSentencesPerBatch] = {loss.item<double>(), masked.places.size()};
    };
    parallel_blocks(eval_.size(), kEvalSentencesPerBatch, evaluate_batch);
    Loss total;
    for (const Loss& loss : losses) {
        total.sum += loss.sum;
        total.count += loss.count;
    }
    return total.count > 0 ? total.sum / static_cast<double>(total.count) : 0;
}

void MaskedTraining::take_step(std::span<const std::uint32_t> batch) {
    std::vector<std::uint32_t> ids(batch.begin(), batch.end());
    sort_by_length(ids, sentences_);
    const std::size_t epoch = state.step / steps_per_epoch_;
    const std::uint64_t mask_seed = derive_seed(options_.seed, {kTrainMask, epoch});
    const bool on_gpu = parameters_.words.is_cuda();

    std::vector<MaskedBatch> masked;
    std::size_t num_hidden = 0;
    for (const auto& shard : cut_shards(ids, sentences_, on_gpu ? 1 : kShards)) {
        masked.push_back(mask_sentences(sentences_, shard, options_.masking, mask_seed));
        num_hidden += masked.back().places.size();
    }
    std::erase_if(masked, [](const MaskedBatch& shard) { return shard.places.empty(); });
    if (masked.empty()) return;

    std::vector<ShardResult> shards(masked.size());
    parallel_for(masked.size(), [&](std::size_t s) {
        if (!on_gpu) use_one_thread();
        shards[s] =
            differentiate(config_, parameters_, masked[s], 1 / static_cast<double>(num_hidden),
                          derive_seed(options_.seed, {kDropout, state.step, s}));
    });
    for (const ShardResult& shard : shards) state.loss_sum += shard.loss_sum;
    state.loss_count += num_hidden;
    std::vector<at::Tensor> gradients = add_up(shards, optimizer_.entries());
    const double done = static_cast<double>(state.step) / static_cast<double>(num_steps());
    optimizer_.step(gradients, options_.rate * (1 - done), state.step + 1);
}

void MaskedTraining::run(const std::function<void(bool)>& after_step) {
    if (train_.empty()) return;
    const FastProducts fast_products;
    Progress progress("masked labels, steps", num_steps());
    progress.advance(state.step);
    if (state.step == 0) state.eval_before = evaluate();
    std::vector<std::uint32_t> order;
    while (state.step < num_steps()) {
        const std::size_t epoch = state.step / steps_per_epoch_;
        const std::size_t first = state.step % steps_per_epoch_ * options_.batch;
        if (first == 0 || order.empty()) {
            order = train_;
            Random(derive_seed(options_.seed, {kOrder, epoch})).shuffle(order);
        }
        take_step(std::span(order).subspan(first, std::min(options_.batch, order.size() - first)));
        ++state.step;
        const bool ends_epoch = state.step % steps_per_epoch_ == 0;
        if (ends_epoch) {
            const auto count = static_cast<double>(std::max<std::size_t>(state.loss_count, 1));
            state.epochs.push_back({state.loss_sum / count, evaluate()});
            state.loss_sum = 0;
            state.loss_count = 0;
        }
        after_step(ends_epoch);
        progress.advance();
    }
}

}  // namespace dhgak
