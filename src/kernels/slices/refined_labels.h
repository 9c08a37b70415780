// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/io/model_file.h"
#include "graph/wl_colors.h"

namespace dhgak {

// Graphs whose labels are the Weisfeiler-Leman colours of a round, for language models to read.
//
// A colour is written as what it stands for: a carbon bound to two carbons and an oxygen is
// `C(C,C,O)` in round 1 and `C(C(C,C),C(C,H),O(C))` in round 2; with edge labels `C(1 C,1 C,2 O)`.
// Texts beyond 80 bytes are cut, and the colours that are then spelled alike numbered. Two nodes
// have the same label if and only if they have the same colour, but for the colours of new graphs
// that no training graph has: these are labels that no training graph has.
class RefinedLabels {
public:
    explicit RefinedLabels(const Dataset& graphs, const WlColorOptions& options);
    explicit RefinedLabels(const ModelReader& reader);
    void save(const ModelWriter& writer) const;

    std::size_t num_rounds() const { return coloring_.num_rounds(); }  // beside round 0

    // Calls `visit` with the graphs relabelled for each of the rounds, which ascend; round 0 are
    // the graphs themselves. Nodes of unknown labels and colours are counted in `notes`.
    using Visitor = std::function<void(std::size_t place, const Dataset& graphs)>;
    void visit_rounds(const Dataset& graphs, std::span<const int> rounds, NewGraphNotes& notes,
                      const Visitor& visit) const;

private:
    WlColoring coloring_;
    std::vector<std::vector<std::string>> names_;  // by round and colour
};

}  // namespace dhgak
