// SPDX-License-Identifier: MIT
#include "slice/bags.h"

#include <algorithm>

#include "dhgak/core/parallel.h"
#include "slice/bags/bag_table.h"
#include "slice/bags/graph_bags.h"

namespace dhgak {
namespace {

// Cuts the graphs into runs of about equally many nodes. The runs depend on the dataset only.
std::vector<std::size_t> cut_runs(const Dataset& dataset) {
    const std::size_t enough = std::clamp<std::size_t>(dataset.num_nodes() / 32, 256, 8192);
    std::vector<std::size_t> starts = {0};
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g)
        if (dataset.node_offsets[g + 1] - dataset.node_offsets[starts.back()] >= enough)
            starts.push_back(g + 1);
    if (starts.back() < dataset.num_graphs()) starts.push_back(dataset.num_graphs());
    return starts;
}

// Gives the bags of all runs common numbers: run after run, so that they are numbered by first
// occurrence. On entry `hop.bag_of_node` has the numbers inside the runs.
void join_runs(const Dataset& dataset, const std::vector<std::size_t>& starts,
               const std::vector<std::vector<BagTable>>& runs, std::size_t h, HopBags& hop) {
    BagTable all;
    std::vector<std::uint32_t> number_of;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const BagTable& table = runs[r][h];
        number_of.resize(table.size());
        for (std::size_t i = 0; i < table.size(); ++i)
            number_of[i] = all.add(table.list(i), table.hash(i));
        hop.multiplicity.resize(all.size());
        const std::size_t end = dataset.node_offsets[starts[r + 1]];
        for (std::size_t v = dataset.node_offsets[starts[r]]; v < end; ++v) {
            std::uint32_t& bag = hop.bag_of_node[v];
            bag = number_of[bag];
            ++hop.multiplicity[bag];
        }
    }
    hop.offsets = all.offsets();
    hop.labels.reserve(all.entries().size());
    hop.counts.reserve(all.entries().size());
    for (const LabelCount& entry : all.entries()) {
        hop.labels.push_back(entry.label);
        hop.counts.push_back(entry.count);
    }
}

}  // namespace

std::vector<HopBags> bag_slices(const Slices& slices) {
    const Dataset& dataset = *slices.dataset;
    std::vector<HopBags> hops(static_cast<std::size_t>(slices.num_hops()));
    std::vector<std::span<std::uint32_t>> bag_of_node;
    for (HopBags& hop : hops) {
        hop.bag_of_node.resize(dataset.num_nodes());
        bag_of_node.emplace_back(hop.bag_of_node);
    }

    const std::vector<std::size_t> starts = cut_runs(dataset);
    std::vector<std::vector<BagTable>> runs(starts.size() - 1);
    parallel_for(runs.size(), [&](std::size_t r) {
        GraphBags bags(slices);
        for (std::size_t g = starts[r]; g < starts[r + 1]; ++g) bags.count(g, bag_of_node);
        runs[r] = std::move(bags).take_tables();
    });
    parallel_for(hops.size(), [&](std::size_t h) { join_runs(dataset, starts, runs, h, hops[h]); });
    return hops;
}

}  // namespace dhgak
