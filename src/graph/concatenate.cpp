// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/dataset.h"
#include "graph/merged_names.h"

namespace dhgak {
namespace {

template <typename Names>
MergedNames merge_names_of(std::span<const Dataset> parts, const Names& names) {
    std::vector<std::span<const std::string>> lists;
    for (const Dataset& part : parts) lists.emplace_back(std::invoke(names, part));
    return merge_names(lists);
}

void append_renumbered(std::vector<std::uint32_t>& target, const std::vector<std::uint32_t>& source,
                       const std::vector<std::uint32_t>& number_of) {
    for (const std::uint32_t old : source)
        target.push_back(old == kUnknownClass ? kUnknownClass : number_of[old]);
}

// `applies` tells the parts that have a say.
template <typename Applies, typename Property>
void require_same(std::span<const Dataset> parts, std::string_view what, const Applies& applies,
                  const Property& property) {
    const auto first = std::ranges::find_if(parts, applies);
    if (first == parts.end()) return;
    for (const Dataset& part : parts)
        if (applies(part) && property(part) != property(*first))
            throw InputError(fmt::format(
                "parts {} ('{}') and {} ('{}') differ in {}; join datasets that agree",
                first - parts.begin(), first->name, &part - parts.data(), part.name, what));
}

void append_rows(Dataset& whole, const Dataset& part) {
    const std::size_t first_node = whole.num_nodes(), first_arc = whole.neighbors.size();
    for (std::size_t g = 0; g < part.num_graphs(); ++g)
        whole.node_offsets.push_back(first_node + part.node_offsets[g + 1]);
    for (std::size_t v = 0; v < part.num_nodes(); ++v)
        whole.arc_offsets.push_back(first_arc + part.arc_offsets[v + 1]);
    whole.neighbors.insert(whole.neighbors.end(), part.neighbors.begin(), part.neighbors.end());
    whole.irregularities.self_loops += part.irregularities.self_loops;
    whole.irregularities.doubled_arcs += part.irregularities.doubled_arcs;
    whole.irregularities.one_way_arcs += part.irregularities.one_way_arcs;
}

Matrix join_attributes(std::span<const Dataset> parts, std::size_t num_nodes) {
    std::size_t columns = 0;
    for (const Dataset& part : parts) columns = std::max(columns, part.attributes.cols());
    Matrix joined(columns > 0 ? num_nodes : 0, columns);
    auto place = joined.values().begin();
    for (const Dataset& part : parts)
        place = std::ranges::copy(part.attributes.values(), place).out;
    return joined;
}

// Those that all parts have.
std::vector<GraphColumn> join_columns(std::span<const Dataset> parts) {
    std::vector<GraphColumn> joined;
    if (parts.empty()) return joined;
    for (const GraphColumn& column : parts.front().columns) {
        std::vector<std::string> values;
        std::size_t num_graphs = 0;
        for (const Dataset& part : parts) {
            const std::span<const std::string> some = column_of(part, column.name);
            values.insert(values.end(), some.begin(), some.end());
            num_graphs += part.num_graphs();
        }
        if (values.size() == num_graphs) joined.push_back({column.name, std::move(values)});
    }
    return joined;
}

}  // namespace

Dataset concatenate(std::span<const Dataset> parts) {
    const auto has_nodes = [](const Dataset& part) { return part.num_nodes() > 0; };
    const auto has_arcs = [](const Dataset& part) { return !part.neighbors.empty(); };
    require_same(parts, "whether labels are degrees", has_nodes,
                 [](const Dataset& part) { return part.labels_are_degrees; });
    require_same(parts, "whether edges have labels", has_arcs,
                 [](const Dataset& part) { return part.edge_labels.empty(); });
    require_same(parts, "the number of attributes", has_nodes,
                 [](const Dataset& part) { return part.attributes.cols(); });

    require_same(parts, "what labels say of atoms", has_nodes,
                 [](const Dataset& part) { return part.atoms; });

    MergedNames labels = merge_names_of(parts, &Dataset::label_names);
    MergedNames edge_labels = merge_names_of(parts, &Dataset::edge_label_names);
    MergedNames classes = merge_names_of(
        parts, [](const Dataset& part) -> const auto& { return part.targets.class_names; });
    const bool has_classes = std::ranges::any_of(
        parts, [](const Dataset& part) { return !part.targets.classes.empty(); });

    Dataset whole;
    if (!parts.empty()) whole.name = parts.front().name;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const Dataset& part = parts[p];
        append_rows(whole, part);
        append_renumbered(whole.node_labels, part.node_labels, labels.number_of[p]);
        append_renumbered(whole.edge_labels, part.edge_labels, edge_labels.number_of[p]);
        append_renumbered(whole.targets.classes, part.targets.classes, classes.number_of[p]);
        if (has_classes) whole.targets.classes.resize(whole.num_graphs(), kUnknownClass);
        whole.labels_are_degrees = whole.labels_are_degrees || part.labels_are_degrees;
        if (whole.atoms.empty()) whole.atoms = part.atoms;
    }
    whole.columns = join_columns(parts);
    whole.attributes = join_attributes(parts, whole.num_nodes());
    whole.label_names = std::move(labels.names);
    whole.edge_label_names = std::move(edge_labels.names);
    whole.targets.class_names = std::move(classes.names);
    return whole;
}

}  // namespace dhgak
