// SPDX-License-Identifier: MIT
#include "learn/grouped_folds.h"

#include <algorithm>
#include <set>

#include "dhgak/core/log.h"
#include "dhgak/learn/folds.h"

namespace dhgak {
namespace {

std::vector<std::uint32_t> of_graphs(std::span<const std::uint32_t> values,
                                     std::span<const std::size_t> graphs) {
    std::vector<std::uint32_t> picked;
    picked.reserve(graphs.size());
    for (const std::size_t graph : graphs) picked.push_back(values[graph]);
    return picked;
}

}  // namespace

std::size_t count_groups(std::span<const std::size_t> graphs,
                         std::span<const std::uint32_t> group_of_graph) {
    if (group_of_graph.empty()) return graphs.size();
    std::set<std::uint32_t> groups;
    for (const std::size_t graph : graphs) groups.insert(group_of_graph[graph]);
    return groups.size();
}

std::vector<std::uint32_t> grouped_folds(std::span<const std::size_t> graphs,
                                         std::span<const std::uint32_t> strata,
                                         std::span<const std::uint32_t> group_of_graph,
                                         std::size_t most_folds, std::uint64_t seed) {
    const std::size_t num_folds = std::min(most_folds, count_groups(graphs, group_of_graph));
    const std::vector<std::uint32_t> some = of_graphs(strata, graphs);
    if (group_of_graph.empty()) return stratified_folds(some, num_folds, seed);
    return stratified_group_folds(some, of_graphs(group_of_graph, graphs), num_folds, seed);
}

std::vector<std::uint32_t> inner_folds_of(std::span<const std::size_t> graphs,
                                          std::span<const std::uint32_t> strata,
                                          std::span<const std::uint32_t> group_of_graph,
                                          std::size_t most_folds, std::uint64_t seed) {
    const bool is_one = graphs.size() > 1 && count_groups(graphs, group_of_graph) == 1;
    if (is_one)
        log_warning(
            "all training graphs are of one group (equal ones, or those of a scaffold), so inner "
            "folds part it");
    return grouped_folds(graphs, strata, is_one ? std::span<const std::uint32_t>() : group_of_graph,
                         most_folds, seed);
}

}  // namespace dhgak
