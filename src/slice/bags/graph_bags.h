// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dhgak/slice/slices.h"
#include "slice/bags/bag_table.h"
#include "slice/rings.h"

namespace dhgak {

// Counts the labels of the slices of some graphs, one graph after another, into one table of
// distinct bags per hop.
class GraphBags {
public:
    explicit GraphBags(const Slices& slices);

    // Writes the number of each node's bag at hop h, a number in its table, to bag_of_node[h],
    // which has one entry per node of the dataset.
    void count(std::size_t graph, std::span<const std::span<std::uint32_t>> bag_of_node);

    // By hop.
    std::vector<BagTable> take_tables() && { return std::move(tables_); }

private:
    using Output = std::span<const std::span<std::uint32_t>>;

    void number_labels();
    void sweep(Output bag_of_node);
    void search(Output bag_of_node);
    void count_balls(RingSearch& rings);
    void add_count(std::uint32_t place, std::uint32_t count);
    void take_counts();
    void sum_up(std::size_t u);
    std::uint32_t label_bag(std::size_t v);
    std::uint32_t take_bag(int h);
    std::uint32_t carry_bag(int h, std::uint32_t before);

    const Slices& slices_;
    std::vector<BagTable> tables_;  // by hop
    std::vector<std::vector<std::uint32_t>>
        carried_;  // by hop: the same bag one hop before -> here

    // Of the present graph.
    std::size_t index_ = 0;
    Graph graph_;
    std::vector<std::uint32_t> labels_;       // that occur, ascending
    std::vector<std::uint32_t> label_of_;     // by node: its place in labels_
    std::size_t stride_ = 0;                  // labels_.size(), rounded up
    bool is_sparse_ = false;                  // nodes x labels would take too much memory
    std::vector<std::uint32_t> ball_counts_;  // by node: label counts of its ball of radius b
    std::vector<std::uint64_t> ball_sizes_;

    // The same counts in a sparse graph, with places in labels_ for labels.
    std::vector<LabelCount> ball_entries_;
    std::vector<std::size_t> ball_offsets_;

    // Of the slice being counted.
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint32_t> counted_;  // places with counts, in a sparse graph
    std::uint64_t num_tokens_ = 0;
    std::vector<LabelCount> bag_;
};

}  // namespace dhgak
