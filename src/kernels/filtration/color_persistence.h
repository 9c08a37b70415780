// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/io/model_file.h"
#include "graph/wl_colors.h"

namespace dhgak {

constexpr std::size_t kMostThresholds = 100;

// How often graphs have each colour of a round, over all steps of their filtrations.
struct ColorPersistence {
    std::vector<std::int64_t> offsets = {0};  // graph g owns entries [offsets[g], offsets[g + 1])
    std::vector<std::uint32_t> colors;        // by entry, ascending inside a graph
    std::vector<double> masses;               // by entry: in all steps together
    std::vector<double> shares;  // by entry and step but the last: of the mass up to this step
    std::vector<double> unseen;  // by graph: the sum of squared masses of colours without number

    std::size_t num_graphs() const { return offsets.size() - 1; }
};

// The colours that training graphs have in the steps of their filtrations, to be found again in
// other graphs.
struct PersistentColors {
    std::vector<std::uint32_t> thresholds;  // descending
    WlColoring coloring;
    std::vector<ColorPersistence> rounds;  // of the training graphs

    std::size_t num_steps() const { return std::max<std::size_t>(thresholds.size(), 1); }

    // By round: the colours of other graphs, filtered by these thresholds. What is unusual about
    // the graphs is added to `notes`.
    std::vector<ColorPersistence> count(const Dataset& graphs, NewGraphNotes& notes) const;

    void save(const ModelWriter& writer) const;
};

PersistentColors learn_persistent_colors(const Dataset& graphs, std::size_t num_thresholds,
                                         const WlColorOptions& options);

PersistentColors load_persistent_colors(const ModelReader& reader);

}  // namespace dhgak
