// SPDX-License-Identifier: MIT
#include "graph/molecules/table.h"

#include <zlib.h>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "graph/molecules/records.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

struct Table {
    std::vector<std::string> names;
    std::vector<TableRow> rows;
};

Table read_table(const std::string& text) {
    const ScratchFolder folder;
    folder.write("t.csv", text);
    CsvTable table{TextLines(folder / "t.csv", 1 << 20)};
    Table read = {.names = table.names(), .rows = {}};
    for (TableRow row; table.next(row);) read.rows.push_back(row);
    return read;
}

using Cells = std::vector<std::string>;

TEST(CsvTable, ReadsCellsByLine) {
    const Table table = read_table("a,b\n1,2\n 3 ,4\n");
    EXPECT_EQ(table.names, (Cells{"a", "b"}));
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0].cells, (Cells{"1", "2"}));
    EXPECT_EQ(table.rows[1].cells, (Cells{"3", "4"}));
    EXPECT_EQ(table.rows[1].line, 3U);
}

TEST(CsvTable, KeepsWhatIsInQuotes) {
    const Table table = read_table("a,b\n\"1,2-x\",\"say \"\"yes\"\"\"\n\"two\nlines\",z\nc,d\n");
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(table.rows[0].cells, (Cells{"1,2-x", "say \"yes\""}));
    EXPECT_EQ(table.rows[1].cells, (Cells{"two\nlines", "z"}));
    EXPECT_EQ(table.rows[1].line, 3U);
    EXPECT_EQ(table.rows[2].line, 5U);
}

TEST(CsvTable, IsTheSameWithOtherLineEndsAndAByteOrderMark) {
    const Table table = read_table(
        "\xEF\xBB\xBF"
        "a,b\r\n\r\n\"1\",2\r\n3,4");
    EXPECT_EQ(table.names, (Cells{"a", "b"}));
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0].cells, (Cells{"1", "2"}));
    EXPECT_EQ(table.rows[1].cells, (Cells{"3", "4"}));
}

TEST(CsvTable, FindsOutWhatSeparatesCells) {
    EXPECT_EQ(read_table("a;b;\"c,d,e\"\n1;2,5;3\n").rows[0].cells, (Cells{"1", "2,5", "3"}));
    EXPECT_EQ(read_table("a\tb\n1\t2\n").rows[0].cells, (Cells{"1", "2"}));
    EXPECT_EQ(read_table("a\n1\n").rows[0].cells, (Cells{"1"}));
}

TEST(CsvTable, FindsFaultWithRowsThatDoNotFit) {
    const Table table = read_table("a,b\n1\n1,2,3\n1,2,,\n\"1\"x,2\n");
    ASSERT_EQ(table.rows.size(), 4U);
    EXPECT_NE(table.rows[0].fault.find("1 cells"), std::string::npos);
    EXPECT_NE(table.rows[1].fault.find("3 cells"), std::string::npos);
    EXPECT_EQ(table.rows[2].fault, "");  // separators at the end are no cells
    EXPECT_NE(table.rows[3].fault.find("quote"), std::string::npos);
}

TEST(CsvTable, RefusesWhatIsNoTable) {
    const std::pair<std::string, std::string> cases[] = {
        {"", "empty"},
        {"\n \n", "empty"},
        {"a,b\n1,\"2\n3,4\n", ":2: a quote is opened"},
        {std::string("a,b\n1,\0\n", 8), ":2: has a zero byte"},
        {"\xFF\xFE"
         "a",
         "UTF-16"},
    };
    for (const auto& [text, message] : cases) {
        try {
            read_table(text);
            ADD_FAILURE() << "accepted: " << text;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
        }
    }
}

TEST(FindColumn, RefusesNamesThatSeveralColumnsHave) {
    const Cells names = {"smiles", "act", "act", "Id", "ID"};
    for (const char* wrong : {"act", "id"})
        EXPECT_THROW(find_column("t", names, wrong, "--class"), ConfigError) << wrong;
    EXPECT_EQ(find_column("t", names, "ID", "--name"), 4U);
    EXPECT_EQ(find_column("t", names, "3", "--class"), 2U);
}

TEST(FindColumn, TakesNamesNumbersAndOtherCase) {
    const Cells names = {"SMILES", "Active", "2"};
    EXPECT_EQ(find_column("t", names, "SMILES", "--smiles"), 0U);
    EXPECT_EQ(find_column("t", names, "active", "--class"), 1U);
    EXPECT_EQ(find_column("t", names, "1", "--smiles"), 0U);
    EXPECT_EQ(find_column("t", names, "2", "--smiles"), 2U);  // a name before a number
    for (const char* wrong : {"0", "4", "-1", "activ", "1x"})
        EXPECT_THROW(find_column("t", names, wrong, "--class"), ConfigError) << wrong;
}

TEST(TextLines, ReadsGzipAndTellsWhereItIsCut) {
    const ScratchFolder folder;
    const std::string path = (folder / "t.gz").string();
    std::string text;
    for (int i = 0; i < 100000; ++i) text += std::to_string(i * 7919) + "\n";
    const gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    TextLines lines(path, 1 << 20);
    std::string line, all;
    while (lines.next(line)) all += line + "\n";
    EXPECT_EQ(all, text);
    EXPECT_EQ(lines.number(), 100000U);

    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    EXPECT_THROW(
        {
            TextLines cut(path, 1 << 20);
            while (cut.next(line)) {
            }
        },
        InputError);
}

TEST(ClassOfCell, KnowsWhatIsNotKnownAndWholeNumbers) {
    for (const char* nothing : {"", "NA", "NaN", "nan", "NULL", "#N/A"})
        EXPECT_EQ(class_of_cell(nothing), "");
    EXPECT_EQ(class_of_cell("1.0"), "1");
    EXPECT_EQ(class_of_cell("-1.00"), "-1");
    EXPECT_EQ(class_of_cell("+1"), "1");
    EXPECT_EQ(class_of_cell("+1.0"), "1");
    for (const char* same : {"1", "1.5", "active", "a.0", ".0", "v1.0", "+", "+ve"})
        EXPECT_EQ(class_of_cell(same), same);
}

}  // namespace
}  // namespace dhgak
