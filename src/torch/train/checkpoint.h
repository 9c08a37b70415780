// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "torch/train/masked_training.h"

namespace dhgak {

// Writes FOLDER/checkpoint-STEP, whole or not at all, and removes earlier ones. `work` tells this
// training from others.
void write_checkpoint(const std::filesystem::path& folder, const std::string& work,
                      MaskedTraining& training, BertParameters& parameters,
                      const BertConfig& config);

// Brings parameters, moments and state to those of the last checkpoint, if there is one.
// Throws InputError if it belongs to other work.
bool restore_checkpoint(const std::filesystem::path& folder, const std::string& work,
                        MaskedTraining& training, BertParameters& parameters,
                        const BertConfig& config);

// Removes all checkpoints, also what an interrupted one left.
void remove_checkpoints(const std::filesystem::path& folder);

}  // namespace dhgak
