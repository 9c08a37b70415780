// SPDX-License-Identifier: MIT
#include "dhgak/graph/new_graphs.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dhgak {
namespace {

constexpr std::size_t kNamedLabels = 5;

std::string named(const std::set<std::string>& labels) {
    std::vector<std::string> first(
        labels.begin(), std::next(labels.begin(), static_cast<std::ptrdiff_t>(
                                                      std::min(labels.size(), kNamedLabels))));
    return fmt::format("{}{}", fmt::join(first, ", "), labels.size() > kNamedLabels ? ", ..." : "");
}

}  // namespace

std::vector<std::string> NewGraphNotes::sentences() const {
    std::vector<std::string> texts;
    if (empty_graphs > 0)
        texts.push_back(fmt::format("{} of {} graphs have no nodes; nothing can be told about them",
                                    empty_graphs, graphs));
    if (unknown_label_nodes > 0)
        texts.push_back(
            fmt::format("{} of {} nodes have labels that no training graph had ({}); they count as "
                        "an average label, or as none with one-hot labels",
                        unknown_label_nodes, nodes, named(unknown_labels)));
    if (unknown_colors > 0)
        texts.push_back(
            fmt::format("{} times a node with its surroundings (its refined label) was in no "
                        "training graph; it counts as an average label, or as none with one-hot "
                        "labels",
                        unknown_colors));
    if (other_labels > 0)
        texts.push_back(
            fmt::format("{} graphs: the model was fitted on graphs with node labels and these have "
                        "none (or the reverse), so that degrees stand for labels on one side only; "
                        "predictions mean little",
                        other_labels));
    if (graphs_without_attributes > 0)
        texts.push_back(
            fmt::format("{} graphs have no node attributes, which the model uses; the mean of the "
                        "training graphs stands for them",
                        graphs_without_attributes));
    if (unmatched_slices > 0)
        texts.push_back(
            fmt::format("{} parts of the graphs are like nothing in the training graphs; they "
                        "match nothing and make a graph less similar to all",
                        unmatched_slices));
    if (larger_counts > 0)
        texts.push_back(
            fmt::format("{} times a graph has more of a kind than any training graph had; what is "
                        "beyond matches nothing",
                        larger_counts));
    return texts;
}

}  // namespace dhgak
