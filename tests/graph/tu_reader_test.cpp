// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/parallel.h"
#include "graph/same_dataset.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

using Numbers = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

TEST(TuReader, ReadsEveryFile) {
    const Dataset d = read_texts(small_texts());
    EXPECT_EQ(d.name, "SMALL");
    EXPECT_EQ(d.node_offsets, (std::vector<std::size_t>{0, 3, 5}));
    EXPECT_EQ(d.arc_offsets, (std::vector<std::size_t>{0, 1, 3, 4, 5, 6}));
    EXPECT_EQ(d.neighbors, (Numbers{1, 0, 2, 1, 1, 0}));
    EXPECT_EQ(d.label_names, (Names{"3", "7"}));
    EXPECT_EQ(d.node_labels, (Numbers{1, 0, 1, 0, 0}));
    EXPECT_FALSE(d.labels_are_degrees);
    EXPECT_EQ(d.edge_label_names, (Names{"0", "4"}));
    EXPECT_EQ(d.edge_labels, (Numbers{0, 0, 1, 1, 0, 0}));
    EXPECT_EQ(d.targets.class_names, (Names{"-1", "1"}));
    EXPECT_EQ(d.targets.classes, (Numbers{1, 0}));
    ASSERT_EQ(d.attributes.rows(), 5U);
    ASSERT_EQ(d.attributes.cols(), 2U);
    EXPECT_EQ(d.attributes(1, 0), -2.5F);
    EXPECT_EQ(d.attributes(1, 1), 100.0F);
    EXPECT_EQ(d.irregularities.self_loops, 0U);
    EXPECT_EQ(d.irregularities.doubled_arcs, 0U);
    EXPECT_EQ(d.irregularities.one_way_arcs, 0U);
}

TEST(TuReader, ReadsTheSameWhateverTheManners) {
    const Dataset plain = read_texts(small_texts());
    const auto replace = [](std::string text, const std::string& from, const std::string& to) {
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
        return text;
    };
    const std::vector<std::pair<std::string, std::string>> manners = {
        {", ", ","}, {", ", " ,\t"}, {"\n", "\r\n"}, {"\n", "  \n"}, {"\n", " \t\r\n"}};
    for (const auto& [from, to] : manners) {
        TuTexts texts = small_texts();
        for (auto& [part, text] : texts) text = replace(text, from, to);
        expect_same(read_texts(texts), plain);
    }
    TuTexts signed_texts = small_texts();
    signed_texts["graph_labels"] = "+1\n-1\n";
    signed_texts["graph_indicator"] = "+1\n1\n1\n+2\n2\n";
    signed_texts["node_labels"] = "+7\n+3\n7\n3\n3\n";
    signed_texts["node_attributes"] = "+0.5, +1\n-2.5, +1e2\n3, 4\n5, 6\n7, 8\n";
    signed_texts["A"] = "+1, +2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n";
    expect_same(read_texts(signed_texts), plain);
    for (const std::string end : {"", "\n\n\n", "\r\n \r\n", " "}) {
        TuTexts texts = small_texts();
        for (auto& [part, text] : texts) text.replace(text.size() - 1, 1, end);
        expect_same(read_texts(texts), plain);
    }
    TuTexts marked = small_texts();
    for (auto& [part, text] : marked) text = "\xEF\xBB\xBF" + text;
    expect_same(read_texts(marked), plain);
}

TEST(TuReader, DropsAndCountsSelfLoops) {
    TuTexts texts = small_texts();
    texts["A"] += "2, 2\n2, 2\n";
    texts["edge_labels"] += "9\n9\n";
    const Dataset d = read_texts(texts);
    EXPECT_EQ(d.neighbors, read_texts(small_texts()).neighbors);
    EXPECT_EQ(d.edge_label_names, (Names{"0", "4"}));
    EXPECT_EQ(d.irregularities.self_loops, 2U);
    EXPECT_EQ(d.irregularities.doubled_arcs, 0U);
}

