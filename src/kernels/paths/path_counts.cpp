// SPDX-License-Identifier: MIT
#include "kernels/paths/path_counts.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "graph/wl_colors.h"

namespace dhgak {
namespace {

constexpr std::size_t kSources = 64;  // bits of a word
constexpr std::size_t kCountsAtOnce = std::size_t{1} << 16;

// The nodes of a graph sorted by label, and the labels numbered in that order.
class SortedNodes {
public:
    SortedNodes(const Graph& graph, std::span<const std::uint32_t> labels)
        : nodes_(graph.num_nodes()), group_of_(graph.num_nodes()) {
        std::iota(nodes_.begin(), nodes_.end(), 0U);
        const auto key = [&](std::uint32_t v) {
            return std::tuple(labels[v], labels[v] == kUnseenColor ? graph.labels[v] : 0);
        };
        std::ranges::sort(nodes_, {}, [&](std::uint32_t v) { return std::tuple(key(v), v); });
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (i == 0 || key(nodes_[i]) != key(nodes_[i - 1]))
                labels_.push_back(labels[nodes_[i]]);
            group_of_[nodes_[i]] = static_cast<std::uint32_t>(labels_.size() - 1);
        }
    }

    std::span<const std::uint32_t> nodes() const { return nodes_; }
    std::size_t num_groups() const { return labels_.size(); }
    std::uint32_t group_of(std::size_t v) const { return group_of_[v]; }

    // A pair of groups as what others call it. Groups of unknown labels keep numbers that differ.
    TripleCount kind(std::uint32_t first, std::uint32_t second, std::uint32_t distance) const {
        const bool is_known = labels_[first] != kUnseenColor && labels_[second] != kUnseenColor;
        return {.kind = is_known ? Triple{labels_[first], labels_[second], distance}
                                 : Triple{first, second, distance},
                .is_known = is_known};
    }

private:
    std::vector<std::uint32_t> nodes_;
    std::vector<std::uint32_t> group_of_;  // by node
    std::vector<std::uint32_t> labels_;    // by group
};

// Walks from up to 64 sources at once: bit s of a node's word stands for source s.
class PathWalker {
public:
    PathWalker(const Graph& graph, const SortedNodes& sorted, std::uint32_t longest)
        : graph_(graph),
          sorted_(sorted),
          longest_(longest),
          seen_(graph.num_nodes()),
          next_(graph.num_nodes()),
          present_(graph.num_nodes()) {}

    void walk(std::span<const std::uint32_t> sources, std::vector<TripleCount>& found) {
        start(sources);
        for (std::uint32_t distance = 1; distance <= longest_ && !border_.empty(); ++distance) {
            step();
            for (const std::uint32_t v : border_) count(v);
            flush(distance, found);
        }
    }

private:
    void start(std::span<const std::uint32_t> sources) {
        std::ranges::fill(seen_, 0);
        first_group_ = sorted_.group_of(sources.front());
        bits_of_group_.assign(sorted_.group_of(sources.back()) - first_group_ + 1, 0);
        counts_.assign(bits_of_group_.size() * sorted_.num_groups(), 0);
        border_.assign(sources.begin(), sources.end());
        for (std::size_t s = 0; s < sources.size(); ++s) {
            const std::uint64_t bit = std::uint64_t{1} << s;
            seen_[sources[s]] = present_[sources[s]] = bit;
            bits_of_group_[sorted_.group_of(sources[s]) - first_group_] |= bit;
        }
    }

    // Moves the border one edge on; a node is in it where a source sees it for the first time.
    void step() {
        reached_.clear();
        for (const std::uint32_t v : border_)
            for (const std::uint32_t u : graph_.neighbors(v)) {
                const std::uint64_t fresh = present_[v] & ~seen_[u];
                if (fresh == 0) continue;
                if (next_[u] == 0) reached_.push_back(u);
                next_[u] |= fresh;
            }
        border_.swap(reached_);
        for (const std::uint32_t v : border_) {
            present_[v] = next_[v];
            seen_[v] |= next_[v];
            next_[v] = 0;
        }
    }

    // A pair is counted from its smaller label, and twice where both are the same.
    void count(std::uint32_t v) {
        const std::uint32_t group = sorted_.group_of(v);
        for (std::size_t i = 0; i < bits_of_group_.size() && first_group_ + i <= group; ++i)
            if (const std::uint64_t bits = present_[v] & bits_of_group_[i]; bits != 0) {
                std::uint32_t& sum = counts_[i * sorted_.num_groups() + group];
                if (sum == 0) touched_.push_back(i * sorted_.num_groups() + group);
                sum += static_cast<std::uint32_t>(std::popcount(bits));
            }
    }

    void flush(std::uint32_t distance, std::vector<TripleCount>& found) {
        for (const std::size_t place : touched_) {
            const std::uint32_t first =
                first_group_ + static_cast<std::uint32_t>(place / sorted_.num_groups());
            const auto second = static_cast<std::uint32_t>(place % sorted_.num_groups());
            found.push_back(sorted_.kind(first, second, distance));
            found.back().count = first == second ? counts_[place] / 2.0 : counts_[place];
            counts_[place] = 0;
        }
        touched_.clear();
    }

    const Graph& graph_;
    const SortedNodes& sorted_;
    std::uint32_t longest_;
    std::vector<std::uint64_t> seen_, next_;  // by node
    std::vector<std::uint64_t> present_;      // by node; of those in the border
    std::vector<std::uint32_t> border_, reached_;
    std::uint32_t first_group_ = 0;             // of the sources
    std::vector<std::uint64_t> bits_of_group_;  // from that one on
    std::vector<std::uint32_t> counts_;         // by group of source and group of node
    std::vector<std::size_t> touched_;          // counts that are not 0
};

void unite_equal(std::vector<TripleCount>& found) {
    const auto key = [](const TripleCount& kind) { return std::tuple(kind.is_known, kind.kind); };
    std::ranges::sort(found, {}, key);
    std::size_t last = 0;
    for (std::size_t i = 1; i < found.size(); ++i)
        if (key(found[i]) == key(found[last]))
            found[last].count += found[i].count;
        else
            found[++last] = found[i];
    if (!found.empty()) found.resize(last + 1);
}

}  // namespace

std::vector<TripleCount> count_paths(const Graph& graph, std::span<const std::uint32_t> labels,
                                     std::uint32_t longest) {
    const SortedNodes sorted(graph, labels);
    PathWalker counter(graph, sorted, longest);
    std::vector<TripleCount> found;
    std::size_t limit = kCountsAtOnce;
    for (std::size_t begin = 0; begin < graph.num_nodes(); begin += kSources) {
        const std::size_t size = std::min(kSources, graph.num_nodes() - begin);
        counter.walk(sorted.nodes().subspan(begin, size), found);
        if (found.size() < limit) continue;
        unite_equal(found);
        limit = 2 * found.size() + kCountsAtOnce;
    }
    unite_equal(found);
    return found;
}

}  // namespace dhgak
