// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "core/utf8.h"
#include "dhgak/core/error.h"
#include "dhgak/graph/dataset.h"

namespace dhgak {
namespace {

// Says what is wrong with a dataset, under its name.
class Judge {
public:
    explicit Judge(const Dataset& dataset) : dataset_(dataset) {}

    void judge() const {
        require_offsets("node_offsets", dataset_.node_offsets);
        require_offsets("arc_offsets", dataset_.arc_offsets);
        require_size("arc_offsets", dataset_.arc_offsets.size() - 1, dataset_.num_nodes(),
                     "one entry for each node and one more");
        require_size("neighbors", dataset_.neighbors.size(), dataset_.arc_offsets.back(),
                     "as many as the last of arc_offsets says");
        require_labels();
        require_classes();
        require_attributes();
        require_columns();
        for (std::size_t g = 0; g < dataset_.num_graphs(); ++g) require_arcs(g);
    }

private:
    template <typename... Values>
    [[noreturn]] void fail(fmt::format_string<Values...> format, Values&&... values) const {
        throw InputError(fmt::format("dataset '{}': {}", dataset_.name,
                                     fmt::format(format, std::forward<Values>(values)...)));
    }

    void require_offsets(std::string_view what, const std::vector<std::size_t>& offsets) const {
        if (offsets.empty() || offsets.front() != 0) fail("{} must begin with 0", what);
        const auto fall = std::ranges::adjacent_find(offsets, std::greater<>());
        if (fall != offsets.end())
            fail("{} falls from {} to {}; each entry counts what came before it", what, *fall,
                 *std::next(fall));
    }

    void require_size(std::string_view what, std::size_t size, std::size_t expected,
                      std::string_view reason) const {
        if (size != expected)
            fail("{} has {} entries, expected {}: {}", what, size, expected, reason);
    }

    // How messages name a node, from its number in the dataset.
    std::string node(std::size_t v) const {
        const auto end = std::ranges::upper_bound(dataset_.node_offsets, v);
        const auto g = static_cast<std::size_t>(end - dataset_.node_offsets.begin()) - 1;
        return fmt::format("graph {}, node {}", g, v - dataset_.node_offsets[g]);
    }

    void require_names(std::string_view what, const std::vector<std::string>& names) const {
        std::unordered_set<std::string_view> seen;
        for (const std::string& name : names)
            if (!seen.insert(name).second)
                fail("{} has '{}' twice; equal names are one label", what, name);
        for (const std::string& name : names)
            if (!is_utf8(name))
                fail("{} has '{}', which is not UTF-8; save the file as UTF-8", what, name);
    }

    void require_labels() const {
        if (dataset_.node_labels.empty() && dataset_.num_nodes() > 0)
            fail("no node labels; give one for each node, or call label_by_degree");
        require_size("node_labels", dataset_.node_labels.size(), dataset_.num_nodes(),
                     "one for each node");
        for (std::size_t v = 0; v < dataset_.num_nodes(); ++v)
            if (dataset_.node_labels[v] >= dataset_.num_labels())
                fail("{}: label {}, but label_names has {} names; name every label", node(v),
                     dataset_.node_labels[v], dataset_.num_labels());
        require_names("label_names", dataset_.label_names);

        require_names("edge_label_names", dataset_.edge_label_names);
        if (dataset_.edge_labels.empty()) return;
        require_size("edge_labels", dataset_.edge_labels.size(), dataset_.neighbors.size(),
                     "one for each arc, or none");
        const auto wrong = std::ranges::find_if(dataset_.edge_labels, [&](std::uint32_t label) {
            return label >= dataset_.edge_label_names.size();
        });
        if (wrong != dataset_.edge_labels.end())
            fail("edge label {}, but edge_label_names has {} names; name every label", *wrong,
                 dataset_.edge_label_names.size());
    }

    void require_classes() const {
        require_names("class_names", dataset_.targets.class_names);
        if (dataset_.targets.classes.empty()) return;
        require_size("classes", dataset_.targets.classes.size(), dataset_.num_graphs(),
                     "one for each graph, or none");
        for (std::size_t g = 0; g < dataset_.targets.classes.size(); ++g)
            if (dataset_.targets.classes[g] >= dataset_.num_classes() &&
                dataset_.targets.classes[g] != kUnknownClass)
                fail("graph {}: class {}, but class_names has {} names; name every class", g,
                     dataset_.targets.classes[g], dataset_.num_classes());
    }

    void require_attributes() const {
        const Matrix& attributes = dataset_.attributes;
        if (attributes.cols() == 0) return;
        require_size("attributes", attributes.rows(), dataset_.num_nodes(),
                     "one row for each node");
        for (std::size_t v = 0; v < attributes.rows(); ++v)
            for (const float value : attributes.row(v))
                if (!std::isfinite(value))
                    fail("{}: an attribute is not finite; replace or remove it", node(v));
    }

    void require_columns() const {
        std::vector<std::string> names;
        for (const GraphColumn& column : dataset_.columns) {
            names.push_back(column.name);
            require_size("column " + column.name, column.values.size(), dataset_.num_graphs(),
                         "one value for each graph");
        }
        require_names("columns", names);
    }

    void require_arcs(std::size_t g) const {
        const Graph graph = dataset_.graph(g);
        if (graph.num_nodes() >= std::numeric_limits<std::uint32_t>::max())
            fail("graph {}: {} nodes, but 32-bit node numbers end before that", g,
                 graph.num_nodes());
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            const auto neighbors = graph.neighbors(v);
            for (const std::uint32_t u : neighbors) {
                if (u >= graph.num_nodes())
                    fail(
                        "graph {}, node {}: neighbour {}, but the graph has {} nodes; neighbours "
                        "are numbered from 0 inside their graph",
                        g, v, u, graph.num_nodes());
                if (u == v) fail("graph {}, node {}: is its own neighbour; drop self loops", g, v);
            }
            if (std::ranges::adjacent_find(neighbors, std::greater_equal<>()) != neighbors.end())
                fail("graph {}, node {}: neighbours must ascend, each once", g, v);
        }
        for (std::size_t v = 0; v < graph.num_nodes(); ++v)
            for (const std::uint32_t u : graph.neighbors(v))
                if (!std::ranges::binary_search(graph.neighbors(u), static_cast<std::uint32_t>(v)))
                    fail(
                        "graph {}: an arc from node {} to node {} without the way back; edges "
                        "have no direction",
                        g, v, u);
    }

    const Dataset& dataset_;
};

}  // namespace

void validate(const Dataset& dataset) { Judge(dataset).judge(); }

}  // namespace dhgak
