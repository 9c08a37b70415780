// SPDX-License-Identifier: MIT
#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/dataset.h"
#include "graph/demo.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

struct Fault {
    std::string complaint;
    std::function<void(Dataset&)> make;
};

class Validate : public testing::TestWithParam<Fault> {};

TEST_P(Validate, NamesTheFault) {
    Dataset dataset = read_texts(small_texts());  // a path of three nodes, and an edge
    GetParam().make(dataset);
    try {
        validate(dataset);
        ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(), std::string("dataset 'SMALL': ").append(GetParam().complaint));
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, Validate,
    testing::Values(
        Fault{"node_offsets must begin with 0", [](Dataset& d) { d.node_offsets.clear(); }},
        Fault{"node_offsets must begin with 0", [](Dataset& d) { d.node_offsets[0] = 1; }},
        Fault{"node_offsets falls from 7 to 5; each entry counts what came before it",
              [](Dataset& d) { d.node_offsets[1] = 7; }},
        Fault{"arc_offsets must begin with 0", [](Dataset& d) { d.arc_offsets.clear(); }},
        Fault{"arc_offsets has 4 entries, expected 5: one entry for each node and one more",
              [](Dataset& d) { d.arc_offsets.pop_back(); }},
        Fault{"neighbors has 5 entries, expected 6: as many as the last of arc_offsets says",
              [](Dataset& d) { d.neighbors.pop_back(); }},
        Fault{"no node labels; give one for each node, or call label_by_degree",
              [](Dataset& d) { d.node_labels.clear(); }},
        Fault{"node_labels has 4 entries, expected 5: one for each node",
              [](Dataset& d) { d.node_labels.pop_back(); }},
        Fault{"graph 0, node 0: label 1, but label_names has 0 names; name every label",
              [](Dataset& d) { d.label_names.clear(); }},
        Fault{"graph 1, node 0: label 2, but label_names has 2 names; name every label",
              [](Dataset& d) { d.node_labels[3] = 2; }},
        Fault{"label_names has '7' twice; equal names are one label",
              [](Dataset& d) { d.label_names[0] = "7"; }},
        Fault{"edge_labels has 5 entries, expected 6: one for each arc, or none",
              [](Dataset& d) { d.edge_labels.pop_back(); }},
        Fault{"edge label 9, but edge_label_names has 2 names; name every label",
              [](Dataset& d) { d.edge_labels[2] = 9; }},
        Fault{"classes has 1 entries, expected 2: one for each graph, or none",
              [](Dataset& d) { d.targets.classes.pop_back(); }},
        Fault{"graph 1: class 2, but class_names has 2 names; name every class",
              [](Dataset& d) { d.targets.classes[1] = 2; }},
        Fault{"attributes has 4 entries, expected 5: one row for each node",
              [](Dataset& d) { d.attributes = Matrix(4, 2); }},
        Fault{"graph 1, node 1: an attribute is not finite; replace or remove it",
              [](Dataset& d) { d.attributes(4, 1) = std::numeric_limits<float>::infinity(); }},
        Fault{"graph 1, node 0: neighbour 4, but the graph has 2 nodes; neighbours are numbered "
              "from 0 inside their graph",
              [](Dataset& d) { d.neighbors[4] = 4; }},
        Fault{"graph 1, node 0: is its own neighbour; drop self loops",
              [](Dataset& d) { d.neighbors[4] = 0; }},
        Fault{"graph 0, node 1: neighbours must ascend, each once",
              [](Dataset& d) { std::swap(d.neighbors[1], d.neighbors[2]); }},
        Fault{"graph 0, node 1: neighbours must ascend, each once",
              [](Dataset& d) { d.neighbors[1] = 2; }},
        Fault{"graph 0: an arc from node 0 to node 2 without the way back; edges have no direction",
              [](Dataset& d) { d.neighbors[0] = 2; }}));

TEST(Validate, AcceptsWhatReadersGive) {
    validate(Dataset());
    validate(make_demo_dataset());
    Dataset dataset = read_texts(small_texts());
    validate(dataset);
    dataset.targets.classes[0] = kUnknownClass;
    validate(dataset);
}

}  // namespace
}  // namespace dhgak
