// SPDX-License-Identifier: MIT
#include "dhgak/graph/dataset.h"

#include <algorithm>

#include "dhgak/core/error.h"
#include "graph/used_labels.h"

namespace dhgak {
namespace {

template <typename T>
void append(std::vector<T>& target, const std::vector<T>& source, std::size_t begin,
            std::size_t end) {
    target.insert(target.end(), source.begin() + static_cast<std::ptrdiff_t>(begin),
                  source.begin() + static_cast<std::ptrdiff_t>(end));
}

}  // namespace

void drop_unused(std::vector<std::uint32_t>& labels, std::vector<std::string>& names) {
    std::vector<std::uint32_t> number_of(names.size(), 0);
    for (const std::uint32_t label : labels) number_of[label] = 1;
    std::size_t num_used = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (number_of[i] == 0) continue;
        number_of[i] = static_cast<std::uint32_t>(num_used);
        if (num_used != i) names[num_used] = std::move(names[i]);
        ++num_used;
    }
    names.resize(num_used);
    for (std::uint32_t& label : labels) label = number_of[label];
}

Dataset subset(const Dataset& dataset, std::span<const std::size_t> graphs) {
    Dataset part;
    part.name = dataset.name;
    part.label_names = dataset.label_names;
    part.labels_are_degrees = dataset.labels_are_degrees;
    part.edge_label_names = dataset.edge_label_names;
    part.atoms = dataset.atoms;
    for (const GraphColumn& column : dataset.columns) part.columns.push_back({column.name, {}});

    std::size_t num_nodes = 0;
    for (const std::size_t g : graphs) {
        if (g >= dataset.num_graphs())
            throw InputError(dataset.name + ": graph " + std::to_string(g) + ", but there are " +
                             std::to_string(dataset.num_graphs()));
        num_nodes += dataset.graph(g).num_nodes();
    }
    part.targets = dataset.targets.of(graphs);
    part.attributes = Matrix(num_nodes, dataset.attributes.cols());

    for (const std::size_t g : graphs) {
        const std::size_t first = dataset.node_offsets[g], last = dataset.node_offsets[g + 1];
        const std::size_t first_arc = dataset.arc_offsets[first];
        const std::size_t last_arc = dataset.arc_offsets[last];
        const std::size_t new_first = part.num_nodes(), new_first_arc = part.neighbors.size();
        append(part.neighbors, dataset.neighbors, first_arc, last_arc);
        append(part.node_labels, dataset.node_labels, first, last);
        if (!dataset.edge_labels.empty())
            append(part.edge_labels, dataset.edge_labels, first_arc, last_arc);
        for (std::size_t v = first; v < last; ++v) {
            part.arc_offsets.push_back(dataset.arc_offsets[v + 1] - first_arc + new_first_arc);
            std::ranges::copy(dataset.attributes.row(v),
                              part.attributes.row(new_first + v - first).begin());
        }
        for (std::size_t c = 0; c < dataset.columns.size(); ++c)
            part.columns[c].values.push_back(dataset.columns[c].values[g]);
        part.node_offsets.push_back(new_first + last - first);
    }
    return part;
}

Dataset drop_unused_labels(Dataset dataset) {
    drop_unused(dataset.node_labels, dataset.label_names);
    drop_unused(dataset.edge_labels, dataset.edge_label_names);
    return dataset;
}

void label_by_degree(Dataset& dataset) {
    const auto degree = [&](std::size_t v) {
        return dataset.arc_offsets[v + 1] - dataset.arc_offsets[v];
    };
    std::size_t max_degree = 0;
    for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
        max_degree = std::max(max_degree, degree(v));
    std::vector<std::uint32_t> label_of(max_degree + 1, 0);
    for (std::size_t v = 0; v < dataset.num_nodes(); ++v) label_of[degree(v)] = 1;

    dataset.label_names.clear();
    for (std::size_t d = 0; d <= max_degree; ++d) {
        if (label_of[d] == 0) continue;
        label_of[d] = static_cast<std::uint32_t>(dataset.label_names.size());
        dataset.label_names.push_back(std::to_string(d));
    }
    dataset.node_labels.resize(dataset.num_nodes());
    for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
        dataset.node_labels[v] = label_of[degree(v)];
    dataset.labels_are_degrees = true;
}

std::span<const std::string> column_of(const Dataset& dataset, std::string_view name) {
    const auto found = std::ranges::find(dataset.columns, name, &GraphColumn::name);
    return found == dataset.columns.end() ? std::span<const std::string>() : found->values;
}

double majority_share(const Dataset& dataset) {
    std::vector<std::size_t> sizes(dataset.num_classes());
    std::size_t num_known = 0;
    for (const std::uint32_t c : dataset.targets.classes) {
        if (c == kUnknownClass) continue;
        ++sizes[c];
        ++num_known;
    }
    if (num_known == 0) return 0.0;
    return static_cast<double>(*std::ranges::max_element(sizes)) / static_cast<double>(num_known);
}

}  // namespace dhgak
