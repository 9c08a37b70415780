// SPDX-License-Identifier: MIT
#include "dhgak/graph/stream.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dhgak {
namespace {

class CutDataset : public DatasetStream {
public:
    CutDataset(Dataset dataset, std::size_t graphs_per_block)
        : dataset_(std::move(dataset)), graphs_per_block_(graphs_per_block) {}

    std::optional<Dataset> next() override {
        std::vector<std::size_t> graphs(
            std::min(graphs_per_block_, dataset_.num_graphs() - next_graph_));
        if (graphs.empty()) return std::nullopt;
        std::iota(graphs.begin(), graphs.end(), next_graph_);
        next_graph_ += graphs.size();
        Dataset block = drop_unused_labels(subset(dataset_, graphs));
        // What the whole held cannot be told apart by graph: the first block carries it.
        block.irregularities = std::exchange(dataset_.irregularities, {});
        return block;
    }

private:
    Dataset dataset_;
    std::size_t graphs_per_block_;
    std::size_t next_graph_ = 0;
};

}  // namespace

std::unique_ptr<DatasetStream> stream_of(Dataset dataset, std::size_t graphs_per_block) {
    return std::make_unique<CutDataset>(std::move(dataset),
                                        std::max<std::size_t>(graphs_per_block, 1));
}

}  // namespace dhgak