TEST(TuReader, CollapsesDoubledArcsAndKeepsTheFirstLabel) {
    TuTexts texts = small_texts();
    texts["A"] += "3, 2\n1, 2\n3, 2\n";
    texts["edge_labels"] += "0\n4\n0\n";
    const Dataset d = read_texts(texts);
    expect_same_graphs(d, read_texts(small_texts()));
    EXPECT_EQ(d.irregularities.doubled_arcs, 3U);
    EXPECT_EQ(d.irregularities.one_way_arcs, 0U);
}

TEST(TuReader, AddsTheWayBackWithItsLabel) {
    TuTexts texts = small_texts();
    texts["A"] = "1, 2\n3, 2\n5, 4\n";
    texts["edge_labels"] = "0\n4\n0\n";
    const Dataset d = read_texts(texts);
    expect_same_graphs(d, read_texts(small_texts()));
    EXPECT_EQ(d.irregularities.one_way_arcs, 3U);
    EXPECT_EQ(d.irregularities.doubled_arcs, 0U);
}

TEST(TuReader, KeepsAnEdgeLabelForEachDirection) {
    TuTexts texts = small_texts();
    texts["edge_labels"] = "5\n6\n7\n8\n5\n5\n";
    EXPECT_EQ(read_texts(texts).edge_labels, (Numbers{0, 1, 2, 3, 0, 0}));
}

TEST(TuReader, KeepsIsolatedNodesAndGraphsWithoutNodes) {
    TuTexts texts;
    texts["A"] = "2, 4\n4, 2\n";
    texts["graph_indicator"] = "2\n4\n4\n4\n";
    const Dataset bare = read_texts(texts);
    EXPECT_EQ(bare.node_offsets, (std::vector<std::size_t>{0, 0, 1, 1, 4}));
    EXPECT_TRUE(bare.targets.classes.empty());
    texts["graph_labels"] = "1\n1\n2\n1\n2\n";
    const Dataset d = read_texts(texts);
    EXPECT_EQ(d.num_graphs(), 5U);
    EXPECT_EQ(d.graph(4).num_nodes(), 0U);
    EXPECT_EQ(d.graph(3).degree(1), 0U);
    EXPECT_EQ(d.graph(3).neighbors(0)[0], 2U);
}

TEST(TuReader, LabelsByDegreeWhereThereAreNoLabels) {
    TuTexts texts = small_texts();
    texts.erase("node_labels");
    const Dataset d = read_texts(texts);
    EXPECT_TRUE(d.labels_are_degrees);
    EXPECT_EQ(d.label_names, (Names{"1", "2"}));
    EXPECT_EQ(d.node_labels, (Numbers{0, 1, 0, 0, 0}));
}

TEST(TuReader, NumbersLabelTuplesByTheirValues) {
    TuTexts texts = small_texts();
    texts["node_labels"] = "10, 1\n9, 2\n-3, 5\n9, -1\n10, 1\n";
    const Dataset d = read_texts(texts);
    EXPECT_EQ(d.label_names, (Names{"-3,5", "9,-1", "9,2", "10,1"}));
    EXPECT_EQ(d.node_labels, (Numbers{3, 2, 0, 1, 3}));
}

TEST(TuReader, PutsScatteredNodesOfAGraphSideBySide) {
    TuTexts texts;  // nodes 1, 3, 5 are the path of graph 1; 2 and 4 the edge of graph 2
    texts["A"] = "1, 3\n3, 1\n3, 5\n5, 3\n2, 4\n4, 2\n";
    texts["graph_indicator"] = "1\n2\n1\n2\n1\n";
    texts["graph_labels"] = "1\n-1\n";
    texts["node_labels"] = "7\n3\n3\n3\n7\n";
    texts["edge_labels"] = "0\n0\n4\n4\n0\n0\n";
    texts["node_attributes"] = "0.5, 1\n5, 6\n-2.5, 1e2\n7, 8\n3, 4\n";
    expect_same(read_texts(texts), read_texts(small_texts()));
}

