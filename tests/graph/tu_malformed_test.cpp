// SPDX-License-Identifier: MIT
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "core/random.h"
#include "graph/tu/files.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

struct Malformed {
    std::string part;
    std::string text;
    std::string complaint;  // how it begins
};

class TuMalformed : public testing::TestWithParam<Malformed> {};

TEST_P(TuMalformed, NamesFileLineAndRemedy) {
    TuTexts texts = small_texts();
    texts[GetParam().part] = GetParam().text;
    const std::string found = complaint(texts);
    const std::string expected = "SMALL_" + GetParam().part + ".txt:" + GetParam().complaint;
    EXPECT_TRUE(found.starts_with(expected)) << found;
}

const std::string kArcs = "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n";

INSTANTIATE_TEST_SUITE_P(
    Arcs, TuMalformed,
    testing::Values(
        Malformed{"A", "", "1: the file is empty, expected an arc 'i, j'"},
        Malformed{"A", " \r\n\n", "1: the file is empty"},
        Malformed{"A", kArcs + "0, 1\n", "6: node 0, but nodes are numbered from 1"},
        Malformed{"A", kArcs + "1, -1\n", "6: node -1, but nodes are numbered from 1"},
        Malformed{"A", kArcs + "6, 1\n", "6: node 6, but there are 5"},
        Malformed{"A", kArcs + "4294967297, 1\n", "6: node 4294967297, but there are 5"},
        Malformed{"A", kArcs + "99999999999999999999, 1\n",
                  "6: '99999999999999999999' is too large"},
        Malformed{"A", kArcs + "3, 4\n", "6: an arc from node 3 of graph 1 to node 4 of graph 2"},
        Malformed{"A", kArcs + "5\n", "6: the line ends early, expected an arc"},
        Malformed{"A", kArcs + "5,\n", "6: the line ends early, expected an arc"},
        Malformed{"A", kArcs + "5,", "6: the line ends early, expected an arc"},
        Malformed{"A", kArcs + ",5\n", "6: a number is missing, expected an arc"},
        Malformed{"A", kArcs + "5 4\n",
                  "6: '4' follows, expected an arc 'i, j' between two node "
                  "numbers; put a comma between numbers"},
        Malformed{"A", kArcs + "5, 4, 1\n", "6: too many columns, expected an arc"},
        Malformed{"A", kArcs + "5, 4 1\n", "6: '1' follows, expected an arc"},
        Malformed{"A", kArcs + "5, four\n", "6: 'four' is not an integer"},
        Malformed{"A", kArcs + "5, 4.0\n", "6: '4.0' is not an integer"},
        Malformed{"A", kArcs + "\n5, 4\n", "6: the line ends early"},
        Malformed{"A", "1; 2\n", "1: '1; 2' is not an integer"},
        Malformed{"A", kArcs + std::string("5, \0004\n", 7), "6: '\\x004' is not an integer"},
        Malformed{"A", "\xFF\xFE\x31", "1: '\\xff\\xfe1' is not an integer"},
        Malformed{"A", std::string(5000, 'x'), "1: 'xxxxxxxxxxxxxxxxxxxxxxxx...' is not"}));

INSTANTIATE_TEST_SUITE_P(
    OtherFiles, TuMalformed,
    testing::Values(
        Malformed{"graph_indicator", "", "1: the file is empty"},
        Malformed{"graph_indicator", "1\n1\n0\n2\n2\n", "3: graph 0, but graphs are numbered"},
        Malformed{"graph_indicator", "1\n1\n1\n2\n3\n", "5: graph 3, but "},
        Malformed{"graph_indicator", "1\n1, 2\n1\n2\n2\n", "2: too many columns"},
        Malformed{"graph_indicator", "1, 1\n1, 1\n1, 1\n2, 2\n2, 2\n", "1: 2 columns, expected"},
        Malformed{"graph_indicator", "1\n1\none\n2\n2\n", "3: 'one' is not an integer"},
        Malformed{"graph_labels", "", "1: the file is empty"},
        Malformed{"graph_labels", "1\n0.5\n", "2: '0.5' is not an integer"},
        Malformed{"graph_labels", "1, 2\n1, 2\n", "1: 2 columns, expected the graph's class"},
        Malformed{"node_labels", "7\n3\n7\n3\n", "5: the file has 4 lines, expected 5: one for"},
        Malformed{"node_labels", "7\n3\n7\n3\n3\n1\n", "6: the file has 6 lines, expected 5"},
        Malformed{"node_labels", "7\n3\nC\n3\n3\n",
                  "3: 'C' is not an integer, expected the node's label, a whole number (number "
                  "named labels"},
        Malformed{"node_labels", "7\n3\n+-7\n3\n3\n", "3: '+-7' is not an integer"},
        Malformed{"node_labels", "7\n3\n+\n3\n3\n", "3: '+' is not an integer"},
        Malformed{"node_labels", "7 1\n3 1\n7 1\n3 1\n3 1\n",
                  "1: '1' follows, expected the node's label, a whole number (number named labels, "
                  "like C as 6); put a comma between numbers"},
        Malformed{
            "graph_labels", "toxic\nsafe\n",
            "1: 'toxic' is not an integer, expected the graph's class, a whole number (number "
            "named classes)"},
        Malformed{"node_labels", "7\n3\n\n3\n3\n", "3: the line ends early"},
        Malformed{"node_labels", "7, 1\n3\n7, 1\n3, 1\n3, 1\n", "2: 1 columns, expected"},
        Malformed{"edge_labels", "0\n0\n4\n", "4: the file has 3 lines, expected 6: one for each"},
        Malformed{"edge_labels", "0\n0\n4\n4\n0\n9223372036854775808\n",
                  "6: '9223372036854775808' "},
        Malformed{"node_attributes", "1, 2\n3\n5, 6\n7, 8\n9, 1\n", "2: 1 columns, expected"},
        Malformed{"node_attributes", "1, 2\n3, 4, 5\n5, 6\n7, 8\n9, 1\n", "2: too many columns"},
        Malformed{"node_attributes", "1\n2\nnan\n4\n5\n", "3: 'nan' is not finite"},
        Malformed{"node_attributes", "1\n2\n-inf\n4\n5\n", "3: '-inf' is not finite"},
        Malformed{"node_attributes", "1\n2\n1e99\n4\n5\n", "3: '1e99' is beyond the range"},
        Malformed{"node_attributes", "1\n2\nx\n4\n5\n", "3: 'x' is not a number"},
        Malformed{"node_attributes", "1\n2\n3\n4\n", "5: the file has 4 lines, expected 5"}));

