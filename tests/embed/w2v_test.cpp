// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "embed/embedder.h"
#include "embed/graphs.h"
#include "embed/hierarchy.h"
#include "methods/embedders.h"
#include "slice/bags.h"

namespace dhgak {
namespace {

std::unique_ptr<Embedder> make(const std::string& text) {
    return make_embedder(Spec::parse(text), {.name = "off", .options = {}});
}

// Solves nothing: single nodes of each label show the model's label vectors at every hop.
Matrix label_vectors(const SliceModel& model, std::uint32_t num_labels, int H, std::size_t hop) {
    std::vector<PlainGraph> nodes;
    for (std::uint32_t label = 0; label < num_labels; ++label) nodes.push_back({{label}, {}});
    const Dataset dataset = make_dataset(nodes, num_labels);
    const std::vector<HopVectors> hops = model.embed(cut_slices(dataset, {.H = H, .b = 0}));
    Matrix vectors(num_labels, hops[hop].vectors.cols());
    for (std::uint32_t label = 0; label < num_labels; ++label)
        std::ranges::copy(hops[hop].vectors.row(hops[hop].vector_of_node[label]),
                          vectors.row(label).begin());
    return vectors;
}

TEST(W2v, AddsUpTheLabelVectorsOfEachSlice) {
    const Dataset dataset = random_dataset(60, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const FittedEmbedding fitted = make("w2v:size=8")->fit(slices, 5);
    const FittedEmbedding counts = make("label")->fit(slices, 5);
    for (std::size_t h = 0; h < 3; ++h) {
        const Matrix vectors = label_vectors(*fitted.model, 4, 2, h);
        for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
            for (std::size_t c = 0; c < 8; ++c) {
                double sum = 0.0;
                for (std::size_t l = 0; l < 4; ++l)
                    sum +=
                        counts.hops[h].vectors(counts.hops[h].vector_of_node[v], l) * vectors(l, c);
                EXPECT_NEAR(fitted.hops[h].vectors(fitted.hops[h].vector_of_node[v], c), sum,
                            1e-4 * (1.0 + std::abs(sum)));
            }
    }
}

TEST(W2v, HasOneModelForEachHopOrOneForAll) {
    const Dataset dataset = random_dataset(60, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1});
    const FittedEmbedding by_hop = make("w2v")->fit(slices, 5);
    const FittedEmbedding shared = make("w2v:scope=all")->fit(slices, 5);
    EXPECT_NE(label_vectors(*by_hop.model, 4, 1, 0), label_vectors(*by_hop.model, 4, 1, 1));
    EXPECT_EQ(label_vectors(*shared.model, 4, 1, 0), label_vectors(*shared.model, 4, 1, 1));
}

TEST(W2v, TrainsAsGensimWithGensimsPieces) {
    const Dataset dataset = random_dataset(60, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    const auto first_hop = [&](const std::string& text) {
        return make(text)->fit(slices, 5).hops[1].vectors;
    };
    const std::vector<std::string> pieces = {"noise=pair",    "start=same",    "spread=1",
                                             "decay=batches", "sigmoid=table", "max_words=0"};
    std::string all = "w2v:";
    for (const std::string& piece : pieces) all += piece + ",";
    all.pop_back();
    EXPECT_EQ(first_hop("w2v:train=gensim"), first_hop(all));
    EXPECT_EQ(first_hop("w2v:train=fast"), first_hop("w2v"));
    for (const char* piece :
         {"noise=pair", "start=same", "spread=1", "decay=batches", "sigmoid=table"})
        EXPECT_NE(first_hop(std::string("w2v:") + piece), first_hop("w2v")) << piece;
    for (const char* other : {"noise=centre", "start=hop", "spread=0.5", "decay=sentences",
                              "sigmoid=exact", "max_words=50"})
        EXPECT_NE(first_hop(std::string("w2v:train=gensim,") + other), first_hop(all)) << other;
}

TEST(W2v, StartsEveryHopAtTheSamePlaceOnlyForGensim) {
    // Without learning the vectors stay where they start; label 0 is the most frequent at each hop.
    Dataset dataset = random_dataset(60, 4, 1);
    for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
        if (v % 8 != 0) dataset.node_labels[v] = 0;
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1});
    for (const bool gensim : {true, false}) {
        const FittedEmbedding fitted =
            make(gensim ? "w2v:rate=0,min_rate=0,train=gensim" : "w2v:rate=0,min_rate=0")
                ->fit(slices, 5);
        const Matrix hop0 = label_vectors(*fitted.model, 4, 1, 0);
        const Matrix hop1 = label_vectors(*fitted.model, 4, 1, 1);
        EXPECT_EQ(std::ranges::equal(hop0.row(0), hop1.row(0)), gensim);
    }
}

TEST(W2v, IsTheSameAtAnyThreadCount) {
    const Dataset dataset = random_dataset(60, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    for (const char* text : {"w2v", "w2v:train=gensim"}) {
        set_num_threads(1);
        const FittedEmbedding expected = make(text)->fit(slices, 5);
        for (const std::size_t threads : {2, 8}) {
            set_num_threads(threads);
            const FittedEmbedding fitted = make(text)->fit(slices, 5);
            for (std::size_t h = 0; h < 3; ++h)
                EXPECT_EQ(fitted.hops[h].vectors, expected.hops[h].vectors);
        }
    }
    set_num_threads(0);
}

TEST(W2v, SaysThatItLearnsFromAChoiceOfTheNodes) {
    const Dataset dataset = random_dataset(60, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    std::vector<std::string> messages;
    set_log_sink([&](LogLevel, std::string_view message) { messages.emplace_back(message); });
    make("w2v:max_words=0")->fit(slices, 5);
    EXPECT_TRUE(messages.empty());
    make("w2v:max_words=50")->fit(slices, 5);
    set_log_sink(nullptr);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_NE(messages[0].find("max_words=50"), std::string::npos) << messages[0];
}

TEST(W2v, GivesALabelThatDoesNotOccurItsInitialVector) {
    const Dataset dataset = make_dataset({{{0, 1, 0}, {{0, 1}, {1, 2}}}}, 3);
    const FittedEmbedding fitted = make("w2v")->fit(cut_slices(dataset, {.H = 1, .b = 1}), 5);
    const Matrix vectors = label_vectors(*fitted.model, 3, 1, 1);
    float largest = 0.0f;
    for (const float x : vectors.row(2)) largest = std::max(largest, std::abs(x));
    EXPECT_GT(largest, 0.0f);
    EXPECT_LE(largest, 0.5f / 32);
}

TEST(W2v, DependsOnTheSeed) {
    const Dataset dataset = random_dataset(20, 3, 1);
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1});
    EXPECT_NE(make("w2v")->fit(slices, 1).hops[0].vectors,
              make("w2v")->fit(slices, 2).hops[0].vectors);
}

TEST(W2v, RefusesMoreHopsThanItWasTrainedOn) {
    const Dataset dataset = random_dataset(20, 3, 1);
    const FittedEmbedding fitted = make("w2v")->fit(cut_slices(dataset, {.H = 1, .b = 1}), 1);
    EXPECT_THROW(fitted.model->embed(cut_slices(dataset, {.H = 2, .b = 1})), ConfigError);
    EXPECT_EQ(fitted.model->embed(cut_slices(dataset, {.H = 0, .b = 1})).size(), 1u);
}

TEST(W2v, DoesNotDependOnTheNumberingOfNodes) {
    // Renumbering changes the order of sentences, and so the vectors, but not which slices are
    // equal.
    Dataset dataset = random_dataset(20, 3, 1);
    const FittedEmbedding fitted = make("w2v")->fit(cut_slices(dataset, {.H = 2, .b = 1}), 1);

    Random random(4);
    Dataset renumbered = make_dataset({}, 3);
    std::vector<std::size_t> new_node;
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const Graph graph = dataset.graph(g);
        std::vector<std::uint32_t> place(graph.num_nodes());
        for (std::uint32_t v = 0; v < place.size(); ++v) place[v] = v;
        random.shuffle(place);
        PlainGraph plain{.labels = std::vector<std::uint32_t>(place.size())};
        for (std::uint32_t v = 0; v < place.size(); ++v) {
            plain.labels[place[v]] = graph.labels[v];
            for (const std::uint32_t u : graph.neighbors(v))
                plain.edges.emplace_back(place[v], place[u]);
            new_node.push_back(graph.first_node + place[v]);
        }
        append_graph(renumbered, plain);
    }
    const std::vector<HopVectors> hops =
        fitted.model->embed(cut_slices(renumbered, {.H = 2, .b = 1}));
    for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
            EXPECT_TRUE(
                std::ranges::equal(fitted.hops[h].vectors.row(fitted.hops[h].vector_of_node[v]),
                                   hops[h].vectors.row(hops[h].vector_of_node[new_node[v]])));
}

TEST(W2v, RefusesOptionsItCannotUse) {
    for (const char* text :
         {"w2v:size=0", "w2v:window=0", "w2v:negative=-1", "w2v:epochs=0", "w2v:rate=-1",
          "w2v:rate=2", "w2v:sample=-1", "w2v:max_words=-1", "w2v:train=word2vec", "w2v:noise=both",
          "w2v:start=0", "w2v:spread=-1", "w2v:decay=no", "w2v:sigmoid=6", "w2v:scope=both",
          "w2v:sise=3", "w2v:size=many", "word2vec"})
        EXPECT_THROW(make(text), ConfigError) << text;
}

}  // namespace
}  // namespace dhgak
