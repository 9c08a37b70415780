// SPDX-License-Identifier: MIT
#include "dhgak/graph/new_graphs.h"

#include <algorithm>
#include <string_view>

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

std::string_view text_of(UnknownLabel rule) {
    switch (rule) {
        case UnknownLabel::matches_nothing:
            return "such labels match nothing and make a graph less similar to all";
        case UnknownLabel::is_average:
            return "such labels count as an average one";
        case UnknownLabel::is_left_out:
            return "such labels count as none";
        case UnknownLabel::read_by_name:
            break;
    }
    return "the language model reads such labels by their names";
}

}  // namespace

std::vector<std::string> NewGraphNotes::sentences() const {
    const bool is_sampled = codebook_graphs > 0;
    const std::string sample =
        fmt::format("the {} training graphs of the codebook", codebook_graphs);
    const std::string all = is_sampled ? sample : "the training graphs";
    const std::string none = is_sampled ? "none of " + sample : "no training graph";
    std::vector<std::string> texts;
    if (empty_graphs > 0)
        texts.push_back(fmt::format("{} of {} graphs have no nodes; nothing can be told about them",
                                    empty_graphs, graphs));
    if (unknown_label_nodes > 0)
        texts.push_back(fmt::format("{} of {} nodes have labels that {} had ({}); {}",
                                    unknown_label_nodes, nodes, none, named(unknown_labels),
                                    text_of(unknown_label)));
    if (unknown_colors > 0)
        texts.push_back(
            fmt::format("{} times a node with its surroundings (its refined label) was in {}; {}",
                        unknown_colors, none, text_of(unknown_label)));
    if (other_labels > 0)
        texts.push_back(
            fmt::format("{} graphs: the model was fitted on graphs with node labels and these have "
                        "none (or the reverse), so that degrees stand for labels on one side only; "
                        "predictions mean little",
                        other_labels));
    if (graphs_without_attributes > 0)
        texts.push_back(
            fmt::format("{} graphs have no node attributes, which the model uses; the mean of {} "
                        "stands for them",
                        graphs_without_attributes, all));
    if (unmatched_things > 0)
        texts.push_back(fmt::format(
            "{} parts of the graphs are like nothing in {}; they match nothing and make a "
            "graph less similar to all",
            unmatched_things, all));
    if (larger_counts > 0)
        texts.push_back(
            fmt::format("{} times a graph has more of a kind than any training graph had; what is "
                        "beyond matches nothing",
                        larger_counts));
    return texts;
}

}  // namespace dhgak
