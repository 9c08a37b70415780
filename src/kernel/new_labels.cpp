// SPDX-License-Identifier: MIT
#include "kernel/new_labels.h"

#include "graph/wl_colors.h"

namespace dhgak {

void note_new_graphs(const Dataset& graphs, NewGraphNotes& notes) {
    notes.graphs += graphs.num_graphs();
    notes.nodes += graphs.num_nodes();
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g)
        notes.empty_graphs += graphs.node_offsets[g] == graphs.node_offsets[g + 1];
}

void note_new_graphs(const Dataset& graphs, std::span<const std::uint32_t> labels,
                     NewGraphNotes& notes) {
    note_new_graphs(graphs, notes);
    notes.has_read_labels = true;
    notes.unknown_label = UnknownLabel::matches_nothing;
    for (std::size_t v = 0; v < labels.size(); ++v)
        if (labels[v] == kUnseenColor) {
            ++notes.unknown_label_nodes;
            notes.unknown_labels.insert(graphs.label_names[graphs.node_labels[v]]);
        }
}

}  // namespace dhgak
