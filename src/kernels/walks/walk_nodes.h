// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/graph/dataset.h"
#include "kernel/pairs.h"

namespace dhgak {

// The nodes of some graphs as RetGK sees them: a label, a point of return probabilities and, on
// request, attributes. Inside a graph they are in the order of labels, then points but for
// rounding, then attributes: how nodes were numbered is forgotten.
struct WalkNodes {
    std::size_t steps = 0;
    std::vector<std::size_t> offsets = {0};  // graph g owns nodes [offsets[g], offsets[g + 1])
    std::vector<std::uint32_t> labels;
    std::vector<double> points;  // by node and step
    Matrix attributes;           // by node; without columns where they do not count

    std::size_t num_graphs() const { return offsets.size() - 1; }
    std::span<const double> point(std::size_t node) const {
        return std::span(points).subspan(node * steps, steps);
    }
};

// The same with nodes of a graph that are alike, but for rounding, as one: the leaves around a hub
// are. Comparing two graphs takes as many steps as they have pairs of these.
struct WalkClasses {
    WalkNodes nodes;             // one of each class
    std::vector<double> counts;  // by class: how many nodes it has
    std::vector<double> sizes;   // by graph: its nodes
};
WalkClasses join_alike(const WalkNodes& nodes);

// `labels` and `attributes` are by node of the dataset. Throws Error when time is over.
WalkNodes walk_nodes(const Dataset& graphs, std::span<const std::uint32_t> labels,
                     std::size_t steps, const Matrix& attributes = {}, const TimeLimit& limit = {});

double distance(std::span<const double> a, std::span<const double> b);

// How much the attributes of two nodes differ: their distance, divided by the root of their number.
double attribute_distance(std::span<const float> a, std::span<const float> b);

// How far apart nodes of training graphs usually are: the median distance among the points of up
// to five nodes of each graph, drawn from the seed. 1 if all are equal.
double usual_distance(const WalkNodes& nodes, std::uint64_t seed);

// The median; the mean where that is 0, and 1 where all are 0: a scale to divide by.
double scale_of(std::vector<double> distances);

}  // namespace dhgak
