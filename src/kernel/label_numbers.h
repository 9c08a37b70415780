// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/io/model_file.h"
#include "graph/known_names.h"

namespace dhgak {

// The node labels of training graphs, to be found again by name in other graphs.
class LabelNumbers {
public:
    explicit LabelNumbers(const Dataset& training);    // labels that its nodes have
    explicit LabelNumbers(const ModelReader& reader);  // what was saved as "labels"

    const std::vector<std::string>& names() const { return known_.names(); }

    // By node: the number of its label. Labels that are not known have numbers of their own from
    // names().size() on. Graphs, nodes and unknown labels are counted in `notes`.
    std::vector<std::uint32_t> of_nodes(const Dataset& graphs, NewGraphNotes& notes) const;

private:
    KnownNames known_;
};

}  // namespace dhgak
