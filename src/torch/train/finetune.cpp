// SPDX-License-Identifier: MIT
#include <bit>
#include <fstream>

#include <fmt/format.h>

#include "bert/folder_checksum.h"
#include "bert/wordpiece.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "torch/device/device.h"
#include "torch/encode/bert_slice_model.h"
#include "torch/plugin/entry_points.h"
#include "torch/plugin/host.h"
#include "torch/train/checkpoint.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

class Fingerprint {
public:
    void add(std::uint64_t value) {
        hash_ = (hash_ ^ value) * 0xff51afd7ed558ccdULL;
        hash_ ^= hash_ >> 32;
    }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    std::string text() const { return fmt::format("{:016x}", hash_); }

private:
    std::uint64_t hash_ = 0x9e3779b97f4a7c15ULL;
};

// All that the result depends on: slices, settings and the weights started from.
std::string fingerprint(const TokenSequences& sentences, const FinetuneOptions& options) {
    Fingerprint print;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        print.add(std::uint64_t{sentences.length(i)});
        for (const std::int32_t token : sentences[i]) print.add(static_cast<std::uint64_t>(token));
    }
    for (const std::uint64_t value :
         {static_cast<std::uint64_t>(options.epochs), std::uint64_t{options.batch}, options.seed})
        print.add(value);
    for (const double value :
         {options.rate, options.weight_decay, options.mask_share, options.eval_share})
        print.add(value);
    for (const char digit : folder_checksum(options.model))
        print.add(static_cast<std::uint64_t>(digit));
    return print.text();
}

std::size_t require_length(const FinetuneOptions& options, const BertConfig& config) {
    if (options.max_length > static_cast<std::size_t>(config.max_position_embeddings))
        throw ConfigError(fmt::format("finetune: option max-length={}, but {} reads at most {}",
                                      options.max_length, options.model.string(),
                                      config.max_position_embeddings));
    return options.max_length;
}

}  // namespace

FinetuneResult finetune_masked_labels(const Slices& slices, const FinetuneOptions& options) {
    follow_host();
    const at::Device device = choose_device(options.device);
    const WordPiece tokenizer = WordPiece::from_folder(options.model);
    ReadyBert bert;
    bert.config = read_bert_config(options.model);
    bert.max_length = require_length(options, bert.config);
    bert.tokenize = [tokenizer](const std::string& label) { return tokenizer.encode(label); };
    const BertWeights weights = open_bert_weights(options.model, bert.config);
    if (!weights.has_mlm_head)
        log_warning(fmt::format("{} has no head for masked words; it starts from random weights",
                                options.model.string()));
    BertParameters parameters = convert(load_parameters(weights, bert.config, options.seed),
                                        bert.config, device, at::kFloat);
    const SliceSentences slices_as_text = write_sentences(slices, bert.tokenize, bert.max_length);

    MaskedTraining training(
        bert.config, parameters, slices_as_text.sentences,
        {.epochs = options.epochs,
         .batch = options.batch,
         .rate = options.rate,
         .weight_decay = options.weight_decay,
         .eval_share = options.eval_share,
         .masking = {.share = options.mask_share,
                     .mask_token = tokenizer.mask_id(),
                     .first_word = 0,
                     .end_word = static_cast<std::int32_t>(tokenizer.vocab_size())},
         .seed = options.seed});
    const std::string work = fingerprint(slices_as_text.sentences, options);
    fs::create_directories(options.output);
    FinetuneResult result;
    if (restore_checkpoint(options.output, work, training, parameters, bert.config)) {
        result.resumed_at_step = training.state.step;
        log_info(fmt::format("finetune: going on after step {} of {}", training.state.step,
                             training.num_steps()));
    }
    training.run([&](bool ends_epoch) {
        const TrainingState& state = training.state;
        if (ends_epoch)
            log_info(
                fmt::format("finetune: epoch {}: loss {:.4f}, held out {:.4f} (before: {:.4f})",
                            state.epochs.size(), state.epochs.back().train,
                            state.epochs.back().eval, state.eval_before));
        const bool is_due =
            options.checkpoint_steps > 0 && state.step % options.checkpoint_steps == 0;
        if (ends_epoch || is_due)
            write_checkpoint(options.output, work, training, parameters, bert.config);
    });

    tokenizer.save(options.output);
    write_bert_config(options.output, bert.config);
    save_parameters(options.output, parameters, bert.config);
    remove_checkpoints(options.output);
    result.eval_before = training.state.eval_before;
    result.epochs = training.state.epochs;
    result.num_sentences = training.num_sentences();
    result.num_steps = training.num_steps();
    return result;
}

}  // namespace dhgak
