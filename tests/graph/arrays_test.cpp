// SPDX-License-Identifier: MIT
#include "graph/arrays.h"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "graph/same_dataset.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

// The graphs of small_texts(), whose arrays a test may spoil.
struct SmallArrays {
    std::vector<std::int64_t> num_nodes = {3, 2}, num_edges = {2, 1};
    std::vector<std::int64_t> sources = {0, 1, 1}, targets = {1, 2, 0};
    std::vector<std::uint32_t> labels = {0, 1, 0, 1, 1}, edge_labels = {1, 0, 1};
    std::vector<std::string> label_names = {"7", "3"}, edge_label_names = {"4", "0"};
    std::vector<float> attributes = {0.5F, 1, -2.5F, 100, 3, 4, 5, 6, 7, 8};
    std::size_t num_attributes = 2;

    Dataset dataset() const {
        Dataset made = dataset_of({.name = "SMALL",
                                   .first_graph = 10,
                                   .num_nodes = num_nodes,
                                   .num_edges = num_edges,
                                   .sources = sources,
                                   .targets = targets,
                                   .labels = labels,
                                   .label_names = label_names,
                                   .edge_labels = edge_labels,
                                   .edge_label_names = edge_label_names,
                                   .attributes = attributes,
                                   .num_attributes = num_attributes});
        validate(made);
        return made;
    }
};

TEST(GraphArrays, MakeWhatTheReaderReads) {
    TuTexts texts = small_texts();
    texts.erase("graph_labels");
    expect_same(SmallArrays().dataset(), read_texts(texts));
}

TEST(GraphArrays, WithoutLabelsHaveDegrees) {
    SmallArrays arrays;
    arrays.labels.clear();
    arrays.label_names.clear();
    const Dataset made = arrays.dataset();
    EXPECT_TRUE(made.labels_are_degrees);
    EXPECT_EQ(made.label_names, (std::vector<std::string>{"1", "2"}));
}

TEST(GraphArrays, DropLoopsAndDoubledEdges) {
    SmallArrays arrays;
    arrays.num_edges = {2, 3};
    arrays.sources = {0, 1, 1, 1, 0};
    arrays.targets = {1, 2, 0, 1, 1};
    arrays.edge_labels.clear();
    arrays.edge_label_names.clear();
    const Dataset made = arrays.dataset();
    EXPECT_EQ(made.num_edges(), 3u);
    EXPECT_EQ(made.irregularities.self_loops, 1u);
}

TEST(GraphArrays, MayBeNone) { EXPECT_EQ(dataset_of({}).num_graphs(), 0u); }

TEST(GraphArrays, NameTheGraphOfAWrongEdge) {
    for (const std::int64_t wrong : {std::int64_t{2}, std::int64_t{-1}, std::int64_t{1} << 40}) {
        SmallArrays arrays;
        arrays.targets[2] = wrong;
        EXPECT_EQ(complaint_of([&] { arrays.dataset(); }),
                  "graph 11, edge 0: node " + std::to_string(wrong) +
                      ", but the graph has 2 nodes, numbered from 0");
    }
}

TEST(GraphArrays, NameTheNodeOfAWrongAttribute) {
    SmallArrays arrays;
    arrays.attributes[9] = std::numeric_limits<float>::infinity();
    EXPECT_EQ(complaint_of([&] { arrays.dataset(); }),
              "graph 11, node 1: attribute 1 is not finite; replace or remove it");
}

TEST(GraphArrays, MustFitEachOther) {
    SmallArrays arrays;
    arrays.labels.pop_back();
    EXPECT_EQ(complaint_of([&] { arrays.dataset(); }), "labels has 4 entries, expected 5");
    arrays = {};
    arrays.targets.pop_back();
    EXPECT_EQ(complaint_of([&] { arrays.dataset(); }), "targets has 2 entries, expected 3");
    arrays = {};
    arrays.num_nodes[1] = -2;
    EXPECT_EQ(complaint_of([&] { arrays.dataset(); }), "graph 11: -2 nodes");
    arrays = {};
    arrays.labels[2] = 2;
    EXPECT_EQ(complaint_of([&] { arrays.dataset(); }), "label 2: 2, but there are 2 names");
}

}  // namespace
}  // namespace dhgak
