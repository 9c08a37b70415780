// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bert/bert_config.h"
#include "torch/encode/bert_parameters.h"
#include "torch/encode/token_sequences.h"
#include "torch/finetune.h"
#include "torch/train/adamw.h"
#include "torch/train/masked_labels.h"

namespace dhgak {

struct TrainingOptions {
    int epochs = 3;
    std::size_t batch = 32;
    double rate = 5e-5;
    double weight_decay = 0.01;
    double eval_share = 0.1;
    Masking masking;
    std::uint64_t seed = 0;
};

// How far training has come: with parameters and moments, all that a checkpoint needs. Everything
// random is derived from the seed and the step.
struct TrainingState {
    std::size_t step = 0;  // done
    double eval_before = 0;
    std::vector<EpochLoss> epochs;  // complete ones
    double loss_sum = 0;            // of the epoch under way
    std::size_t loss_count = 0;
};

// Teaches a model to guess hidden tokens.
//
// On the CPU each batch is cut into a few shards, whose gradients are found side by side, each on
// one thread, and added up in order: the result is the same for any number of threads.
class MaskedTraining {
public:
    // Parameters, float32 on the device to train on, are borrowed and changed in place.
    MaskedTraining(const BertConfig& config, BertParameters& parameters,
                   const TokenSequences& sentences, const TrainingOptions& options);

    // Goes on from `state` to the end. Calls `after_step` after each step, when parameters, moments
    // and `state` belong together; `ends_epoch` tells whether an epoch was completed.
    void run(const std::function<void(bool ends_epoch)>& after_step);

    TrainingState state;
    AdamW& optimizer() { return optimizer_; }
    std::size_t num_steps() const {
        return steps_per_epoch_ * static_cast<std::size_t>(options_.epochs);
    }
    std::size_t num_sentences() const { return train_.size() + eval_.size(); }

private:
    void take_step(std::span<const std::uint32_t> batch);
    double evaluate() const;

    const BertConfig& config_;
    BertParameters& parameters_;
    const TokenSequences& sentences_;
    TrainingOptions options_;
    AdamW optimizer_;
    std::vector<std::uint32_t> train_;
    std::vector<std::uint32_t> eval_;  // by length
    std::size_t steps_per_epoch_ = 0;
};

}  // namespace dhgak
