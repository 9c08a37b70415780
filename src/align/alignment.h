// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "align/aligner.h"
#include "dhgak/core/stopwatch.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/io/model_file.h"
#include "dhgak/slice/slices.h"
#include "embed/embedder.h"
#include "embed/hierarchy.h"
#include "embed/point_model.h"

namespace dhgak {

// A clustering method under the name it is registered with.
struct NamedAligner {
    std::string name;
    std::shared_ptr<const Aligner> aligner;
};

// Everything between graphs and the clusters of their slices, built and judged.
struct AlignmentParts {
    SliceOptions slices;
    float alpha = 0.6f;  // decay of the previous hop, Eq. 1
    std::shared_ptr<const Embedder> embedder;
    std::vector<NamedAligner> methods;  // the set Psi
    int T = 3;                          // experiments of each method
    int first_hop = 0;                  // hops before it are not clustered
    std::uint64_t seed = 0;
};

// How one hop's slices are grouped by every method and experiment.
struct HopAlignment {
    std::vector<std::uint32_t> point_of_node;  // by node of the dataset
    std::vector<Clustering> clusterings;       // of the points
    std::vector<float> clustering_weights;     // by clustering: how many experiments it stands for
};

// Clusters the points of every hop by every method of Psi, T times each (Eq. 3). A deterministic
// method runs once and counts T times. All clusterings run side by side. Hops before `first_hop`
// stay empty. Says once in the log how many clusterings did not converge.
std::vector<HopAlignment> align_hops(std::span<const HopPoints> hops, std::size_t num_graphs,
                                     const AlignmentParts& parts);

// How many of the clusterings did not converge.
std::size_t count_unfinished(std::span<const HopAlignment> hops);

// What a fit on some graphs learned about slices: it puts the slices of any graphs into the
// clusters of the first ones. Immutable.
class SliceAlignment {
public:
    SliceAlignment(PointModel points, const AlignmentParts& parts,
                   std::span<const HopAlignment> training);

    // Reads what `save` wrote but for the points, which are saved at the same place.
    SliceAlignment(PointModel points, const ModelReader& reader);

    // One HopAlignment per hop, whose clusterings have the clusters of each point and their number.
    // The training graphs get the clusters they had. Notes what the language model notes.
    std::vector<HopAlignment> assign(const Dataset& graphs, NewGraphNotes& notes) const;

    // By hop, over all its clusterings.
    std::vector<std::size_t> num_clusters() const;

    // A column of count_clusters: the clusterings of a hop side by side.
    struct ClusterName {
        std::string method;
        std::size_t experiment = 0;  // counted through the methods
        std::size_t cluster = 0;
    };
    ClusterName name_of(std::size_t hop, std::size_t column) const;

    // How many edges from its node on a slice of the hop sees.
    std::size_t reach(std::size_t hop) const;

    void save(const ModelWriter& writer) const;

private:
    struct Experiment {
        std::string method;
        float weight = 1;
        std::shared_ptr<const ClusterModel> clusters;
    };

    PointModel points_;
    std::vector<std::vector<Experiment>> hops_;
};

}  // namespace dhgak
