// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "dhgak/explain/explain.h"
#include "dhgak/matrix/sparse_matrix.h"
#include "dhgak/report/report_page.h"
#include "explain/explanation_json.h"
#include "explain/training_index.h"
#include "run/render/json.h"

namespace dhgak {

// What explanations add to the page.
class ExplainedGraphs {
public:
    // Of `graphs`, which are some of the `data`. All of these outlive this.
    ExplainedGraphs(const Explainer& explainer, const Dataset& data, const Dataset& graphs,
                    const PageLimits& limits);

    const GraphExplanation& operator[](std::size_t g) const { return explanations_[g]; }

    // By class: [cluster, mean score inside, outside, how many were united, the graphs that have
    // it]. To be asked before graphs, so that these clusters have their drawings for sure.
    //
    //   features  of the graphs
    Json important(const SparseMatrix& features);

    // Scores of the class that was predicted: for two classes their one function. Those of nodes
    // are packed, from 0 for minus the largest over 999 for none to 1998. Clusters are [level,
    // cluster, score, how many were united].
    Json json_of(std::size_t g);

    // What was numbered so far.
    Json clusters() const;

private:
    using Place = std::pair<std::size_t, std::size_t>;  // level and column

    struct UnitedColumn : ColumnScore {
        std::size_t columns = 1;
    };

    Place first_like(const ColumnScore& column);
    std::vector<UnitedColumn> unite(const std::vector<ColumnScore>& columns);
    int number_of(const ColumnScore& column);

    const Explainer& explainer_;
    const Dataset& graphs_;
    const PageLimits& limits_;
    std::vector<std::size_t> reaches_;  // by level
    std::unique_ptr<const TrainingIndex> training_;
    std::unique_ptr<NamedColumns> columns_;
    std::vector<GraphExplanation> explanations_;
    std::vector<ClassColumns> important_;
    std::map<Place, Place> first_like_;
    std::map<std::pair<std::size_t, std::vector<std::uint32_t>>, Place> column_of_nodes_;
};

}  // namespace dhgak
