// SPDX-License-Identifier: MIT
#include "dhgak/run/report.h"

namespace dhgak {

void set_seed(RunOptions& options, std::uint64_t seed) {
    options.align.seed = seed;
    options.align.embed.seed = seed;
    options.cv.seed = seed;
}

DatasetSummary summarize(const Dataset& dataset) {
    return {.name = dataset.name,
            .graphs = dataset.num_graphs(),
            .classes = dataset.num_classes(),
            .nodes = dataset.num_nodes(),
            .edges = dataset.num_edges(),
            .labels = dataset.num_labels(),
            .majority = majority_share(dataset)};
}

}  // namespace dhgak
