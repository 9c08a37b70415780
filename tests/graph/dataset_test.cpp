// SPDX-License-Identifier: MIT
#include "dhgak/graph/dataset.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "graph/same_dataset.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST(Subset, TakesGraphsInTheGivenOrder) {
    const Dataset whole = read_texts(small_texts());
    const Dataset part = subset(whole, std::vector<std::size_t>{1, 0, 1});
    EXPECT_EQ(part.node_offsets, (std::vector<std::size_t>{0, 2, 5, 7}));
    EXPECT_EQ(part.arc_offsets, (std::vector<std::size_t>{0, 1, 2, 3, 5, 6, 7, 8}));
    EXPECT_EQ(part.neighbors, (Numbers{1, 0, 1, 0, 2, 1, 1, 0}));
    EXPECT_EQ(part.node_labels, (Numbers{0, 0, 1, 0, 1, 0, 0}));
    EXPECT_EQ(part.edge_labels, (Numbers{0, 0, 0, 0, 1, 1, 0, 0}));
    EXPECT_EQ(part.targets.classes, (Numbers{0, 1, 0}));
    EXPECT_EQ(part.attributes(0, 0), 5.0F);
    EXPECT_EQ(part.attributes(2, 0), 0.5F);
    EXPECT_EQ(part.label_names, whole.label_names);
    EXPECT_EQ(part.targets.class_names, whole.targets.class_names);
}

TEST(Subset, OfAllGraphsIsTheWhole) {
    const Dataset whole = read_texts(small_texts());
    const Dataset same = subset(whole, std::vector<std::size_t>{0, 1});
    EXPECT_EQ(same.node_offsets, whole.node_offsets);
    EXPECT_EQ(same.arc_offsets, whole.arc_offsets);
    EXPECT_EQ(same.neighbors, whole.neighbors);
    EXPECT_EQ(same.node_labels, whole.node_labels);
    EXPECT_EQ(same.edge_labels, whole.edge_labels);
    EXPECT_EQ(same.attributes, whole.attributes);
    EXPECT_EQ(same.targets.classes, whole.targets.classes);
}

TEST(Subset, RejectsGraphsThatAreNotThere) {
    const Dataset whole = read_texts(small_texts());
    EXPECT_THROW(subset(whole, std::vector<std::size_t>{2}), InputError);
    EXPECT_EQ(subset(whole, {}).num_graphs(), 0U);
}

TEST(Graph, ShowsEdgeLabelsBesideNeighbors) {
    const Dataset dataset = read_texts(small_texts());
    const Graph path = dataset.graph(0), edge = dataset.graph(1);
    EXPECT_TRUE(std::ranges::equal(path.edge_labels(0), Numbers{0}));
    EXPECT_TRUE(std::ranges::equal(path.edge_labels(1), Numbers{0, 1}));
    EXPECT_TRUE(std::ranges::equal(edge.edge_labels(1), Numbers{0}));
    TuTexts without = small_texts();
    without.erase("edge_labels");
    EXPECT_TRUE(read_texts(without).graph(0).edge_labels(1).empty());
}

TEST(DropUnusedLabels, LeavesWhatAFileOfTheseGraphsAloneWouldGive) {
    TuTexts texts;
    texts["A"] = "1, 2\n2, 1\n";
    texts["graph_indicator"] = "1\n1\n";
    texts["node_labels"] = "3\n3\n";
    texts["edge_labels"] = "0\n0\n";
    texts["node_attributes"] = "5, 6\n7, 8\n";
    const Dataset alone = read_texts(texts);
    Dataset part =
        drop_unused_labels(subset(read_texts(small_texts()), std::vector<std::size_t>{1}));
    EXPECT_EQ(part.targets.class_names, (std::vector<std::string>{"-1", "1"}));
    part.targets.classes.clear();
    part.targets.class_names.clear();
    expect_same(part, alone);
}

TEST(DropUnusedLabels, ChangesNothingWhereEachIsUsed) {
    const Dataset whole = read_texts(small_texts());
    expect_same(drop_unused_labels(whole), whole);
    EXPECT_EQ(drop_unused_labels(subset(whole, {})).num_labels(), 0U);
}

