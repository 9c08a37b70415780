// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

class ModelReader;
class ModelWriter;

// The colour of a node that no node of the fitted graphs has.
inline constexpr std::uint32_t kUnseenColor = ~std::uint32_t{0};

struct WlColorOptions {
    std::size_t rounds = 3;
    bool edge_labels = false;  // colour by them too, where the dataset has any
};

// By round 0..R, then by node of the dataset.
using WlColors = std::vector<std::vector<std::uint32_t>>;

// The Weisfeiler-Leman colours of some graphs, to be found again in others.
//
// In round 0 the colour of a node is its label. In each round after that it stands for the colour
// that the node had before and the multiset of those of its neighbours (each with the label of the
// edge to it, if these count). Two nodes have the same colour if and only if these are the same:
// colours are looked up by content, never by a hash alone.
//
// Colours are numbered from 0 in each round, by first occurrence in the order of nodes; another
// order of graphs changes the numbers and nothing else. Labels are matched by name, so any dataset
// may be coloured. A colour made of what was never seen is kUnseenColor, in this round and all
// after it. Time and memory are linear in rounds x (nodes + arcs), but for sorting neighbours.
class WlColoring {
public:
    // Learns the colours of these graphs and gives them to `colors`, if that is not null.
    WlColoring(const Dataset& dataset, const WlColorOptions& options, WlColors* colors = nullptr);

    explicit WlColoring(const ModelReader& reader);
    void save(const ModelWriter& writer) const;

    std::size_t num_rounds() const;  // beside round 0
    std::size_t num_colors(std::size_t round) const;
    const std::vector<std::string>& label_names() const;  // by colour of round 0
    bool uses_edge_labels() const;  // asked for, and the fitted graphs had some

    // The colours of other graphs; for the fitted ones they are those of fitting. Throws InputError
    // if edge labels count and the dataset has none.
    WlColors color(const Dataset& dataset) const;

private:
    struct State;
    std::shared_ptr<const State> state_;
};

}  // namespace dhgak
