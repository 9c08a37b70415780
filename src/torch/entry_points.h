// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "align/lloyd.h"
#include "dhgak/bert/finetune.h"
#include "dhgak/core/spec.h"
#include "dhgak/embed/embedder.h"

namespace dhgak {

// What LibTorch does for the library; none of it has a type of LibTorch.

std::unique_ptr<Embedder> make_pretrained_bert(const Spec& spec);  // bert_pretrained.cpp
std::unique_ptr<Embedder> make_scratch_bert(const Spec& spec);     // bert_scratch.cpp

FinetuneResult finetune_masked_labels(const Slices& slices,
                                      const FinetuneOptions& options);  // finetune.cpp

}  // namespace dhgak
