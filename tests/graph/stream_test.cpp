// SPDX-License-Identifier: MIT
#include "dhgak/graph/stream.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "graph/demo.h"
#include "graph/same_dataset.h"
#include "graph/tu/files.h"
#include "graph/tu/stream.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

// That streams agree with reading whole is also expected of every text in the other TU tests, by
// read_texts and complaint.

// Collects what the library says while it lives.
class Listener {
public:
    Listener() {
        set_log_sink(
            [this](LogLevel, std::string_view text) { heard_ += std::string(text) + "\n"; });
    }
    ~Listener() { set_log_sink({}); }
    const std::string& heard() const { return heard_; }

private:
    std::string heard_;
};

// Graphs of up to `most_nodes` nodes, some without any; arcs in the order of graphs.
TuTexts random_texts(std::size_t num_graphs, std::size_t most_nodes, Random& random) {
    TuTexts texts = {{"A", "1, 1\n"},          {"edge_labels", "5\n"}, {"graph_indicator", "1\n"},
                     {"node_labels", "2,3\n"}, {"graph_labels", ""},   {"node_attributes", "1\n"}};
    std::size_t first = 1, size = 1;
    for (std::size_t g = 1; g <= num_graphs; ++g) {
        texts["graph_labels"] += std::to_string(random.below(40)) + "\n";
        for (std::size_t more = random.below(most_nodes); more > 0; --more, ++size) {
            texts["graph_indicator"] += std::to_string(g) + "\n";
            texts["node_labels"] +=
                std::to_string(random.below(9)) + ", " + std::to_string(random.below(9)) + "\n";
            texts["node_attributes"] += std::to_string(random.below(1000)) + "\n";
        }
        for (std::size_t arcs = size == 0 ? 0 : random.below(3 * size); arcs > 0; --arcs) {
            texts["A"] += std::to_string(first + random.below(size)) + ", " +
                          std::to_string(first + random.below(size)) + "\n";
            texts["edge_labels"] += std::to_string(random.below(6)) + "\n";
        }
        first += std::exchange(size, 0);
    }
    return texts;
}

TEST(DatasetStream, GivesTheGraphsOfTheWhole) {
    Random random(3);
    const char* const optional_parts[] = {"node_labels", "edge_labels", "node_attributes",
                                          "graph_labels"};
    for (int round = 0; round < 40; ++round) {
        TuTexts texts = random_texts(1 + random.below(30), 1 + random.below(12), random);
        for (const char* part : optional_parts)
            if (random.below(4) == 0) texts.erase(part);
        read_texts(texts);
    }
}

