// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bert/bert_config.h"
#include "embed/embedder.h"
#include "torch/encode/bert_parameters.h"
#include "torch/encode/slice_sentences.h"

namespace dhgak {

// How a label's name becomes tokens.
using Tokenize = std::function<std::vector<std::int32_t>(const std::string& label)>;

// A BERT model ready to encode: weights on their device, and its tokens.
struct ReadyBert {
    BertConfig config;
    BertParameters parameters;
    Tokenize tokenize;
    std::size_t max_length = 250;  // tokens of a sentence, [CLS] and [SEP] counted
    std::size_t batch_tokens = 0;
};

// Every slice of a dataset as a sentence of at most `max_length` tokens, [CLS] and [SEP] counted.
SliceSentences write_sentences(const Slices& slices, const Tokenize& tokenize,
                               std::size_t max_length);

// Embeds distinct sentences once and writes them straight to where they belong.
std::vector<HopVectors> embed_sentences(const SliceSentences& sentences, const ReadyBert& bert);

// Writes what a model file keeps of a BERT model.
using SaveBert = std::function<void(const ModelWriter& writer)>;

std::shared_ptr<const SliceModel> make_slice_model(std::shared_ptr<const ReadyBert> bert,
                                                   SaveBert save);

}  // namespace dhgak
