// SPDX-License-Identifier: MIT
#include "torch/encode/bert_slice_model.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/log.h"
#include "torch/device/device.h"
#include "torch/encode/bert_encoder.h"
#include "torch/plugin/host.h"

namespace dhgak {
namespace {

constexpr std::uint32_t kNoRow = ~std::uint32_t{0};
constexpr std::size_t kSpecials = 2;  // [CLS] and [SEP]

void log_stats(const SliceSentences& sentences, const EncodingStats& stats, at::Device device) {
    const DeviceInfo info = describe(device);
    std::string text = fmt::format(
        "bert: {} distinct sentences of {} slices, {} tokens of {} ({:.1f} times fewer); {:.2f} s "
        "on {}, {:.0f} tokens/s, {:.2f} TFLOP/s",
        stats.num_sequences, sentences.num_slices, stats.num_tokens, sentences.num_slice_tokens,
        static_cast<double>(sentences.num_slice_tokens) /
            static_cast<double>(std::max<std::size_t>(stats.num_tokens, 1)),
        stats.seconds, info.name, static_cast<double>(stats.num_tokens) / stats.seconds,
        stats.teraflops);
    if (info.peak_teraflops > 0)
        text += fmt::format(" ({:.0f} % of its bfloat16 peak)",
                            100 * stats.teraflops / info.peak_teraflops);
    log_info(text);
}

class BertSliceModel final : public SliceModel {
public:
    BertSliceModel(std::shared_ptr<const ReadyBert> bert, SaveBert save)
        : bert_(std::move(bert)), save_(std::move(save)) {}

    // A label that training never saw is read by its tokens.
    std::vector<HopVectors> embed(const Slices& slices, NewGraphNotes&) const override {
        follow_host();
        return embed_sentences(write_sentences(slices, bert_->tokenize, bert_->max_length), *bert_);
    }

    std::size_t num_columns() const override {
        return static_cast<std::size_t>(bert_->config.hidden_size);
    }

    void save(const ModelWriter& writer) const override { save_(writer); }

private:
    std::shared_ptr<const ReadyBert> bert_;
    SaveBert save_;
};

}  // namespace

SliceSentences write_sentences(const Slices& slices, const Tokenize& tokenize,
                               std::size_t max_length) {
    std::vector<std::vector<std::int32_t>> tokens_of_label;
    for (const std::string& label : slices.dataset->label_names)
        tokens_of_label.push_back(tokenize(label));
    return write_sentences(slices, tokens_of_label, max_length - kSpecials);
}

std::vector<HopVectors> embed_sentences(const SliceSentences& sentences, const ReadyBert& bert) {
    const auto width = static_cast<std::size_t>(bert.config.hidden_size);
    std::vector<HopVectors> hops;
    std::vector<std::vector<std::uint32_t>> rows_of_sentence;
    for (const SliceSentences::Hop& hop : sentences.hops) {
        hops.push_back({Matrix::for_overwrite(hop.sentence_of_row.size(), width), hop.row_of_node});
        rows_of_sentence.emplace_back(sentences.sentences.size(), kNoRow);
        for (std::size_t row = 0; row < hop.sentence_of_row.size(); ++row) {
            const std::uint32_t sentence = hop.sentence_of_row[row];
            rows_of_sentence.back()[sentence] = static_cast<std::uint32_t>(row);
            if (sentences.sentences.length(sentence) == 0)
                std::ranges::fill(hops.back().vectors.row(row), 0.0f);
        }
    }
    const EncodingStats stats = encode_sequences(
        bert.config, bert.parameters, sentences.sentences, bert.batch_tokens,
        [&](std::size_t sentence, std::span<const float> embedding) {
            for (std::size_t h = 0; h < hops.size(); ++h)
                if (const std::uint32_t row = rows_of_sentence[h][sentence]; row != kNoRow)
                    std::ranges::copy(embedding, hops[h].vectors.row(row).begin());
        });
    log_stats(sentences, stats, bert.parameters.words.device());
    return hops;
}

std::shared_ptr<const SliceModel> make_slice_model(std::shared_ptr<const ReadyBert> bert,
                                                   SaveBert save) {
    return std::make_shared<const BertSliceModel>(std::move(bert), std::move(save));
}

}  // namespace dhgak
