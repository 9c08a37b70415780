// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// But for what the source held that simple graphs do not.
inline void expect_same_graphs(const Dataset& a, const Dataset& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.node_offsets, b.node_offsets);
    EXPECT_EQ(a.arc_offsets, b.arc_offsets);
    EXPECT_EQ(a.neighbors, b.neighbors);
    EXPECT_EQ(a.node_labels, b.node_labels);
    EXPECT_EQ(a.label_names, b.label_names);
    EXPECT_EQ(a.labels_are_degrees, b.labels_are_degrees);
    EXPECT_EQ(a.edge_labels, b.edge_labels);
    EXPECT_EQ(a.edge_label_names, b.edge_label_names);
    EXPECT_EQ(a.attributes, b.attributes);
    EXPECT_EQ(a.targets.classes, b.targets.classes);
    EXPECT_EQ(a.targets.class_names, b.targets.class_names);
    EXPECT_EQ(a.atoms, b.atoms);
    ASSERT_EQ(a.columns.size(), b.columns.size());
    for (std::size_t c = 0; c < a.columns.size(); ++c) {
        EXPECT_EQ(a.columns[c].name, b.columns[c].name);
        EXPECT_EQ(a.columns[c].values, b.columns[c].values);
    }
}

inline void expect_same(const Dataset& a, const Dataset& b) {
    expect_same_graphs(a, b);
    EXPECT_EQ(a.irregularities.self_loops, b.irregularities.self_loops);
    EXPECT_EQ(a.irregularities.doubled_arcs, b.irregularities.doubled_arcs);
    EXPECT_EQ(a.irregularities.one_way_arcs, b.irregularities.one_way_arcs);
}

}  // namespace dhgak
