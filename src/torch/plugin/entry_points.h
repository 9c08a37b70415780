// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "align/lloyd_backend.h"
#include "dhgak/core/spec.h"
#include "embed/embedder.h"
#include "torch/finetune.h"

namespace dhgak {

// What LibTorch does for the library; none of it has a type of LibTorch.

bool torch_sees_gpu();  // device.cpp

// Option `dir` names the folder.
std::unique_ptr<Embedder> make_pretrained_bert(const Spec& spec);  // bert_pretrained.cpp
std::unique_ptr<Embedder> make_scratch_bert(const Spec& spec);     // bert_scratch.cpp

// What these saved; `spec` is the one that was saved, with the folder where it is now.
std::shared_ptr<const SliceModel> load_pretrained_bert(const Spec& spec);
std::shared_ptr<const SliceModel> load_scratch_bert(const Spec& spec, const ModelReader& reader);

FinetuneResult finetune_masked_labels(const Slices& slices,
                                      const FinetuneOptions& options);  // finetune.cpp

// One result for each of the starts.
std::vector<LloydResult> lloyd_on_torch(const Matrix& points, std::span<const float> weights,
                                        std::span<const Matrix> starts, const LloydOptions& options,
                                        const std::string& device);  // lloyd_on_torch.cpp

}  // namespace dhgak
