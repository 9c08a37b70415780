// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "bert/folder_checksum.h"
#include "dhgak/core/error.h"
#include "torch/finetune.h"
#include "torch/plugin/bert_embedder.h"
#include "torch/plugin/plugin.h"

namespace dhgak {
namespace {

void require(bool is_good, const char* option, double value, const char* expected) {
    if (!is_good)
        throw ConfigError(
            fmt::format("finetune: option {}={} must be {}", option, value, expected));
}

constexpr const char* kHowToFetch =
    "hf download google-bert/bert-base-uncased --local-dir DIR fetches one (of the Python package "
    "huggingface_hub)";

// The model folder that option `dir` or the variable DHGAK_BERT_DIR names.
std::string find_model_folder(const Spec& spec) {
    const char* variable = std::getenv("DHGAK_BERT_DIR");
    std::string name = spec.get("dir", variable ? variable : "");
    std::error_code failure;
    // A model may have been fitted where its folder had another place.
    if (variable && !std::filesystem::exists(name, failure)) name = variable;
    if (name.empty())
        throw ConfigError(fmt::format(
            "bert needs a model: give bert:dir=DIR or set DHGAK_BERT_DIR to a Hugging Face folder; "
            "{}; bert:scratch trains a small one",
            kHowToFetch));
    if (!std::filesystem::is_directory(name, failure))
        throw InputError(fmt::format("{}: is no folder with a BERT model; {}", name, kHowToFetch));
    return name;
}

}  // namespace

std::unique_ptr<Embedder> make_bert(const Spec& spec) {
    const bool from_scratch = spec.get_choice("scratch", {"no", "yes"}) == "yes";
    for (const char* key : {"layers", "width", "heads", "epochs", "batch", "rate", "sentences"})
        if (!from_scratch && spec.has(key))
            throw ConfigError(fmt::format("bert: option {} is for bert:scratch only", key));
    if (from_scratch && spec.has("dir"))
        throw ConfigError("bert: options scratch and dir exclude each other");
    const bool for_gpu = spec.get("device", "auto") != "cpu";
    if (from_scratch) return torch_plugin("bert", for_gpu).make_scratch_bert(spec);
    Spec resolved = spec;
    resolved.set("dir", find_model_folder(spec));
    return torch_plugin("bert", for_gpu).make_pretrained_bert(resolved);
}

std::shared_ptr<const SliceModel> load_bert(const ModelReader& reader) {
    Spec spec = Spec::parse(reader.text("spec"));
    if (reader.flag("scratch"))
        return torch_plugin("bert", spec.get("device", "auto") != "cpu")
            .load_scratch_bert(spec, reader);
    // The folder that the model was fitted with, or the one that the variable names now.
    std::string folder = find_model_folder(spec);
    if (const char* variable = std::getenv("DHGAK_BERT_DIR");
        variable && folder_checksum(folder) != reader.text("weights"))
        folder = variable;
    spec.set("dir", folder);
    if (folder_checksum(folder) != reader.text("weights"))
        throw ConfigError(
            fmt::format("{}: the model was fitted with other BERT weights than those in {}; name "
                        "the right folder with DHGAK_BERT_DIR, or fit again",
                        reader.path().string(), folder));
    return torch_plugin("bert", spec.get("device", "auto") != "cpu").load_pretrained_bert(spec);
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
    return torch_plugin("finetune", options.device != "cpu")
        .finetune_masked_labels(slices, options);
}

}  // namespace dhgak
