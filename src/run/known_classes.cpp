// SPDX-License-Identifier: MIT
#include "dhgak/run/known_classes.h"

#include <algorithm>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {

KnownGraphs known_classes(const Dataset& whole) {
    KnownGraphs known;
    for (std::size_t g = 0; g < whole.num_graphs(); ++g)
        if (whole.classes[g] != kUnknownClass) known.graph_ids.push_back(g);
    known.dataset =
        known.graph_ids.size() == whole.num_graphs() ? whole : subset(whole, known.graph_ids);
    return known;
}

void require_classes(const Dataset& dataset) {
    if (std::ranges::all_of(dataset.classes, [](auto c) { return c == kUnknownClass; }))
        throw InputError(fmt::format(
            "{}: no graph has a class; {}", dataset.name,
            dataset.atoms.empty()
                ? fmt::format("in TU form {}_graph_labels.txt gives them, one a line", dataset.name)
                : "name the column or field that has it with --class"));
}

}  // namespace dhgak
