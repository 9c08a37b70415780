// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "align/lloyd_backend.h"
#include "dhgak/core/spec.h"
#include "embed/embedder.h"
#include "torch/finetune.h"
#include "torch/plugin/host.h"

namespace dhgak {

// LibTorch brings hundreds of shared libraries along, half a second to load. Everything that needs
// it is therefore a shared library of its own, loaded when it is first asked for; this is what it
// offers. Both sides are built together.
struct TorchPlugin {
    const char* mark;  // plugin_mark() of dhgak, for which the file is searched before it is loaded
    void (*connect_host)(const TorchHost&);
    bool (*gpu_is_available)();
    std::unique_ptr<Embedder> (*make_pretrained_bert)(const Spec&);
    std::unique_ptr<Embedder> (*make_scratch_bert)(const Spec&);
    std::shared_ptr<const SliceModel> (*load_pretrained_bert)(const Spec&);
    std::shared_ptr<const SliceModel> (*load_scratch_bert)(const Spec&, const ModelReader&);
    FinetuneResult (*finetune_masked_labels)(const Slices&, const FinetuneOptions&);
    std::vector<LloydResult> (*lloyd_on_torch)(const Matrix&, std::span<const float>,
                                               std::span<const Matrix> starts, const LloydOptions&,
                                               const std::string& device);
};

// The plugin's only visible symbol, `dhgak_torch_plugin`, is a function that returns `const
// TorchPlugin*`.

// Loads the plugin once. Throws ConfigError with the remedy where it is missing or does not load;
// `who` needs it, and a GPU if there is one and `for_gpu` is set.
const TorchPlugin& torch_plugin(std::string_view who, bool for_gpu = false);

}  // namespace dhgak
