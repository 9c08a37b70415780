// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dhgak/slice/slices.h"

namespace dhgak {

// How a BERT model learns to guess masked labels of slices; defaults as the authors have them.
struct FinetuneOptions {
    std::filesystem::path model;   // a Hugging Face folder to start from
    std::filesystem::path output;  // the folder to write; holds checkpoints until it is complete
    int epochs = 3;
    std::size_t batch = 32;  // slices per step
    double rate = 5e-5;      // falls linearly to 0
    double weight_decay = 0.01;
    double mask_share = 0.15;            // of the tokens: 80 % masked, 10 % random, 10 % kept
    double eval_share = 0.1;             // of the slices, held out
    std::size_t max_length = 250;        // tokens of a slice, [CLS] and [SEP] counted
    std::size_t checkpoint_steps = 500;  // besides at the end of each epoch; 0: only then
    std::string device = "auto";         // auto, cpu or cuda
    std::uint64_t seed = 0;
};

// Throws ConfigError, naming the option and what it accepts.
void validate(const FinetuneOptions& options);

// Mean loss per guessed token, in nats.
struct EpochLoss {
    double train = 0;
    double eval = 0;
};

struct FinetuneResult {
    double eval_before = 0;  // of the model started from
    std::vector<EpochLoss> epochs;
    std::size_t num_sentences = 0;  // distinct slices: train and held out
    std::size_t num_steps = 0;
    std::size_t resumed_at_step = 0;  // 0: from the start
};

// Trains a model on the distinct slices of a dataset and writes it as a Hugging Face folder that
// transformers' BertForMaskedLM loads. If `output` holds a checkpoint of the same work, training
// goes on there and ends as if it had never stopped; a checkpoint of other work is refused.
//
// The same seed gives the same losses on the CPU at any thread count.
// Throws ConfigError without LibTorch, InputError for a folder that is not a BERT model.
FinetuneResult finetune_bert(const Slices& slices, const FinetuneOptions& options);

}  // namespace dhgak
