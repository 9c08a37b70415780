// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <ATen/ops/from_blob.h>
#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "torch/encode/bert_options.h"
#include "torch/encode/bert_slice_model.h"
#include "torch/plugin/entry_points.h"
#include "torch/plugin/host.h"
#include "torch/train/masked_training.h"

namespace dhgak {
namespace {

// The vocabulary: two special tokens, then the labels in order.
enum : std::int32_t { kUnknown, kMask, kFirstLabel };

struct ScratchOptions {
    std::int64_t layers = 0;
    std::int64_t width = 0;
    std::int64_t heads = 0;
    int epochs = 0;
    std::size_t batch = 0;
    double rate = 0;
    std::size_t sentences = 0;
};

// At most `limit` of the sentences, drawn without replacement.
TokenSequences draw_sentences(const TokenSequences& all, std::size_t limit, std::uint64_t seed) {
    if (all.size() <= limit) return all;
    std::vector<std::uint32_t> ids(all.size());
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::uint32_t>(i);
    Random(seed).shuffle(ids);
    TokenSequences drawn;
    for (std::size_t i = 0; i < limit; ++i) drawn.add(all[ids[i]]);
    return drawn;
}

// A small BERT whose words are the labels, trained on the slices it is fitted on.
class ScratchBert final : public Embedder {
public:
    ScratchBert(const Spec& spec, const ScratchOptions& scratch, const BertOptions& options)
        : spec_(spec), scratch_(scratch), options_(options) {}

    FittedEmbedding fit(const Slices& slices, std::uint64_t seed) const override {
        follow_host();
        const std::vector<std::string>& names = slices.dataset->label_names;
        ReadyBert bert = without_parameters(names);
        const SliceSentences sentences = write_sentences(slices, bert.tokenize, bert.max_length);
        const BertParameters parameters = train(bert.config, sentences.sentences, seed);
        bert.parameters =
            convert_to_encode(parameters, bert.config, options_.device, options_.dtype);
        std::vector<HopVectors> hops = embed_sentences(sentences, bert);
        return {model_of(std::move(bert), names, parameters), std::move(hops)};
    }

    // What `fit` made, from a model file.
    std::shared_ptr<const SliceModel> load(const ModelReader& reader) const {
        follow_host();
        const std::vector<std::string> names = reader.texts("labels");
        ReadyBert bert = without_parameters(names);
        BertParameters parameters;
        for (const Parameter& parameter : list_parameters(parameters, bert.config)) {
            const std::string& name = parameter.parts.front().name;
            std::vector<float> values = reader.floats(name);
            // Judged before memory is taken: options of a file may ask for any.
            const std::vector<std::int64_t> shape = parameter.shape();
            reader.require(
                static_cast<std::int64_t>(values.size()) ==
                    std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies()),
                name, "it does not have the size that the options give it");
            *parameter.tensor = at::from_blob(values.data(), shape).clone();
        }
        bert.parameters =
            convert_to_encode(parameters, bert.config, options_.device, options_.dtype);
        return model_of(std::move(bert), names, parameters);
    }

    std::string identity() const override { return options_.place(); }
    std::string device() const override { return options_.device.is_cuda() ? "cuda" : "cpu"; }

private:
    ReadyBert without_parameters(const std::vector<std::string>& names) const {
        std::map<std::string, std::int32_t> token_of_label;
        for (std::size_t i = 0; i < names.size(); ++i)
            token_of_label.emplace(names[i], kFirstLabel + static_cast<std::int32_t>(i));
        return {
            .config = config_for(names.size()),
            .parameters = {},
            .tokenize =
                [token_of_label = std::move(token_of_label)](const std::string& label) {
                    const auto found = token_of_label.find(label);
                    return std::vector{found == token_of_label.end() ? kUnknown : found->second};
                },
            .max_length = options_.max_length,
            .batch_tokens = options_.batch_tokens};
    }

