// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/slice/slices.h"

namespace dhgak {

// Writes out the slices of one graph as sequences (Algorithm 1).
//
// Making one ranks the nodes of the graph if nobody did before; blocks S^b(u) and rings are found
// when first asked for and kept for this graph only. Not for use from several threads at once.
class SequenceWriter {
public:
    SequenceWriter(const Slices& slices, std::size_t graph);
    ~SequenceWriter();
    SequenceWriter(SequenceWriter&&) noexcept;
    SequenceWriter& operator=(SequenceWriter&&) noexcept;

    // The nodes of S_h^b(v) in order, numbered inside the graph, cut after `max_tokens`. The
    // options for short hops and hop 0 are applied. The span lives until the next call.
    std::span<const std::uint32_t> nodes(
        std::size_t v, int h, std::size_t max_tokens = std::numeric_limits<std::size_t>::max());

    // The same as labels.
    std::span<const std::uint32_t> labels(
        std::size_t v, int h, std::size_t max_tokens = std::numeric_limits<std::size_t>::max());

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dhgak
