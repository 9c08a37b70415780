// SPDX-License-Identifier: MIT
#include "dhgak/run/document.h"

#include <gtest/gtest.h>

namespace dhgak {
namespace {

Document example() {
    Document document;
    document.line("two rows");
    document.table({.header = {"name", "n"}, .rows = {{"a|b", "5"}, {"größe", "12"}}});
    return document;
}

TEST(Document, AlignsColumnsForATerminal) {
    EXPECT_EQ(example().as_text(),
              "two rows\n"
              "  name    n\n"
              "  a|b     5\n"
              "  größe  12\n");
}

TEST(Document, EscapesBarsInMarkdown) {
    EXPECT_EQ(example().as_markdown(),
              "two rows\n\n"
              "| name | n |\n|---|---|\n| a\\|b | 5 |\n| größe | 12 |\n\n");
}

TEST(Document, WritesSharesAsPercent) {
    EXPECT_EQ(percent(0.12345), "12.35 %");
    EXPECT_EQ(percent(0.5, 0.01), "50.00 % +- 1.00");
}

}  // namespace
}  // namespace dhgak
