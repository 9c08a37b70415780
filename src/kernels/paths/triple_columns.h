// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/io/model_file.h"
#include "kernel/counts/gather.h"

namespace dhgak {

// A kind of thing between two nodes: their labels in ascending order, and a number like the
// distance from one to the other.
using Triple = std::array<std::uint32_t, 3>;

// How many things of one kind a graph has.
struct TripleCount {
    Triple kind = {};
    double count = 0;
    bool is_known = true;  // made of labels that training graphs have
};

// The kinds of things that training graphs have, and the weight of each.
class TripleColumns {
public:
    // Kinds whose labels differ or are equal weigh this much.
    struct Weights {
        double different = 1;
        double equal = 1;
    };

    // By training graph: its kinds, each once.
    TripleColumns(const std::vector<std::vector<TripleCount>>& graphs, const Weights& weights);

    TripleColumns(const ModelReader& reader, std::size_t num_labels);
    void save(const ModelWriter& writer) const;

    std::size_t num_columns() const { return kinds_.size(); }
    std::vector<double> weights() const;

    // kNoColumn if no training graph has the kind.
    std::uint32_t column_of(const TripleCount& kind) const;
    const Triple& kind(std::size_t column) const { return kinds_[column]; }

    GraphCounts gather(const std::vector<std::vector<TripleCount>>& graphs) const;

private:
    double weight_of(const Triple& kind) const {
        return kind[0] == kind[1] ? weights_.equal : weights_.different;
    }

    std::vector<Triple> kinds_;  // ascending
    Weights weights_;
};

}  // namespace dhgak
