// SPDX-License-Identifier: MIT
#include <future>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "bert/folder_checksum.h"
#include "bert/wordpiece.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "torch/device/device.h"
#include "torch/encode/bert_options.h"
#include "torch/encode/bert_slice_model.h"
#include "torch/encode/fused_bert.h"
#include "torch/lloyd/lloyd_points.h"
#include "torch/plugin/entry_points.h"
#include "torch/plugin/host.h"

namespace dhgak {
namespace {

void warn_about_unknown(const Slices& slices, const WordPiece& tokenizer) {
    std::size_t unknown = 0;
    std::string example;
    for (const std::string& label : slices.dataset->label_names)
        for (const std::int32_t token : tokenizer.encode(label))
            if (token == tokenizer.unk_id()) {
                if (unknown++ == 0) example = label;
                break;
            }
    if (unknown > 0)
        log_warning(
            fmt::format("bert: {} of {} labels, '{}' for one, are not in the model's "
                        "vocabulary; it cannot tell them apart",
                        unknown, slices.dataset->num_labels(), example));
}

// A model from a Hugging Face folder; fitting it means loading it.
class PretrainedBert final : public Embedder {
public:
    explicit PretrainedBert(const Spec& spec)
        : spec_(spec), folder_(spec.get("dir", "")), options_(BertOptions::from(spec)) {}

    FittedEmbedding fit(const Slices& slices, std::uint64_t) const override {
        follow_host();
        std::call_once(opened_, [&] { open(); });
        warn_about_unknown(slices, *tokenizer_);
        auto loading =
            std::async(std::launch::async, [&] { std::call_once(loaded_, [&] { load(); }); });
        const SliceSentences sentences = write_sentences(slices, tokenize_, options_.max_length);
        loading.get();
        std::vector<HopVectors> hops = embed_sentences(sentences, *bert_);
        return {slice_model(), std::move(hops)};
    }

    // The model without slices to fit it on, which it does not need.
    std::shared_ptr<const SliceModel> model() const {
        follow_host();
        std::call_once(opened_, [&] { open(); });
        std::call_once(loaded_, [&] { load(); });
        return slice_model();
    }

    bool hops_stand_alone() const override { return true; }
    std::string identity() const override {
        return "weights=" + folder_checksum(folder_) + "," + options_.place();
    }
    std::string device() const override { return options_.device.is_cuda() ? "cuda" : "cpu"; }

private:
    std::shared_ptr<const SliceModel> slice_model() const {
        return make_slice_model(
            bert_, [spec = spec_.with_all_options(), folder = folder_](const ModelWriter& writer) {
                writer.set("kind", "bert");
                writer.set("scratch", false);
                writer.set("spec", spec.text());
                writer.set("weights", folder_checksum(folder));
            });
    }

    void open() const {
        config_ = read_bert_config(folder_);
        const auto longest = static_cast<std::size_t>(config_.max_position_embeddings);
        if (options_.max_length > longest)
            throw ConfigError(fmt::format("bert: option max_length={}, but {} reads at most {}",
                                          options_.max_length, folder_.string(), longest));
        auto tokenizer = std::make_shared<const WordPiece>(WordPiece::from_folder(folder_));
        if (tokenizer->vocab_size() > static_cast<std::size_t>(config_.vocab_size))
            throw InputError(fmt::format("{}: {} tokens in the vocabulary, but config.json has {}",
                                         folder_.string(), tokenizer->vocab_size(),
                                         config_.vocab_size));
        tokenize_ = [tokenizer](const std::string& label) { return tokenizer->encode(label); };
        tokenizer_ = std::move(tokenizer);
    }

    void load() const {
        const BertWeights weights = open_bert_weights(folder_, config_);
        // Starting a GPU takes as long as reading the weights, and so does compiling for it.
        auto waking = std::async(std::launch::async, [this] { wake_gpu(); });
        auto compiling = std::async(std::launch::async, [this] { compile_for_gpu(); });
        bert_ = std::make_shared<const ReadyBert>(
            ReadyBert{.config = config_,
                      .parameters = convert_to_encode(load_parameters(weights, config_, 0), config_,
                                                      options_.device, options_.dtype),
                      .tokenize = tokenize_,
                      .max_length = options_.max_length,
                      .batch_tokens = options_.batch_tokens});
        waking.get();
        compiling.get();
    }

    void wake_gpu() const {
        if (!options_.device.is_cuda()) return;
        if (options_.dtype == at::kBFloat16)
            FusedBert::rehearse(config_, options_.batch_tokens);
        else
            wake(options_.device, options_.dtype);
    }

    // BERT's vectors are mostly clustered next.
    void compile_for_gpu() const {
        if (!options_.device.is_cuda()) return;
        auto clustering = std::async(std::launch::async, compile_lloyd);
        if (options_.dtype == at::kBFloat16) FusedBert::compile(config_);
        clustering.get();
    }

    Spec spec_;
    std::filesystem::path folder_;
    BertOptions options_;
    mutable std::once_flag opened_, loaded_;
    mutable BertConfig config_;
    mutable std::shared_ptr<const WordPiece> tokenizer_;
    mutable Tokenize tokenize_;
    mutable std::shared_ptr<const ReadyBert> bert_;
};

}  // namespace

std::unique_ptr<Embedder> make_pretrained_bert(const Spec& spec) {
    return std::make_unique<PretrainedBert>(spec);
}

std::shared_ptr<const SliceModel> load_pretrained_bert(const Spec& spec) {
    return PretrainedBert(spec).model();
}

}  // namespace dhgak
