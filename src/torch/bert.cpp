// SPDX-License-Identifier: MIT
#include <cmath>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/torch/finetune.h"
#include "torch/plugin.h"

namespace dhgak {
namespace {

void require(bool is_good, const char* option, double value, const char* expected) {
    if (!is_good)
        throw ConfigError(
            fmt::format("finetune: option {}={} must be {}", option, value, expected));
}

}  // namespace

std::unique_ptr<Embedder> make_bert(const Spec& spec) {
    const bool from_scratch = spec.get_choice("scratch", {"no", "yes"}) == "yes";
    for (const char* key : {"layers", "width", "heads", "epochs", "batch", "rate", "sentences"})
        if (!from_scratch && spec.has(key))
            throw ConfigError(fmt::format("bert: option {} is for bert:scratch only", key));
    if (from_scratch && spec.has("dir"))
        throw ConfigError("bert: options scratch and dir exclude each other");
    return from_scratch ? torch_plugin().make_scratch_bert(spec)
                        : torch_plugin().make_pretrained_bert(spec);
}

void validate(const FinetuneOptions& options) {
    const auto is_share = [](double value) { return value > 0 && value < 1; };
    require(options.epochs >= 1, "epochs", options.epochs, "at least 1");
    require(options.batch >= 1, "batch", static_cast<double>(options.batch), "at least 1");
    require(options.rate > 0 && std::isfinite(options.rate), "rate", options.rate,
            "greater than 0");
    require(options.weight_decay >= 0 && std::isfinite(options.weight_decay), "weight-decay",
            options.weight_decay, "at least 0");
    require(is_share(options.mask_share), "mask-share", options.mask_share, "between 0 and 1");
    require(is_share(options.eval_share), "eval-share", options.eval_share, "between 0 and 1");
    require(options.max_length >= 3, "max-length", static_cast<double>(options.max_length),
            "at least 3");
    if (options.device != "auto" && options.device != "cpu" && options.device != "cuda")
        throw ConfigError(fmt::format("finetune: option device={} is unknown; known: auto cpu cuda",
                                      options.device));
}

FinetuneResult finetune_bert(const Slices& slices, const FinetuneOptions& options) {
    validate(options);
    return torch_plugin().finetune_masked_labels(slices, options);
}

}  // namespace dhgak