Dataset graph_alone(const Dataset& whole, std::size_t g) {
    return drop_unused_labels(subset(whole, std::vector<std::size_t>{g}));
}

TEST(Concatenate, UndoesTheCutIntoGraphs) {
    const Dataset whole = read_texts(small_texts());
    expect_same(concatenate(std::vector{graph_alone(whole, 0), graph_alone(whole, 1)}), whole);
    expect_same(concatenate(std::vector{whole}), whole);
    EXPECT_EQ(concatenate({}).num_graphs(), 0U);
}

TEST(Concatenate, GivesUnknownClassesToPartsWithoutClasses) {
    const Dataset whole = read_texts(small_texts());
    Dataset bare = whole;
    bare.targets.classes.clear();
    bare.targets.class_names.clear();
    const Dataset joined = concatenate(std::vector{bare, whole, subset(bare, {})});
    EXPECT_EQ(joined.targets.classes, (Numbers{kUnknownClass, kUnknownClass, 1, 0}));
    validate(joined);
}

TEST(Concatenate, RefusesPartsThatDoNotFit) {
    const Dataset whole = read_texts(small_texts());
    for (const char* part : {"edge_labels", "node_attributes", "node_labels"}) {
        TuTexts texts = small_texts();
        texts.erase(part);
        EXPECT_THROW(concatenate(std::vector{whole, read_texts(texts)}), InputError) << part;
    }
}

TEST(Columns, GoWithTheirGraphs) {
    Dataset whole = read_texts(small_texts());
    whole.columns = {{"name", {"path", "edge"}}};
    whole.atoms = "ecfp";
    const Dataset part = subset(whole, std::vector<std::size_t>{1, 0, 1});
    const auto names = column_of(part, "name");
    EXPECT_EQ(std::vector(names.begin(), names.end()),
              (std::vector<std::string>{"edge", "path", "edge"}));
    EXPECT_EQ(part.atoms, "ecfp");
    EXPECT_TRUE(column_of(part, "id").empty());

    Dataset other = whole;
    other.columns.push_back({"id", {"1", "2"}});
    const Dataset joined = concatenate(std::vector{other, whole});
    ASSERT_EQ(joined.columns.size(), 1U);
    EXPECT_EQ(column_of(joined, "name")[3], "edge");
    other.atoms = "element";
    EXPECT_THROW(concatenate(std::vector{other, whole}), InputError);
}

TEST(Columns, HaveOneValueForEachGraphAndNamesThatDiffer) {
    Dataset dataset = read_texts(small_texts());
    dataset.columns = {{"name", {"a"}}};
    EXPECT_THROW(validate(dataset), InputError);
    dataset.columns = {{"name", {"a", "b"}}, {"name", {"a", "b"}}};
    EXPECT_THROW(validate(dataset), InputError);
    dataset.columns.pop_back();
    EXPECT_NO_THROW(validate(dataset));
}

TEST(LabelByDegree, NumbersDegreesThatOccurInAscendingOrder) {
    Dataset dataset;  // a star of three leaves, and an isolated node
    dataset.node_offsets = {0, 4, 5};
    dataset.arc_offsets = {0, 3, 4, 5, 6, 6};
    dataset.neighbors = {1, 2, 3, 0, 0, 0};
    label_by_degree(dataset);
    EXPECT_EQ(dataset.label_names, (std::vector<std::string>{"0", "1", "3"}));
    EXPECT_EQ(dataset.node_labels, (Numbers{2, 1, 1, 1, 0}));
    EXPECT_TRUE(dataset.labels_are_degrees);
}

TEST(MajorityShare, IsTheShareOfTheLargestClass) {
    Dataset dataset;
    EXPECT_EQ(majority_share(dataset), 0.0);
    dataset.targets.classes = {0, 1, 1, 2};
    dataset.targets.class_names = {"a", "b", "c"};
    EXPECT_EQ(majority_share(dataset), 0.5);
    dataset.targets.classes = {0, kUnknownClass, 1, 1};
    EXPECT_DOUBLE_EQ(majority_share(dataset), 2.0 / 3);
    dataset.targets.classes = {kUnknownClass};
    EXPECT_EQ(majority_share(dataset), 0.0);
}

}  // namespace
}  // namespace dhgak