TEST(DatasetStream, GivesTheSameForFilesOfManyChunks) {
    Random random(4);
    const TuTexts texts = random_texts(20'000, 40, random);
    ASSERT_GT(texts.at("A").size(), 3U << 20);
    ASSERT_GT(texts.at("node_labels").size(), 1U << 20);
    const TuFolderOf folder(texts);
    const Dataset whole = read_dataset(folder.path());
    expect_same(join_stream(folder.path(), 300), whole);
    set_num_threads(3);
    expect_same(join_stream(folder.path(), 3'000), whole);
    set_num_threads(0);
}

TEST(DatasetStream, HoldsTheNamesOfItsBlockOnly) {
    const TuFolderOf folder(small_texts());
    const auto stream = open_stream(folder.path(), 1);
    EXPECT_EQ(stream->next()->label_names, (std::vector<std::string>{"3", "7"}));
    const Dataset second = stream->next().value();
    EXPECT_EQ(second.label_names, (std::vector<std::string>{"3"}));
    EXPECT_EQ(second.edge_label_names, (std::vector<std::string>{"0"}));
    EXPECT_EQ(second.targets.class_names, (std::vector<std::string>{"-1"}));
    EXPECT_FALSE(stream->next().has_value());
    EXPECT_FALSE(stream->next().has_value());
}

TEST(DatasetStream, ReadsWholeWhatIsNotInOrderAndSaysSo) {
    TuTexts late = small_texts(), scattered = small_texts();
    late["A"] = "1, 2\n2, 1\n4, 5\n5, 4\n2, 3\n3, 2\n";
    scattered["graph_indicator"] = "1\n2\n1\n2\n1\n";
    scattered["A"] = "1, 3\n3, 1\n3, 5\n5, 3\n2, 4\n4, 2\n";
    for (const TuTexts& texts : {late, scattered}) {
        const Listener listener;
        read_texts(texts);
        EXPECT_NE(listener.heard().find("SMALL: nodes or arcs are not in the order"),
                  std::string::npos);
    }
    const Listener listener;
    TuTexts inside = small_texts();  // any order inside a graph will do
    inside["A"] = "3, 2\n1, 2\n2, 3\n2, 1\n5, 4\n4, 5\n";
    read_texts(inside);
    EXPECT_EQ(listener.heard(), "");
}

TEST(DatasetStream, FindsANodeThatIsNotThereBeforeTheFirstBlock) {
    TuTexts texts = small_texts();
    texts["A"] += "9, 5\n";
    texts.erase("edge_labels");
    const TuFolderOf folder(texts);
    EXPECT_NE(complaint_of([&] {
                  open_stream(folder.path(), 1);
              }).find("SMALL_A.txt:7: node 9, but there are 5"),
              std::string::npos);
}

TEST(DatasetStream, GivesGoodBlocksBeforeALateFault) {
    TuTexts texts = small_texts();
    texts["node_labels"] = "7\n3\n7\n3\nC\n";
    const TuFolderOf folder(texts);
    const auto stream = open_stream(folder.path(), 1);
    EXPECT_EQ(stream->next()->num_nodes(), 3U);
    EXPECT_THROW(stream->next(), InputError);
}

TEST(DatasetStream, CutsTheDemo) {
    const Dataset demo = make_demo_dataset();
    std::size_t num_graphs = 0, num_nodes = 0;
    const auto stream = open_stream("demo", 30);
    while (const std::optional<Dataset> block = stream->next()) {
        validate(*block);
        for (std::size_t g = 0; g < block->num_graphs(); ++g, ++num_graphs)
            for (std::size_t v = 0; v < block->graph(g).num_nodes(); ++v, ++num_nodes)
                EXPECT_EQ(block->label_names[block->graph(g).labels[v]],
                          demo.label_names[demo.node_labels[num_nodes]]);
    }
    EXPECT_EQ(num_graphs, demo.num_graphs());
    EXPECT_EQ(num_nodes, demo.num_nodes());
}

TEST(DatasetStream, RefusesBlocksOfNoGraphsAndSourcesThatAreNotThere) {
    EXPECT_THROW(open_stream("demo", 0), ConfigError);
    EXPECT_THROW(open_stream("nowhere", 10), InputError);
}

TEST(DatasetStream, NoticesAFileThatChangesWhileItIsRead) {
    Random random(6);
    const TuTexts texts = random_texts(20'000, 40, random);
    for (const char* part : {"A", "graph_indicator"}) {
        const TuFolderOf folder(texts);
        const auto stream = open_stream(folder.path(), 100);
        stream->next();
        std::filesystem::resize_file(folder.path() + "/SMALL_" + part + ".txt", 1'200'000);
        EXPECT_THROW(while (stream->next()){}, InputError) << part;
    }
}

// Benchmark datasets, where they lie: DHGAK_TEST_DATA=FOLDER.
TEST(DatasetStream, AgreesOnRealDatasets) {
    const char* data = std::getenv("DHGAK_TEST_DATA");
    if (data == nullptr) GTEST_SKIP() << "DHGAK_TEST_DATA is not set";
    for (const auto& entry : std::filesystem::directory_iterator(data)) {
        const std::string source = entry.path().string();
        const Dataset whole = read_dataset(source);
        for (const std::size_t size : kBlockSizes) expect_same(join_stream(source, size), whole);
    }
}

}  // namespace
}  // namespace dhgak
