// SPDX-License-Identifier: MIT
#include "report/data_facts.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "graph/audit.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostBins = 30;

// Whole numbers in bins of equal width; by bin and class how many.
class Histogram {
public:
    Histogram(const std::vector<std::size_t>& values, std::size_t num_classes) {
        const auto [low, high] = std::ranges::minmax(values);
        low_ = low;
        width_ = (high - low) / kMostBins + 1;
        counts_.assign((high - low) / width_ + 1, std::vector<std::size_t>(num_classes));
    }

    void add(std::size_t value, std::size_t c) { ++counts_[(value - low_) / width_][c]; }

    Json json() const { return {{"low", low_}, {"width", width_}, {"counts", counts_}}; }

private:
    std::size_t low_ = 0, width_ = 1;
    std::vector<std::vector<std::size_t>> counts_;
};

Json histogram_of(const std::vector<std::size_t>& values, const std::vector<std::size_t>& classes,
                  std::size_t num_classes) {
    if (values.empty()) return nullptr;
    Histogram histogram(values, num_classes);
    for (std::size_t i = 0; i < values.size(); ++i) histogram.add(values[i], classes[i]);
    return histogram.json();
}

Json labels_of(const Dataset& dataset, const std::vector<std::size_t>& class_of_node,
               std::size_t num_classes, std::size_t most_labels) {
    std::vector<std::vector<std::size_t>> counts(dataset.num_labels(),
                                                 std::vector<std::size_t>(num_classes));
    for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
        ++counts[dataset.node_labels[v]][class_of_node[v]];
    const auto total = [&](std::size_t label) {
        return std::accumulate(counts[label].begin(), counts[label].end(), std::size_t{0});
    };
    std::vector<std::size_t> order(dataset.num_labels());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::greater(), total);
    Json bars = Json::array();
    std::size_t others = 0, nodes_of_others = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (i < most_labels) {
            bars.push_back({{"name", dataset.label_names[order[i]]}, {"counts", counts[order[i]]}});
        } else {
            ++others;
            nodes_of_others += total(order[i]);
        }
    return {{"bars", std::move(bars)}, {"others", others}, {"nodes_of_others", nodes_of_others}};
}

Json audit_of(const Dataset& dataset) {
    const Audit facts = audit(dataset);
    return {{"isolated_nodes", facts.isolated_nodes},
            {"disconnected_graphs", facts.disconnected_graphs},
            {"empty_graphs", facts.empty_graphs},
            {"unknown_classes", facts.unknown_classes},
            {"copies", facts.duplicates.shared_graphs},
            {"conflicting", facts.duplicates.conflicting_graphs},
            {"best_accuracy", facts.duplicates.best_accuracy},
            {"majority", facts.majority_share},
            {"self_loops", facts.irregularities.self_loops},
            {"doubled_arcs", facts.irregularities.doubled_arcs},
            {"one_way_arcs", facts.irregularities.one_way_arcs}};
}

}  // namespace

Json data_facts(const Dataset& dataset, std::size_t most_labels) {
    // Graphs of unknown class are a class of their own here, the last.
    const std::size_t num_classes = dataset.num_classes() + 1;
    std::vector<std::size_t> class_of_graph, sizes, edges, class_of_node, degrees;
    std::vector<std::size_t> class_sizes(num_classes);
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const bool is_known =
            !dataset.targets.classes.empty() && dataset.targets.classes[g] != kUnknownClass;
        const std::size_t c = is_known ? dataset.targets.classes[g] : num_classes - 1;
        const Graph graph = dataset.graph(g);
        class_of_graph.push_back(c);
        ++class_sizes[c];
        sizes.push_back(graph.num_nodes());
        edges.push_back(graph.num_arcs() / 2);
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            class_of_node.push_back(c);
            degrees.push_back(graph.degree(v));
        }
    }
    return {{"name", dataset.name},
            {"graphs", dataset.num_graphs()},
            {"nodes", dataset.num_nodes()},
            {"edges", dataset.num_edges()},
            {"labels_are_degrees", dataset.labels_are_degrees},
            {"num_labels", dataset.num_labels()},
            {"edge_labels", dataset.edge_label_names.size()},
            {"attributes", dataset.attributes.cols()},
            {"class_names", dataset.targets.class_names},
            {"class_sizes", class_sizes},
            {"sizes", histogram_of(sizes, class_of_graph, num_classes)},
            {"edge_counts", histogram_of(edges, class_of_graph, num_classes)},
            {"degrees", histogram_of(degrees, class_of_node, num_classes)},
            {"labels", labels_of(dataset, class_of_node, num_classes, most_labels)},
            {"audit", audit_of(dataset)}};
}

}  // namespace dhgak
