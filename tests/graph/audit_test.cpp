// SPDX-License-Identifier: MIT
#include "graph/audit.h"

#include <gtest/gtest.h>

#include "graph/tu_texts.h"

namespace dhgak {
namespace {

// Graphs: an edge three times (classes 1, 1, 2), a triangle, a node, nothing, an edge and a node.
TuTexts seven_graphs() {
    return {{"A", "1,2\n2,1\n3,4\n4,3\n5,6\n7,8\n8,9\n9,7\n11,12\n11,12\n10,10\n"},
            {"graph_indicator", "1\n1\n2\n2\n3\n3\n4\n4\n4\n5\n7\n7\n7\n"},
            {"graph_labels", "1\n1\n2\n2\n1\n1\n1\n"}};
}

TEST(Audit, CountsWhatIsThere) {
    const Audit found = audit(read_texts(seven_graphs()));
    EXPECT_EQ(found.class_sizes, (std::vector<std::size_t>{5, 2}));
    EXPECT_DOUBLE_EQ(found.majority_share, 5.0 / 7);
    EXPECT_EQ(found.nodes.min, 0U);
    EXPECT_EQ(found.nodes.max, 3U);
    EXPECT_DOUBLE_EQ(found.nodes.mean, 13.0 / 7);
    EXPECT_EQ(found.edges.max, 3U);
    EXPECT_DOUBLE_EQ(found.edges.mean, 1.0);
    EXPECT_EQ(found.isolated_nodes, 2U);
    EXPECT_EQ(found.disconnected_graphs, 1U);
    EXPECT_EQ(found.empty_graphs, 1U);
    EXPECT_EQ(found.irregularities.self_loops, 1U);
    EXPECT_EQ(found.irregularities.doubled_arcs, 1U);
    EXPECT_EQ(found.irregularities.one_way_arcs, 5U);
    EXPECT_TRUE(found.coordinate_columns.empty());
}

TEST(Audit, FindsDuplicatesAndWhatTheyCost) {
    const Duplicates found = audit(read_texts(seven_graphs())).duplicates;
    EXPECT_EQ(found.distinct_graphs, 5U);
    EXPECT_EQ(found.shared_graphs, 3U);
    EXPECT_EQ(found.conflicting_graphs, 3U);
    EXPECT_DOUBLE_EQ(found.best_accuracy, 6.0 / 7);
}

TEST(Audit, JudgesDuplicatesByEdgeLabelsToo) {
    TuTexts texts = seven_graphs();
    texts["edge_labels"] = "0\n0\n0\n0\n1\n0\n0\n0\n0\n0\n0\n";
    const Audit found = audit(read_texts(texts));
    EXPECT_EQ(found.duplicates.conflicting_graphs, 3U);
    EXPECT_EQ(found.duplicates_with_edge_labels.shared_graphs, 2U);
    EXPECT_EQ(found.duplicates_with_edge_labels.conflicting_graphs, 0U);
    EXPECT_DOUBLE_EQ(found.duplicates_with_edge_labels.best_accuracy, 1.0);
}

TEST(Audit, NeedsNoClassesAndNoGraphs) {
    TuTexts texts = seven_graphs();
    texts.erase("graph_labels");
    const Audit found = audit(read_texts(texts));
    EXPECT_TRUE(found.class_sizes.empty());
    EXPECT_EQ(found.duplicates.shared_graphs, 3U);
    EXPECT_EQ(found.duplicates.conflicting_graphs, 0U);
    EXPECT_EQ(found.duplicates.best_accuracy, 0.0);
    EXPECT_EQ(audit(Dataset()).nodes.max, 0U);
}

}  // namespace
}  // namespace dhgak
