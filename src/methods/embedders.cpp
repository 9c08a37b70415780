// SPDX-License-Identifier: MIT
#include "methods/embedders.h"

#include <fmt/format.h>

#include "embed/attributes.h"
#include "embed/label_vectors.h"
#include "embed/methods.h"
#include "torch/plugin/bert_embedder.h"

namespace dhgak {

static const Method<Embedder> kEmbedders[] = {
    {{"bert",
      "a pretrained language model that reads a slice's labels as a sentence; needs LibTorch",
      {{"dir", "", "Hugging Face folder of the model; else that of the variable DHGAK_BERT_DIR"},
       {"max_length", "250",
        "tokens of a slice that are read, [CLS] and [SEP] counted; the rest is cut off"},
       {"device", "auto", "cpu, cuda, or auto: a GPU if there is one", "device"},
       {"dtype", "auto", "float32, bfloat16 or float16; auto: float32 on cpu, bfloat16 on cuda"},
       {"batch_tokens", "", "tokens encoded at once; 1024 on cpu, 65536 on cuda"},
       {"scratch", "no",
        "yes: train a small model on the slices instead; the options below are for it"},
       {"layers", "2", "layers of the small model"},
       {"width", "64", "length of its vectors"},
       {"heads", "", "attention heads; left out: width / 32"},
       {"epochs", "3", "passes over the slices"},
       {"batch", "32", "slices per step"},
       {"rate", "0.001", "learning rate, which falls linearly to 0"},
       {"sentences", "20000", "distinct slices to train on; of more, a random choice"}}},
     make_bert},
    {{"label", "no learning: a slice is the count of each label in it (one-hot vectors)", {}},
     make_label},
    {{"random",
      "a random vector for each label: what a language model must beat",
      {{"size", "32", "length of the vectors"}}},
     make_random},
    {{"w2v",
      "word2vec: labels that occur near each other in slices get vectors that are alike",
      {{"train", "fast",
        "fast, or gensim: as gensim 4 and the paper do; sets the last six options unless they are "
        "given"},
       {"size", "32", "length of the vectors"},
       {"window", "5",
        "labels on each side of a centre that count as near it; drawn anew from 1..window each "
        "time"},
       {"negative", "5", "noise labels that a centre is pushed away from, drawn by frequency^0.75"},
       {"epochs", "5", "passes over the slices"},
       {"rate", "0.025", "learning rate at the start"},
       {"min_rate", "0.0001", "learning rate at the end"},
       {"sample", "0.001", "frequent labels are dropped down to about this share; 0: never"},
       {"scope", "hop", "hop: vectors of their own for each hop; all: one set for all hops"},
       {"max_words", "",
        "labels read in a pass; where there are more, the slices of randomly chosen nodes are "
        "read; 0: all (fast 100000, gensim 0). A slice is cut at 10000 labels, for gensim after "
        "frequent ones are dropped"},
       {"noise", "",
        "noise is drawn for each centre, or for each pair of labels (fast centre, gensim pair)"},
       {"start", "",
        "hop: each hop starts from random vectors of its own; same: all start alike (fast hop, "
        "gensim same)"},
       {"spread", "",
        "random vectors at the start are uniform in +-spread/size (fast 0.5, gensim 1)"},
       {"decay", "",
        "the learning rate falls after each of the sentences, or after batches of 10000 labels "
        "(fast sentences, gensim batches)"},
       {"sigmoid", "", "exact, or read from a table of 1000 values (fast exact, gensim table)"}}},
     make_w2v},
};

std::unique_ptr<Embedder> make_embedder(const Spec& nlm, const Spec& attributes,
                                        const RunValues& run) {
    return with_attributes(make_method<Embedder>("embedding", nlm, kEmbedders, run), attributes);
}

std::size_t vector_length(const Spec& nlm) {
    constexpr std::size_t kMost = 1'000'000, kOfBertBase = 768, kLabels = 32;
    std::vector<const MethodInfo*> infos;
    for (const Method<Embedder>& method : kEmbedders) infos.push_back(&method.info);
    const Spec whole = with_defaults(nlm, find_method("embedding", nlm, infos));
    if (!whole.get("size", "").empty()) return whole.get_count("size", 1, kMost);
    if (nlm.name == "label") return kLabels;  // as many as there are
    return whole.get("scratch", "") == "yes" ? whole.get_count("width", 1, kMost) : kOfBertBase;
}

std::shared_ptr<const SliceModel> load_slice_model(const ModelReader& reader) {
    const std::string kind = reader.text("kind");
    if (kind == kLabelVectors) return load_label_vectors(reader);
    if (kind == kAttributes) {
        const ModelReader tokens = reader.at("tokens");
        tokens.require(tokens.text("kind") != kAttributes, "kind", "attributes count once");
        return load_with_attributes(load_slice_model(tokens), reader);
    }
    if (kind == kBertModel) return load_bert(reader);
    reader.refuse("kind", fmt::format("'{}' is no language model that this version knows", kind));
}

std::vector<MethodInfo> list_embedders() { return describe<Embedder>(kEmbedders); }
std::vector<MethodInfo> list_attribute_modes() { return list_modes_of_attributes(); }

}  // namespace dhgak
