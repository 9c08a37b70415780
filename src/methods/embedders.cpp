// SPDX-License-Identifier: MIT
#include "dhgak/methods/embedders.h"

#include <fmt/format.h>

#include "embed/attributes.h"
#include "embed/label_vectors.h"
#include "embed/methods.h"
#include "torch/plugin/bert_embedder.h"

namespace dhgak {

static const Method<Embedder> kEmbedders[] = {
    {{"bert",
      "BERT: the sum of the last hidden states of a slice's labels",
      {{"dir", "", "Hugging Face folder of the model; else that of the variable DHGAK_BERT_DIR"},
       {"max_length", "250", "tokens of a slice that are read, [CLS] and [SEP] counted"},
       {"device", "auto", "auto, cpu or cuda", "device"},
       {"dtype", "auto", "float32, bfloat16 or float16; auto: float32 on cpu, bfloat16 on cuda"},
       {"batch_tokens", "", "tokens encoded at once; 1024 on cpu, 65536 on cuda"},
       {"scratch", "no", "train a small model on the slices instead; the rest is for it"},
       {"layers", "2", "of the small model"},
       {"width", "64", "columns of its vectors"},
       {"heads", "", "of its attention; else width / 32"},
       {"epochs", "3", "passes over the slices"},
       {"batch", "32", "slices per step"},
       {"rate", "0.001", "learning rate, which falls linearly to 0"},
       {"sentences", "20000", "distinct slices to train on; of more, a random choice"}}},
     make_bert},
    {{"label", "one-hot: a slice is its label counts", {}}, make_label},
    {{"random",
      "label vectors drawn at random: the baseline of a language model",
      {{"size", "32", "columns of the vectors"}}},
     make_random},
    {{"w2v",
      "word2vec: skip-gram with negative sampling",
      {{"train", "fast",
        "fast, or gensim: as gensim 4 and the paper's DHGAK-w2v; decides about the last six"},
       {"size", "32", "columns of the vectors"},
       {"window", "5", "words around a centre on each side, drawn anew from 1..window"},
       {"negative", "5", "noise words, drawn by frequency^0.75"},
       {"epochs", "5", "passes over the slices"},
       {"rate", "0.025", "learning rate at the start"},
       {"min_rate", "0.0001", "learning rate at the end"},
       {"sample", "0.001", "frequent labels are dropped down to about this share; 0: never"},
       {"scope", "hop", "one model for each hop, or for all"},
       {"max_words", "",
        "words kept in an epoch of a model; beyond that a random choice of the nodes gives "
        "sentences; 0: no limit (fast 100000, gensim 0). A sentence is cut at 10000 labels, for "
        "gensim after labels are dropped"},
       {"noise", "", "drawn for each centre, or for each pair of words (fast centre, gensim pair)"},
       {"start", "",
        "models start from vectors drawn for each hop, or the same at every hop (fast hop, gensim "
        "same)"},
       {"spread", "", "the start is uniform in +-spread/size (fast 0.5, gensim 1)"},
       {"decay", "",
        "the rate falls at each of the sentences, or at batches of 10000 words (fast sentences, "
        "gensim batches)"},
       {"sigmoid", "", "exact, or read from a table of 1000 steps (fast exact, gensim table)"}}},
     make_w2v},
};

std::unique_ptr<Embedder> make_embedder(const Spec& nlm, const Spec& attributes,
                                        const RunValues& run) {
    return with_attributes(make_method<Embedder>("embedding", nlm, kEmbedders, run), attributes);
}

std::shared_ptr<const SliceModel> load_slice_model(const ModelReader& reader) {
    const std::string kind = reader.text("kind");
    if (kind == kLabelVectors) return load_label_vectors(reader);
    if (kind == kAttributes)
        return load_with_attributes(load_slice_model(reader.at("tokens")), reader);
    if (kind == kBertModel) return load_bert(reader);
    reader.refuse("kind", fmt::format("'{}' is no language model that this version knows", kind));
}

std::vector<MethodInfo> list_embedders() { return describe<Embedder>(kEmbedders); }
std::vector<MethodInfo> list_attribute_modes() { return list_modes_of_attributes(); }

}  // namespace dhgak
