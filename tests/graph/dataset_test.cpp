// SPDX-License-Identifier: MIT
#include "dhgak/graph/dataset.h"

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
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
    EXPECT_EQ(part.classes, (Numbers{0, 1, 0}));
    EXPECT_EQ(part.attributes(0, 0), 5.0F);
    EXPECT_EQ(part.attributes(2, 0), 0.5F);
    EXPECT_EQ(part.label_names, whole.label_names);
    EXPECT_EQ(part.class_names, whole.class_names);
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
    EXPECT_EQ(same.classes, whole.classes);
}

TEST(Subset, RejectsGraphsThatAreNotThere) {
    const Dataset whole = read_texts(small_texts());
    EXPECT_THROW(subset(whole, std::vector<std::size_t>{2}), InputError);
    EXPECT_EQ(subset(whole, {}).num_graphs(), 0U);
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
    dataset.classes = {0, 1, 1, 2};
    dataset.class_names = {"a", "b", "c"};
    EXPECT_EQ(majority_share(dataset), 0.5);
}

}  // namespace
}  // namespace dhgak
