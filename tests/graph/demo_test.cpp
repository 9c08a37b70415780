// SPDX-License-Identifier: MIT
#include "graph/demo.h"

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/graph/reader.h"
#include "graph/audit.h"

namespace dhgak {
namespace {

constexpr std::uint32_t kCarbon = 0, kNitrogen = 1, kOxygen = 2;

std::vector<std::vector<double>> count_atoms(const Dataset& d) {
    std::vector<std::vector<double>> counts(d.num_graphs(), std::vector<double>(d.num_labels()));
    for (std::size_t g = 0; g < d.num_graphs(); ++g)
        for (const std::uint32_t label : d.graph(g).labels) counts[g][label] += 1;
    return counts;
}

TEST(Demo, IsWhatTheWordDemoReads) {
    const Dataset made = make_demo_dataset();
    const Dataset read = read_dataset("demo");
    EXPECT_EQ(read.neighbors, made.neighbors);
    EXPECT_EQ(read.node_labels, made.node_labels);
    EXPECT_EQ(read.name, "demo");
}

TEST(Demo, IsBalancedAndRegular) {
    const Audit found = audit(make_demo_dataset());
    EXPECT_EQ(found.class_sizes, (std::vector<std::size_t>{100, 100}));
    EXPECT_EQ(found.isolated_nodes, 0U);
    EXPECT_EQ(found.disconnected_graphs, 0U);
    EXPECT_EQ(found.irregularities.one_way_arcs, 0U);
    EXPECT_EQ(found.duplicates.distinct_graphs, 200U);
    EXPECT_LE(found.nodes.max, 40U);
}

TEST(Demo, KeepsToTheValencesOfItsAtoms) {
    const Dataset d = make_demo_dataset();
    for (std::size_t g = 0; g < d.num_graphs(); ++g) {
        const Graph graph = d.graph(g);
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            const std::uint32_t label = graph.labels[v];
            const std::size_t most = label == kCarbon     ? 4
                                     : label == kNitrogen ? 3
                                     : label == kOxygen   ? 2
                                                          : 1;
            EXPECT_LE(graph.degree(v), most);
        }
    }
}

// The distance from the carboxyl's carbon to the acetoxy's bridging oxygen.
std::size_t distance_of_groups(const Graph& graph) {
    const auto oxygens = [&](std::size_t v) {
        return std::ranges::count_if(graph.neighbors(v),
                                     [&](std::uint32_t u) { return graph.labels[u] == kOxygen; });
    };
    std::size_t acid = 0, bridge = 0;
    for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
        if (graph.labels[v] != kCarbon || oxygens(v) != 2) continue;
        bool is_ester = false;
        for (const std::uint32_t u : graph.neighbors(v))
            if (graph.labels[u] == kOxygen && graph.degree(u) == 2) {
                is_ester = true;
                bridge = u;
            }
        if (!is_ester) acid = v;
    }
    std::vector<std::size_t> distance(graph.num_nodes(), graph.num_nodes());
    std::deque<std::size_t> queue = {acid};
    distance[acid] = 0;
    for (; !queue.empty(); queue.pop_front())
        for (const std::uint32_t u : graph.neighbors(queue.front()))
            if (distance[u] == graph.num_nodes()) {
                distance[u] = distance[queue.front()] + 1;
                queue.push_back(u);
            }
    return distance[bridge];
}

TEST(Demo, TellsItsClassesByThePositionOfTheTwoGroups) {
    const Dataset d = make_demo_dataset();
    EXPECT_EQ(d.targets.class_names, (std::vector<std::string>{"ortho", "meta"}));
    for (std::size_t g = 0; g < d.num_graphs(); ++g)
        EXPECT_EQ(distance_of_groups(d.graph(g)), d.targets.classes[g] == 0 ? 3U : 4U) << g;
}

TEST(Demo, KeepsItsClassesFromThoseWhoCountAtoms) {
    const Dataset d = make_demo_dataset();
    const auto counts = count_atoms(d);
    std::size_t num_right = 0;
    for (std::size_t g = 0; g < d.num_graphs(); ++g) {  // nearest mean of the other half
        double distance[2] = {0, 0};
        for (std::size_t c = 0; c < 2; ++c)
            for (std::size_t label = 0; label < d.num_labels(); ++label) {
                double sum = 0, size = 0;
                for (std::size_t other = 0; other < d.num_graphs(); ++other)
                    if (other % 2 != g % 2 && d.targets.classes[other] == c) {
                        sum += counts[other][label];
                        size += 1;
                    }
                const double step = counts[g][label] - sum / size;
                distance[c] += step * step;
            }
        num_right += (distance[1] < distance[0]) == (d.targets.classes[g] == 1) ? 1 : 0;
    }
    const double accuracy = static_cast<double>(num_right) / 200;
    EXPECT_GT(accuracy, 0.4);
    EXPECT_LT(accuracy, 0.6);
}

}  // namespace
}  // namespace dhgak