    // Keeps the parameters as they were trained, in float32, for saving.
    std::shared_ptr<const SliceModel> model_of(ReadyBert bert,
                                               const std::vector<std::string>& names,
                                               const BertParameters& parameters) const {
        const BertConfig config = bert.config;
        auto plain = std::make_shared<BertParameters>(
            convert(parameters, config, at::Device(at::kCPU), at::kFloat));
        return make_slice_model(
            std::make_shared<const ReadyBert>(std::move(bert)),
            [spec = spec_.with_all_options(), names, config, plain](const ModelWriter& writer) {
                writer.set("kind", "bert");
                writer.set("scratch", true);
                writer.set("spec", spec.text());
                writer.set("labels", names);
                for (const Parameter& parameter : list_parameters(*plain, config)) {
                    const at::Tensor values = parameter.tensor->contiguous();
                    writer.add(parameter.parts.front().name,
                               std::span<const float>(values.data_ptr<float>(),
                                                      static_cast<std::size_t>(values.numel())));
                }
            });
    }

    BertConfig config_for(std::size_t num_labels) const {
        return {.vocab_size = kFirstLabel + static_cast<std::int64_t>(num_labels),
                .hidden_size = scratch_.width,
                .num_hidden_layers = scratch_.layers,
                .num_attention_heads = scratch_.heads,
                .intermediate_size = 4 * scratch_.width,
                .max_position_embeddings = static_cast<std::int64_t>(options_.max_length),
                .type_vocab_size = 1,
                .hidden_dropout_prob = 0,
                .attention_probs_dropout_prob = 0};
    }

    BertParameters train(const BertConfig& config, const TokenSequences& all,
                         std::uint64_t seed) const {
        BertParameters parameters = convert(random_parameters(config, derive_seed(seed, {0})),
                                            config, options_.device, at::kFloat);
        const TokenSequences sentences =
            draw_sentences(all, scratch_.sentences, derive_seed(seed, {1}));
        MaskedTraining training(
            config, parameters, sentences,
            {.epochs = scratch_.epochs,
             .batch = scratch_.batch,
             .rate = scratch_.rate,
             .masking = {.mask_token = kMask,
                         .first_word = kFirstLabel,
                         .end_word = static_cast<std::int32_t>(config.vocab_size)},
             .seed = derive_seed(seed, {2})});
        training.run([](bool) {});
        for (std::size_t e = 0; e < training.state.epochs.size(); ++e)
            log_info(fmt::format("bert:scratch: epoch {}: loss {:.4f}, held out {:.4f}", e + 1,
                                 training.state.epochs[e].train, training.state.epochs[e].eval));
        return parameters;
    }

    Spec spec_;
    ScratchOptions scratch_;
    BertOptions options_;
};

ScratchBert build(const Spec& spec) {
    ScratchOptions scratch;
    scratch.layers = static_cast<std::int64_t>(spec.get_count("layers", 1, 100));
    scratch.width = static_cast<std::int64_t>(spec.get_count("width", 1, 1 << 16));
    const auto default_heads =
        static_cast<std::size_t>(std::max<std::int64_t>(scratch.width / 32, 1));
    scratch.heads = static_cast<std::int64_t>(spec.get_count("heads", default_heads, 1, 1 << 10));
    if (scratch.width % scratch.heads != 0)
        throw ConfigError(fmt::format("bert: option heads={} must divide width={}", scratch.heads,
                                      scratch.width));
    scratch.epochs = static_cast<int>(spec.get_count("epochs", 0, 1 << 20));
    scratch.batch = spec.get_count("batch", 1, 1 << 20);
    scratch.rate = spec.get_number("rate");
    if (!(scratch.rate > 0))
        throw ConfigError(fmt::format("bert: option rate={} must be greater than 0", scratch.rate));
    scratch.sentences = spec.get_count("sentences", 1, std::size_t{1} << 40);
    return {spec, scratch, BertOptions::from(spec)};
}

}  // namespace

std::unique_ptr<Embedder> make_scratch_bert(const Spec& spec) {
    return std::make_unique<ScratchBert>(build(spec));
}

std::shared_ptr<const SliceModel> load_scratch_bert(const Spec& spec, const ModelReader& reader) {
    return build(spec).load(reader);
}

}  // namespace dhgak
