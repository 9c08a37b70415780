// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/io/model_file.h"
#include "graph/known_names.h"
#include "graph/wl_colors.h"
#include "kernels/gradual/sparse_kmeans.h"

namespace dhgak {

struct GradualOptions {
    std::size_t rounds = 5;
    std::size_t clusters = 4;  // that a colour splits into at most, in one round
    std::size_t starts = 10;   // of k-means
    bool edge_labels = false;  // where the dataset has any
    std::uint64_t seed = 0;
};

// Weisfeiler-Leman colours that are refined slowly. In round 0 the colour of a node is its label.
// In each round after that the nodes of a colour are clustered by how many neighbours of each
// colour they have (over an edge of each label, if these count), and clusters are the next colours.
// Where a colour's nodes have d different neighbourhoods, k-means makes k clusters for d > k, k - 1
// for d = k > 2, and d of them otherwise.
//
// Clusters keep their centres, and nodes of other graphs have the colour of the nearest one: no
// neighbourhood is ever unseen. A label that no fitted graph has is kUnseenColor in all rounds, and
// a neighbour of such a label counts for nothing. The colours do not depend on the order of nodes
// and graphs.
class GradualColors {
public:
    // Learns the colours of these graphs and gives them to `colors`.
    GradualColors(const Dataset& graphs, const GradualOptions& options, WlColors& colors);

    explicit GradualColors(const ModelReader& reader);
    void save(const ModelWriter& writer) const;

    std::size_t num_rounds() const { return rounds_.size(); }  // beside round 0
    std::size_t num_colors(std::size_t round) const;

    // For the fitted graphs those of fitting. Throws InputError if edge labels count and the
    // dataset has none.
    WlColors color(const Dataset& graphs) const;

private:
    struct Round {
        std::vector<std::int64_t> children;  // colour c becomes [children[c], children[c + 1])
        SparseRows centers;                  // by child; empty for an only child
    };
    struct Labels;

    Labels translate(const Dataset& graphs) const;
    static Round learn(const Dataset& graphs, const Labels& labels,
                       const std::vector<std::uint32_t>& before, std::size_t num_before,
                       const GradualOptions& options);
    static std::vector<std::uint32_t> apply(const Dataset& graphs, const Labels& labels,
                                            const std::vector<std::uint32_t>& before,
                                            const Round& round);

    KnownNames labels_;
    KnownNames edge_labels_;
    bool has_edge_labels_ = false;
    std::vector<Round> rounds_;
};

}  // namespace dhgak
