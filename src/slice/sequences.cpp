// SPDX-License-Identifier: MIT
#include "slice/sequences.h"

#include <algorithm>
#include <cassert>

#include "slice/rings.h"

namespace dhgak {
namespace {

// Tokens kept before the memory of a writer is cleared (64 MiB).
constexpr std::size_t kMaxKept = std::size_t{1} << 24;

// What a search found around one node: rings one after another.
struct Surroundings {
    int depth = -1;  // searched to here; -1 if never
    std::vector<std::uint32_t> nodes;
    std::vector<std::size_t> ends;  // ring h is [ends[h], ends[h + 1])

    int num_rings() const { return static_cast<int>(ends.size()) - 1; }
    std::size_t end(int h) const { return ends[static_cast<std::size_t>(h)]; }
    std::span<const std::uint32_t> ring(int h) const {
        return std::span(nodes).subspan(end(h), end(h + 1) - end(h));
    }
    std::span<const std::uint32_t> ball(int radius) const {
        return std::span(nodes).first(end(radius < num_rings() ? radius + 1 : num_rings()));
    }
};

}  // namespace

struct SequenceWriter::State {
    State(const Slices& slices, std::size_t graph_index)
        : options(slices.options),
          graph(slices.dataset->graph(graph_index)),
          search(graph, slices.rank(graph_index)),
          kept(graph.num_nodes()) {}

    const Surroundings& surroundings(std::size_t v, int depth);
    void write(std::size_t v, int h, std::size_t max_tokens);

    SliceOptions options;
    Graph graph;
    RingSearch search;
    std::vector<Surroundings> kept;  // by node
    std::size_t num_kept = 0;        // tokens
    std::vector<std::uint32_t> ring;
    std::vector<std::uint32_t> sequence;
    std::vector<std::uint32_t> label_sequence;
};

const Surroundings& SequenceWriter::State::surroundings(std::size_t v, int depth) {
    Surroundings& found = kept[v];
    if (found.depth >= depth) return found;
    if (num_kept > kMaxKept) {
        kept.assign(kept.size(), {});
        num_kept = 0;
    }
    search.search(v, depth);
    num_kept -= found.nodes.size();
    const auto nodes = search.ball(depth);
    found.depth = depth;
    found.nodes.assign(nodes.begin(), nodes.end());
    found.ends.assign(1, 0);
    for (int h = 0; h < search.num_rings(); ++h)
        found.ends.push_back(found.ends.back() + search.ring(h).size());
    num_kept += found.nodes.size();
    return found;
}

// Algorithm 1: S_h^b(v) is the blocks S^b(u), u in N_h(v) by rank, one after another, and a block
// is the rings 0..b of u, each by rank.
void SequenceWriter::State::write(std::size_t v, int h, std::size_t max_tokens) {
    sequence.clear();
    const Surroundings& around = surroundings(v, h);
    if (h >= around.num_rings()) {
        if (!repeats_hops(options)) return;
        h = around.num_rings() - 1;
    }
    // A copy: finding the blocks may clear the memory.
    const auto nodes = around.ring(h);
    ring.assign(nodes.begin(), nodes.end());
    const int b = h == 0 && options.hop0 == FirstSlice::label ? 0 : options.b;
    for (const std::uint32_t u : ring) {
        const auto block = surroundings(u, b).ball(b);
        const std::size_t room = max_tokens - sequence.size();
        sequence.insert(sequence.end(), block.begin(),
                        block.begin() + static_cast<std::ptrdiff_t>(std::min(room, block.size())));
        if (sequence.size() == max_tokens) break;
    }
}

SequenceWriter::SequenceWriter(const Slices& slices, std::size_t graph)
    : state_(std::make_unique<State>(slices, graph)) {}
SequenceWriter::~SequenceWriter() = default;
SequenceWriter::SequenceWriter(SequenceWriter&&) noexcept = default;
SequenceWriter& SequenceWriter::operator=(SequenceWriter&&) noexcept = default;

std::span<const std::uint32_t> SequenceWriter::nodes(std::size_t v, int h, std::size_t max_tokens) {
    assert(v < state_->graph.num_nodes() && h >= 0);
    state_->write(v, h, max_tokens);
    return state_->sequence;
}

std::span<const std::uint32_t> SequenceWriter::labels(std::size_t v, int h,
                                                      std::size_t max_tokens) {
    const auto sequence = nodes(v, h, max_tokens);
    std::vector<std::uint32_t>& labels = state_->label_sequence;
    labels.resize(sequence.size());
    for (std::size_t i = 0; i < sequence.size(); ++i) labels[i] = state_->graph.labels[sequence[i]];
    return labels;
}

}  // namespace dhgak
