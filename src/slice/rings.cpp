// SPDX-License-Identifier: MIT
#include "slice/rings.h"

#include <algorithm>
#include <bit>

namespace dhgak {

RingSearch::RingSearch(const Graph& graph, std::span<const std::uint32_t> rank)
    : graph_(graph), rank_(rank), order_(rank.size()) {
    for (std::size_t v = 0; v < rank.size(); ++v) order_[rank[v]] = static_cast<std::uint32_t>(v);
    if (rank.size() > 64) {
        seen_.resize(rank.size());
        return;
    }
    neighbors_.resize(rank.size());
    for (std::size_t v = 0; v < rank.size(); ++v)
        for (const std::uint32_t u : graph.neighbors(v))
            neighbors_[rank[v]] |= std::uint64_t{1} << rank[u];
}

void RingSearch::search(std::size_t v, int depth) {
    nodes_.clear();
    ends_.assign(1, 0);
    if (seen_.empty())
        search_words(v, depth);
    else
        search_queue(v, depth);
}

void RingSearch::search_words(std::size_t v, int depth) {
    std::uint64_t ring = std::uint64_t{1} << rank_[v];
    std::uint64_t unseen = ~std::uint64_t{0};
    for (int h = 0; h <= depth && ring != 0; ++h) {
        unseen &= ~ring;
        std::uint64_t beyond = 0;
        for (std::uint64_t rest = ring; rest != 0; rest &= rest - 1) {
            const auto place = static_cast<std::size_t>(std::countr_zero(rest));
            nodes_.push_back(order_[place]);
            beyond |= neighbors_[place];
        }
        ends_.push_back(nodes_.size());
        ring = beyond & unseen;
    }
}

void RingSearch::search_queue(std::size_t v, int depth) {
    if (++stamp_ == 0) {
        std::fill(seen_.begin(), seen_.end(), 0U);
        stamp_ = 1;
    }
    seen_[v] = stamp_;
    nodes_.push_back(static_cast<std::uint32_t>(v));
    ends_.push_back(1);
    for (int h = 0; h < depth; ++h) {
        const std::size_t begin = at(h), end = at(h + 1);
        for (std::size_t i = begin; i < end; ++i) {
            for (const std::uint32_t u : graph_.neighbors(nodes_[i])) {
                if (seen_[u] == stamp_) continue;
                seen_[u] = stamp_;
                nodes_.push_back(u);
            }
        }
        if (nodes_.size() == end) break;
        // Sorting plain numbers beats sorting nodes by what a table says of them.
        const auto fresh = std::span(nodes_).subspan(end);
        for (std::uint32_t& node : fresh) node = rank_[node];
        std::sort(fresh.begin(), fresh.end());
        for (std::uint32_t& node : fresh) node = order_[node];
        ends_.push_back(nodes_.size());
    }
}

std::span<const std::uint32_t> RingSearch::ball(int depth) const {
    return {nodes_.data(), at(depth < num_rings() ? depth + 1 : num_rings())};
}

}  // namespace dhgak