TEST(TuMalformed, RefusesAGraphNumberThatNothingExplains) {
    EXPECT_TRUE(complaint({{"A", "1, 2\n"}, {"graph_indicator", "1\n1\n4000000000\n"}})
                    .starts_with("SMALL_graph_indicator.txt:3: graph 4000000000 in a file of 3"));
}

TEST(TuMalformed, FindsTheShortLineWithoutMemoryForAllColumns) {
    TuTexts texts = small_texts();
    std::string first, rest;
    for (int i = 0; i < 300'000; ++i) {
        first += "1,";
        rest += "1\n";
    }
    texts["node_labels"] = first + "1\n" + rest;
    EXPECT_TRUE(complaint(texts).starts_with("SMALL_node_labels.txt:2: 1 columns, but the first"));
}

TEST(TuMalformed, NamesTheMissingFile) {
    TuTexts texts = small_texts();
    texts.erase("graph_indicator");
    EXPECT_TRUE(complaint(texts).starts_with("SMALL_graph_indicator.txt: is missing"));
}

std::string complaint_about(const std::filesystem::path& source) {
    try {
        read_dataset(source.string());
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(TuMalformed, RefusesAFolderInPlaceOfAFile) {
    const ScratchFolder folder;
    for (const auto& [part, text] : small_texts())
        if (part != "node_labels") folder.write("SMALL/SMALL_" + part + ".txt", text);
    folder.write("SMALL/SMALL_node_labels.txt/inside", "");
    EXPECT_NE(complaint_about(folder.path() / "SMALL").find("is a folder"), std::string::npos);
}

TEST(TuMalformed, RefusesAFileThatCannotBeRead) {
    const ScratchFolder folder;
    for (const auto& [part, text] : small_texts())
        folder.write("SMALL/SMALL_" + part + ".txt", text);
    const auto labels = folder.path() / "SMALL" / "SMALL_node_labels.txt";
    std::filesystem::remove(labels);
    std::filesystem::create_symlink("nowhere", labels);
    EXPECT_NE(complaint_about(folder.path() / "SMALL").find("SMALL_node_labels.txt: cannot be"),
              std::string::npos);
}

TEST(TuMalformed, RefusesAFolderOfNoneOrSeveralDatasets) {
    const ScratchFolder folder;
    folder.write("data/README.txt", "nothing");
    EXPECT_NE(complaint_about(folder.path() / "data").find("holds no TU"), std::string::npos);
    folder.write("data/ONE_A.txt", "1, 2\n");
    folder.write("data/TWO_A.txt", "1, 2\n");
    EXPECT_NE(complaint_about(folder.path() / "data").find("several datasets (ONE, TWO)"),
              std::string::npos);
}

class MemoryFiles : public TuFiles {
public:
    explicit MemoryFiles(TuTexts texts) : texts_(std::move(texts)) {}
    std::string name() const override { return "SMALL"; }
    std::string place(std::string_view part) const override { return std::string(part); }
    std::optional<TextFile> open(std::string_view part) const override {
        const auto text = texts_.find(std::string(part));
        if (text == texts_.end()) return std::nullopt;
        return TextFile(text->first, text->second);
    }

private:
    TuTexts texts_;
};

// Any bytes give a dataset or an InputError; a sanitizer build watches what else happens.
TEST(TuMalformed, SurvivesRandomDamage) {
    Random random(11);
    const std::string pieces[] = {
        ",",    "\n",  "\r",    " ", "-", "0", "9", "999999999999", ".", "e", std::string(1, '\0'),
        "\xFF", "nan", "1, 2\n"};
    int num_read = 0;
    for (int round = 0; round < 5000; ++round) {
        TuTexts texts = small_texts();
        for (auto& [part, text] : texts) {
            if (random.below(3) != 0) continue;
            const std::size_t at = random.below(text.size() + 1);
            const std::string& piece = pieces[random.below(std::size(pieces))];
            switch (random.below(4)) {
                case 0:
                    text.resize(at);
                    break;
                case 1:
                    text.erase(at, 1 + random.below(4));
                    break;
                case 2:
                    text.insert(at, piece);
                    break;
                default:
                    text.replace(at, 1, 1, static_cast<char>(random.below(256)));
            }
        }
        try {
            const Dataset d = read_tu(MemoryFiles(texts));
            ++num_read;
            ASSERT_EQ(d.arc_offsets.back(), d.neighbors.size());
            for (std::size_t g = 0; g < d.num_graphs(); ++g)
                for (std::size_t v = 0; v < d.graph(g).num_nodes(); ++v)
                    for (const std::uint32_t u : d.graph(g).neighbors(v))
                        ASSERT_LT(u, d.graph(g).num_nodes());
        } catch (const InputError&) {
        }
    }
    EXPECT_GT(num_read, 300);
    EXPECT_LT(num_read, 4700);
}

}  // namespace
}  // namespace dhgak