TEST(TuReader, FindsAPrefixThatTheFolderDoesNotTell) {
    const ScratchFolder folder;
    for (const auto& [part, text] : small_texts())
        folder.write("other/SMALL_" + part + ".txt", text);
    EXPECT_EQ(read_dataset((folder.path() / "other").string()).name, "SMALL");
    EXPECT_EQ(read_dataset((folder.path() / "other" / "").string()).name, "SMALL");
}

// Slow and plain: sets of neighbours.
struct RandomEdgeList {
    std::string text;
    std::vector<std::set<std::uint32_t>> neighbors;
    Irregularities irregularities;
};

RandomEdgeList make_edge_list(std::size_t num_nodes, std::size_t num_lines, Random& random) {
    RandomEdgeList list;
    list.neighbors.resize(num_nodes);
    std::set<std::pair<std::size_t, std::size_t>> arcs;
    for (std::size_t i = 0; i < num_lines; ++i) {
        const std::size_t a = random.below(num_nodes), b = random.below(num_nodes);
        list.text += std::to_string(a + 1) + ", " + std::to_string(b + 1) + "\n";
        if (a == b)
            ++list.irregularities.self_loops;
        else if (!arcs.emplace(a, b).second)
            ++list.irregularities.doubled_arcs;
    }
    for (const auto& [a, b] : arcs) {
        list.neighbors[a].insert(static_cast<std::uint32_t>(b));
        list.neighbors[b].insert(static_cast<std::uint32_t>(a));
        if (!arcs.contains({b, a})) ++list.irregularities.one_way_arcs;
    }
    return list;
}

TEST(TuReader, AgreesWithPlainSetsOnAnyEdgeList) {
    Random random(7);
    for (int round = 0; round < 50; ++round) {
        const std::size_t num_nodes = 1 + random.below(20);
        const RandomEdgeList list = make_edge_list(num_nodes, 1 + random.below(100), random);
        std::string indicator;
        for (std::size_t v = 0; v < num_nodes; ++v) indicator += "1\n";
        const Dataset d = read_texts({{"A", list.text}, {"graph_indicator", indicator}});
        EXPECT_EQ(d.irregularities.self_loops, list.irregularities.self_loops);
        EXPECT_EQ(d.irregularities.doubled_arcs, list.irregularities.doubled_arcs);
        EXPECT_EQ(d.irregularities.one_way_arcs, list.irregularities.one_way_arcs);
        for (std::size_t v = 0; v < num_nodes; ++v)
            EXPECT_TRUE(std::ranges::equal(d.graph(0).neighbors(v), list.neighbors[v]));
    }
}

TEST(TuReader, ReadsFilesOfSeveralBlocksTheSameAtAnyThreadCount) {
    constexpr std::size_t kNumNodes = 200'000;  // 2.7 MB of arcs along one path
    TuTexts texts;
    for (std::size_t v = 1; v <= kNumNodes; ++v) {
        texts["graph_indicator"] += std::to_string(1 + v / 1000) + "\n";
        texts["node_labels"] += std::to_string(v % 17) + "\n";
        if (v % 1000 != 0 && v < kNumNodes && (v + 1) % 1000 != 0)
            texts["A"] += std::to_string(v) + ", " + std::to_string(v + 1) + "\n";
    }
    ASSERT_GT(texts["A"].size(), 2U << 20);
    set_num_threads(1);
    const Dataset one = read_texts(texts);
    set_num_threads(8);
    const Dataset eight = read_texts(texts);
    texts["A"] += "5, x\n7, 7\n";
    const std::string fault = complaint(texts);
    set_num_threads(0);
    expect_same(one, eight);
    EXPECT_EQ(one.irregularities.one_way_arcs, one.num_edges());
    EXPECT_EQ(one.num_labels(), 17U);
    const std::size_t line = one.num_edges() + 1;
    EXPECT_TRUE(fault.starts_with("SMALL_A.txt:" + std::to_string(line) + ": 'x' is not")) << fault;
}

}  // namespace
}  // namespace dhgak
