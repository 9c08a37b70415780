// SPDX-License-Identifier: MIT
#include "dhgak/graph/new_graphs.h"

#include <gtest/gtest.h>

namespace dhgak {
namespace {

using Texts = std::vector<std::string>;

TEST(NewGraphNotes, SayNothingOfUsualGraphs) {
    EXPECT_EQ(NewGraphNotes({.graphs = 5, .nodes = 20}).sentences(), Texts());
}

TEST(NewGraphNotes, TellWhatBecomesOfUnknownLabels) {
    NewGraphNotes notes = {
        .nodes = 20, .unknown_label_nodes = 3, .unknown_labels = {"7", "9"}, .unknown_colors = 4};
    for (const auto& [rule, text] :
         {std::pair{UnknownLabel::matches_nothing,
                    "such labels match nothing and make a graph less similar to all"},
          {UnknownLabel::is_average, "such labels count as an average one"},
          {UnknownLabel::is_left_out, "such labels count as none"},
          {UnknownLabel::read_by_name, "the language model reads such labels by their names"}}) {
        notes.unknown_label = rule;
        EXPECT_EQ(
            notes.sentences(),
            (Texts{
                std::string("3 of 20 nodes have labels that no training graph had (7, 9); ") + text,
                std::string("4 times a node with its surroundings (its refined label) was "
                            "in no training graph; ") +
                    text}));
    }
}

TEST(NewGraphNotes, NameTheSampleThatWasLearnedFrom) {
    const NewGraphNotes notes = {.nodes = 20,
                                 .unknown_label_nodes = 3,
                                 .unknown_labels = {"7"},
                                 .unknown_label = UnknownLabel::is_average,
                                 .unmatched_things = 2,
                                 .codebook_graphs = 10};
    EXPECT_EQ(notes.sentences(),
              (Texts{"3 of 20 nodes have labels that none of the 10 training graphs of the "
                     "codebook had (7); such labels count as an average one",
                     "2 parts of the graphs are like nothing in the 10 training graphs of the "
                     "codebook; they match nothing and make a graph less similar to all"}));
}

TEST(NewGraphNotes, NameFiveLabelsAtMost) {
    const NewGraphNotes notes = {
        .nodes = 9, .unknown_label_nodes = 6, .unknown_labels = {"a", "b", "c", "d", "e", "f"}};
    EXPECT_NE(notes.sentences().at(0).find("(a, b, c, d, e, ...)"), std::string::npos);
}

}  // namespace
}  // namespace dhgak
