// SPDX-License-Identifier: MIT
#include "slice/bags/graph_bags.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/core.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "slice/bags/ball_sweep.h"

namespace dhgak {
namespace {

// Graphs with more nodes are searched from each node: a sweep would take more than 16 MiB.
constexpr std::size_t kLargestSweep = 8192;
// Tables of nodes x labels with more entries (64 MiB) are kept sparse.
constexpr std::size_t kLargestTable = std::size_t{1} << 24;
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// Whole vectors of four only: the compiler needs no loop for the rest.
void add_counts(std::uint32_t* sum, const std::uint32_t* counts, std::size_t stride) {
    for (std::size_t k = 0; k < stride; k += 4)
        for (std::size_t i = 0; i < 4; ++i) sum[k + i] += counts[k + i];
}

}  // namespace

GraphBags::GraphBags(const Slices& slices)
    : slices_(slices),
      tables_(static_cast<std::size_t>(slices.num_hops())),
      carried_(static_cast<std::size_t>(slices.num_hops())) {}

void GraphBags::count(std::size_t graph, Output bag_of_node) {
    index_ = graph;
    graph_ = slices_.dataset->graph(graph);
    number_labels();
    if (graph_.num_nodes() <= kLargestSweep && !is_sparse_)
        sweep(bag_of_node);
    else
        search(bag_of_node);
}

void GraphBags::number_labels() {
    labels_.assign(graph_.labels.begin(), graph_.labels.end());
    std::sort(labels_.begin(), labels_.end());
    labels_.erase(std::unique(labels_.begin(), labels_.end()), labels_.end());
    label_of_.resize(graph_.num_nodes());
    for (std::size_t v = 0; v < label_of_.size(); ++v)
        label_of_[v] = static_cast<std::uint32_t>(
            std::lower_bound(labels_.begin(), labels_.end(), graph_.labels[v]) - labels_.begin());
    stride_ = (labels_.size() + 3) / 4 * 4;
    counts_.assign(stride_, 0);
    num_tokens_ = 0;
    is_sparse_ = graph_.num_nodes() * stride_ > kLargestTable;
    if (slices_.options.b == 0) return;  // a ball is its node: no need for a table
    ball_offsets_.assign(1, 0);
    ball_entries_.clear();
    if (!is_sparse_) ball_counts_.assign(graph_.num_nodes() * stride_, 0);
    ball_sizes_.assign(graph_.num_nodes(), 0);
}

// All nodes at once, one hop after another.
void GraphBags::sweep(Output bag_of_node) {
    const SliceOptions& options = slices_.options;
    const std::size_t num_nodes = graph_.num_nodes();
    if (options.b > 0) {
        BallSweep balls(graph_);
        int h = 0;
        do {
            for (std::size_t v = 0; v < num_nodes; ++v) {
                std::uint32_t* const counts = ball_counts_.data() + v * stride_;
                balls.visit_ring(v, [&](std::size_t u) {
                    ++counts[label_of_[u]];
                    ++ball_sizes_[v];
                });
            }
        } while (h++ < options.b && balls.advance());
    }

    BallSweep balls(graph_);
    bool any = true;
    for (int h = 0; h <= options.H; ++h) {
        throw_if_interrupted();
        any = h == 0 || (any && balls.advance());
        const auto out = bag_of_node[h].subspan(graph_.first_node, num_nodes);
        for (std::size_t v = 0; v < num_nodes; ++v) {
            if (h == 0 && options.hop0 == FirstSlice::label) {
                out[v] = label_bag(v);
                continue;
            }
            if (any) balls.visit_ring(v, [&](std::size_t u) { sum_up(u); });
            out[v] = num_tokens_ > 0 || !repeats_hops(options)
                         ? take_bag(h)
                         : carry_bag(h, bag_of_node[h - 1][graph_.first_node + v]);
        }
    }
}

// The same from each node in turn, for graphs too large for bitsets.
void GraphBags::search(Output bag_of_node) {
    const SliceOptions& options = slices_.options;
    const std::size_t num_nodes = graph_.num_nodes();
    std::vector<std::uint32_t> rank(num_nodes);  // bags have no order: any will do
    std::iota(rank.begin(), rank.end(), 0U);
    RingSearch rings(graph_, rank);
    if (options.b > 0) count_balls(rings);
    for (std::size_t v = 0; v < num_nodes; ++v) {
        throw_if_interrupted();
        rings.search(v, options.H);
        for (int h = 0; h <= options.H; ++h) {
            std::uint32_t& out = bag_of_node[h][graph_.first_node + v];
            if (h == 0 && options.hop0 == FirstSlice::label) {
                out = label_bag(v);
                continue;
            }
            if (h < rings.num_rings())
                for (const std::uint32_t u : rings.ring(h)) sum_up(u);
            out = num_tokens_ > 0 || !repeats_hops(options)
                      ? take_bag(h)
                      : carry_bag(h, bag_of_node[h - 1][graph_.first_node + v]);
        }
    }
}

void GraphBags::count_balls(RingSearch& rings) {
    for (std::size_t v = 0; v < graph_.num_nodes(); ++v) {
        throw_if_interrupted();
        rings.search(v, slices_.options.b);
        const auto ball = rings.ball(slices_.options.b);
        ball_sizes_[v] = ball.size();
        if (!is_sparse_) {
            for (const std::uint32_t u : ball) ++ball_counts_[v * stride_ + label_of_[u]];
            continue;
        }
        for (const std::uint32_t u : ball) add_count(label_of_[u], 1);
        take_counts();
        ball_entries_.insert(ball_entries_.end(), bag_.begin(), bag_.end());
        ball_offsets_.push_back(ball_entries_.size());
    }
}

void GraphBags::add_count(std::uint32_t place, std::uint32_t count) {
    if (is_sparse_ && counts_[place] == 0) counted_.push_back(place);
    counts_[place] += count;
}

// Moves what was counted to bag_, by places in labels_, and starts anew.
void GraphBags::take_counts() {
    bag_.clear();
    if (!is_sparse_) {
        for (std::uint32_t k = 0; k < labels_.size(); ++k)
            if (counts_[k] > 0) bag_.push_back({.label = k, .count = counts_[k]});
        std::fill(counts_.begin(), counts_.end(), 0U);
        return;
    }
    std::sort(counted_.begin(), counted_.end());
    for (const std::uint32_t k : counted_)
        bag_.push_back({.label = k, .count = std::exchange(counts_[k], 0U)});
    counted_.clear();
}

void GraphBags::sum_up(std::size_t u) {
    if (slices_.options.b == 0) {
        add_count(label_of_[u], 1);
        ++num_tokens_;
        return;
    }
    num_tokens_ += ball_sizes_[u];
    if (is_sparse_) {
        for (std::size_t i = ball_offsets_[u]; i < ball_offsets_[u + 1]; ++i)
            add_count(ball_entries_[i].label, ball_entries_[i].count);
        return;
    }
    add_counts(counts_.data(), ball_counts_.data() + u * stride_, stride_);
}

std::uint32_t GraphBags::label_bag(std::size_t v) {
    const LabelCount bag[] = {{.label = graph_.labels[v], .count = 1}};
    return tables_[0].add(bag, hash_bag(bag));
}

// Puts what was summed up into the table of hop h and starts a new sum.
std::uint32_t GraphBags::take_bag(int h) {
    if (num_tokens_ > std::numeric_limits<std::uint32_t>::max())
        throw InputError(fmt::format(
            "{}: graph {} has a slice of {} tokens at hop {}, but at most 2^32 - 1 can be counted; "
            "choose a smaller width b",
            slices_.dataset->name, index_, num_tokens_, h));
    take_counts();
    for (LabelCount& entry : bag_) entry.label = labels_[entry.label];
    num_tokens_ = 0;
    return tables_[static_cast<std::size_t>(h)].add(bag_, hash_bag(bag_));
}

// The bag of hop h of a node that has none of its own: the one of the hop before.
std::uint32_t GraphBags::carry_bag(int h, std::uint32_t before) {
    const auto hop = static_cast<std::size_t>(h);
    std::vector<std::uint32_t>& carried = carried_[hop];
    const BagTable& table = tables_[hop - 1];
    if (carried.size() < table.size()) carried.resize(table.size(), kNone);
    if (carried[before] == kNone)
        carried[before] = tables_[hop].add(table.list(before), table.hash(before));
    return carried[before];
}

}  // namespace dhgak
