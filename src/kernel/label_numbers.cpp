// SPDX-License-Identifier: MIT
#include "kernel/label_numbers.h"

#include "graph/wl_colors.h"
#include "kernel/new_labels.h"

namespace dhgak {

LabelNumbers::LabelNumbers(const Dataset& training)
    : known_(used_names(training.label_names, training.node_labels)) {}

LabelNumbers::LabelNumbers(const ModelReader& reader) : known_(reader.texts("labels")) {
    reader.require(known_.differ(), "labels", "names a label twice");
}

std::vector<std::uint32_t> LabelNumbers::of_nodes(const Dataset& graphs,
                                                  NewGraphNotes& notes) const {
    std::vector<std::uint32_t> number_of_label = known_.translate(graphs.label_names);
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t label : graphs.node_labels) numbers.push_back(number_of_label[label]);
    note_new_graphs(graphs, numbers, notes);
    auto next = static_cast<std::uint32_t>(known_.size());
    for (std::uint32_t& number : number_of_label)
        if (number == kUnseenColor) number = next++;
    for (std::size_t v = 0; v < numbers.size(); ++v)
        numbers[v] = number_of_label[graphs.node_labels[v]];
    return numbers;
}

}  // namespace dhgak
