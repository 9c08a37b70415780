// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace dhgak {

// What a kernel makes of a label that it has not learned.
enum class UnknownLabel {
    read_by_name,     // a language model knows its words
    matches_nothing,  // in the training graphs
    is_average,       // it has the mean of the vectors of all labels
    is_left_out
};

// What was unusual about graphs that a fitted kernel was applied to; sums up over several calls.
struct NewGraphNotes {
    std::size_t graphs = 0;
    std::size_t empty_graphs = 0;  // without nodes: no class can be told
    std::size_t nodes = 0;
    std::size_t unknown_label_nodes = 0;  // nodes whose label no training graph had
    std::set<std::string> unknown_labels;
    UnknownLabel unknown_label = UnknownLabel::read_by_name;
    bool has_read_labels = false;      // of nodes
    std::size_t unknown_colors = 0;    // times a refined label was in no training graph
    std::size_t unmatched_things = 0;  // parts that are aligned with nothing in training
    std::size_t larger_counts = 0;     // columns of a graph beyond the training maximum
    std::size_t other_labels = 0;      // graphs with degrees for a model of labels, or the reverse
    std::size_t graphs_without_attributes = 0;  // where the kernel uses them: taken as the mean

    // How many of the training graphs the kernel was learned from, where these are not all: what
    // the others had may count as unknown. 0: all.
    std::size_t codebook_graphs = 0;

    // One sentence for each thing that happened, with its meaning; empty if nothing did.
    std::vector<std::string> sentences() const;
};

}  // namespace dhgak
