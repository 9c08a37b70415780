// SPDX-License-Identifier: MIT
#include "torch/plugin/plugin.h"

#include "core/plugin_library.h"
#include "torch/plugin/entry_points.h"

extern "C" __attribute__((visibility("default"))) const dhgak::TorchPlugin* dhgak_torch_plugin() {
    static const dhgak::TorchPlugin plugin = {
        .mark = dhgak::plugin_mark(),
        .connect_host = dhgak::connect_host,
        .gpu_is_available = dhgak::torch_sees_gpu,
        .make_pretrained_bert = dhgak::make_pretrained_bert,
        .make_scratch_bert = dhgak::make_scratch_bert,
        .load_pretrained_bert = dhgak::load_pretrained_bert,
        .load_scratch_bert = dhgak::load_scratch_bert,
        .finetune_masked_labels = dhgak::finetune_masked_labels,
        .lloyd_on_torch = dhgak::lloyd_on_torch,
    };
    return &plugin;
}
