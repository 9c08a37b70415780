// SPDX-License-Identifier: MIT
#include "run/known_classes.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {

namespace {

std::vector<std::size_t> graphs_with_class(const Dataset& whole) {
    std::vector<std::size_t> graphs;
    for (std::size_t g = 0; g < whole.num_graphs(); ++g)
        if (whole.targets.classes[g] != kUnknownClass) graphs.push_back(g);
    return graphs;
}

}  // namespace

KnownGraphs known_classes(std::shared_ptr<const Dataset> whole) {
    KnownGraphs known = {
        .dataset = {}, .graph_ids = graphs_with_class(*whole), .num_whole = whole->num_graphs()};
    if (known.graph_ids.size() == known.num_whole)
        known.dataset = std::move(whole);
    else
        known.dataset = std::make_shared<const Dataset>(subset(*whole, known.graph_ids));
    return known;
}

GraphBlocks known_classes(GraphBlocks whole) {
    return [whole = std::move(whole)](const auto& use) {
        whole([&](const Dataset& block) {
            if (std::ranges::count(block.targets.classes, kUnknownClass) == 0 &&
                !block.targets.classes.empty())
                use(block);
            else if (!block.targets.classes.empty())
                use(subset(block, graphs_with_class(block)));
        });
    };
}

void require_classes(const std::string& name, const std::string& atoms,
                     std::span<const std::uint32_t> classes) {
    if (std::ranges::all_of(classes, [](auto c) { return c == kUnknownClass; }))
        throw InputError(fmt::format(
            "{}: no graph has a class; {}", name,
            atoms.empty()
                ? fmt::format("in TU form {}_graph_labels.txt gives them, one a line", name)
                : "name the column or field that has it with --class"));
}

void require_classes(const Dataset& dataset) {
    require_classes(dataset.name, dataset.atoms, dataset.targets.classes);
}

}  // namespace dhgak
