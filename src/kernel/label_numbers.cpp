// SPDX-License-Identifier: MIT
#include "kernel/label_numbers.h"

#include <unordered_map>
#include <unordered_set>

#include "dhgak/graph/wl_colors.h"
#include "kernel/new_labels.h"

namespace dhgak {

LabelNumbers::LabelNumbers(const Dataset& training) {
    std::vector<bool> is_used(training.num_labels(), false);
    for (const std::uint32_t label : training.node_labels) is_used[label] = true;
    for (std::size_t label = 0; label < is_used.size(); ++label)
        if (is_used[label]) names_.push_back(training.label_names[label]);
}

LabelNumbers::LabelNumbers(const ModelReader& reader) : names_(reader.texts("labels")) {
    const std::unordered_set<std::string_view> different(names_.begin(), names_.end());
    reader.require(different.size() == names_.size(), "labels", "names a label twice");
}

std::vector<std::uint32_t> LabelNumbers::of_nodes(const Dataset& graphs,
                                                  NewGraphNotes& notes) const {
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    for (const std::string& name : names_)
        numbers.emplace(name, static_cast<std::uint32_t>(numbers.size()));
    std::vector<std::uint32_t> number_of_label;
    for (const std::string& name : graphs.label_names)
        number_of_label.push_back(
            numbers.emplace(name, static_cast<std::uint32_t>(numbers.size())).first->second);
    std::vector<std::uint32_t> result, seen;
    for (const std::uint32_t label : graphs.node_labels) {
        result.push_back(number_of_label[label]);
        seen.push_back(result.back() < names_.size() ? result.back() : kUnseenColor);
    }
    note_new_graphs(graphs, seen, notes);
    return result;
}

}  // namespace dhgak
