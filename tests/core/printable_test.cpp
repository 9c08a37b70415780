// SPDX-License-Identifier: MIT
#include "core/printable.h"

#include <gtest/gtest.h>

#include "dhgak/run/document.h"

namespace dhgak {
namespace {

TEST(Printable, ShowsControlCharactersAsNumbers) {
    EXPECT_EQ(printable("a\x1b[2J\a\n\t\x7f"), "a\\x1b[2J\\x07\\x0a\\x09\\x7f");
    EXPECT_EQ(printable("\xc2\x9b"
                        "2J"),
              "\\xc2\\x9b2J");  // what ESC [ is in one character
    EXPECT_EQ(printable(std::string("\0", 1)), "\\x00");
}

TEST(Printable, ShowsWhatIsNotUtf8AsNumbers) {
    EXPECT_EQ(printable("a\xff\xc3"), "a\\xff\\xc3");
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a UTF-16 pair
    EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");           // ESC, longer than needed
}

TEST(Printable, KeepsAllOtherCharacters) {
    const std::string text = "Ärger: 核 \xf0\x9f\x99\x82 \xc2\xa0 ~";
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, KeepsTheEndsOfLinesWhereTheyAreOurs) {
    EXPECT_EQ(printable_lines("a\r\nb\x1b\n"), "a\\x0d\nb\\x1b\n");
}

TEST(Printable, IsWhatDocumentsShow) {
    Document document;
    document.line("fitted on a\nb");
    document.table({.header = {"class"}, .rows = {{"x\x1b[0m"}, {"核"}}});
    EXPECT_EQ(document.as_text(), "fitted on a\\x0ab\n  class\n  x\\x1b[0m\n  核\n");
}

}  // namespace
}  // namespace dhgak
