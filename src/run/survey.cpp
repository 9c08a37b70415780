// SPDX-License-Identifier: MIT
#include "run/survey.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "graph/label_order.h"

namespace dhgak {

Survey survey(const GraphBlocks& graphs) {
    Survey result;
    DatasetSummary& summary = result.summary;
    std::set<std::string> labels, edge_labels;
    std::map<std::string, std::uint32_t> number_of;  // of a class, by first occurrence
    graphs([&](const Dataset& block) {
        if (summary.name.empty()) summary.name = block.name;
        if (summary.atoms.empty()) summary.atoms = block.atoms;
        result.empty_graphs.add(block);
        summary.graphs += block.num_graphs();
        summary.nodes += block.num_nodes();
        summary.edges += block.num_edges();
        summary.labels_are_degrees = summary.labels_are_degrees || block.labels_are_degrees;
        summary.attributes = std::max(summary.attributes, block.attributes.cols());
        labels.insert(block.label_names.begin(), block.label_names.end());
        edge_labels.insert(block.edge_label_names.begin(), block.edge_label_names.end());
        for (const std::string& name : block.targets.class_names)
            number_of.emplace(name, static_cast<std::uint32_t>(number_of.size()));
        for (std::size_t g = 0; g < block.num_graphs(); ++g) {
            if (block.targets.classes.empty() || block.targets.classes[g] == kUnknownClass) {
                ++summary.unknown_classes;
                continue;
            }
            result.classes.push_back(
                number_of.at(block.targets.class_names[block.targets.classes[g]]));
            result.known.add(block.graph(g));
        }
    });
    summary.labels = labels.size();
    summary.edge_labels = edge_labels.size();

    summary.class_names.resize(number_of.size());
    for (const auto& [name, number] : number_of) summary.class_names[number] = name;
    summary.classes = number_of.size();
    const std::vector<std::uint32_t> place = sort_label_names(summary.class_names);
    std::vector<std::size_t> class_sizes(summary.classes);
    for (std::uint32_t& c : result.classes) {
        c = place[c];
        ++class_sizes[c];
    }
    if (!result.classes.empty())
        summary.majority = static_cast<double>(std::ranges::max(class_sizes)) /
                           static_cast<double>(result.classes.size());
    return result;
}

Dataset gather(const GraphBlocks& graphs, std::span<const std::size_t> chosen) {
    std::vector<Dataset> parts;
    std::size_t first = 0;
    auto next = chosen.begin();
    graphs([&](const Dataset& block) {
        std::vector<std::size_t> here;
        for (; next != chosen.end() && *next < first + block.num_graphs(); ++next)
            here.push_back(*next - first);
        first += block.num_graphs();
        if (!here.empty()) parts.push_back(drop_unused_labels(subset(block, here)));
    });
    return concatenate(parts);
}

}  // namespace dhgak
