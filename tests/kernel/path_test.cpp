// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "kernel/edge_labelled.h"
#include "kernel/fit.h"
#include "kernels/paths/path_counts.h"
#include "kernels/registry.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using namespace testing_support;

constexpr int kFar = std::numeric_limits<int>::max() / 2;

// Floyd and Warshall: by pair of nodes the number of edges between them, or kFar.
std::vector<std::vector<int>> distances(const Graph& graph) {
    const std::size_t size = graph.num_nodes();
    std::vector<std::vector<int>> between(size, std::vector<int>(size, kFar));
    for (std::size_t v = 0; v < size; ++v) {
        between[v][v] = 0;
        for (const std::uint32_t u : graph.neighbors(v)) between[v][u] = 1;
    }
    for (std::size_t k = 0; k < size; ++k)
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j)
                between[i][j] = std::min(between[i][j], between[i][k] + between[k][j]);
    return between;
}

using Kinds = std::map<std::tuple<std::string, std::string, int>, double>;

Kinds pairs_of(const Dataset& dataset, std::size_t g, bool ordered) {
    const Graph graph = dataset.graph(g);
    const auto between = distances(graph);
    Kinds kinds;
    for (std::size_t u = 0; u < graph.num_nodes(); ++u)
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            if (u == v || between[u][v] == kFar || (!ordered && u > v)) continue;
            std::string a = dataset.label_names[graph.labels[u]];
            std::string b = dataset.label_names[graph.labels[v]];
            if (!ordered && b < a) std::swap(a, b);
            ++kinds[{a, b, between[u][v]}];
        }
    return kinds;
}

double product(const Kinds& a, const Kinds& b) {
    double sum = 0;
    for (const auto& [kind, count] : a)
        if (const auto other = b.find(kind); other != b.end()) sum += count * other->second;
    return sum;
}

double normalised(const Kinds& a, const Kinds& b) {
    const double lengths = product(a, a) * product(b, b);
    return lengths > 0 ? product(a, b) / std::sqrt(lengths) : 0;
}

class ShortestPaths : public testing::TestWithParam<bool> {
protected:
    static std::string kernel() { return GetParam() ? "sp" : "sp:pairs=unordered"; }
};

TEST_P(ShortestPaths, CompareAllPairsOfNodesByLabelsAndDistance) {
    const Dataset dataset = edge_labelled_graphs(30, 12, 3, 1);
    const GramMatrix gram = fit(kernel(), dataset)->gram();
    for (std::size_t g = 0; g < 30; ++g)
        for (std::size_t f = 0; f < 30; ++f)
            EXPECT_NEAR(
                gram(g, f),
                normalised(pairs_of(dataset, g, GetParam()), pairs_of(dataset, f, GetParam())),
                1e-12)
                << g << ' ' << f;
}

TEST_P(ShortestPaths, OfNewGraphsCountWhatTrainingGraphsDoNotHave) {
    const Dataset all = edge_labelled_graphs(30, 12, 4, 2);
    std::vector<std::size_t> first(6), rest(24);
    std::iota(first.begin(), first.end(), 0U);
    std::iota(rest.begin(), rest.end(), 6U);
    const auto fitted = fit(kernel(), subset(all, first));
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(subset(all, rest), notes);
    for (std::size_t g = 0; g < 24; ++g)
        for (std::size_t t = 0; t < 6; ++t)
            EXPECT_NEAR(cross.row(g)[t],
                        normalised(pairs_of(all, 6 + g, GetParam()), pairs_of(all, t, GetParam())),
                        1e-12);
}

INSTANTIATE_TEST_SUITE_P(Pairs, ShortestPaths, testing::Bool());

// More nodes than are walked from at once, several components, many labels.
TEST(PathCounts, AreThoseOfFloydAndWarshallInLargerGraphs) {
    Random random(3);
    for (const std::uint32_t num_labels : {1U, 3U, 200U}) {
        const Dataset dataset = make_dataset({random_graph(random, 150, 1.7, num_labels)});
        double all = 0;
        Kinds counted;
        for (const TripleCount& path :
             count_paths(dataset.graph(0), dataset.node_labels, ~std::uint32_t{0})) {
            std::string a = std::to_string(path.kind[0]), b = std::to_string(path.kind[1]);
            if (b < a) std::swap(a, b);
            EXPECT_TRUE(
                counted.emplace(std::tuple(a, b, static_cast<int>(path.kind[2])), path.count)
                    .second);
            all += path.count;
        }
        EXPECT_GT(all, 1000);
        EXPECT_EQ(counted, pairs_of(dataset, 0, false)) << num_labels;
    }
}

// A path of three nodes a-a-b has the pairs aa1, ab1 and ab2; one of two has aa1 only.
TEST(ShortestPath, WeighsOrderedPairs) {
    const PlainGraph three = {.labels = {0, 0, 1}, .edges = {{0, 1}, {1, 2}}};
    const Dataset dataset = make_dataset({three, path_graph(2)});
    EXPECT_NEAR(fit("sp", dataset)->gram()(0, 1), 4 / std::sqrt((4 + 2 + 2) * 4), 1e-12);
    EXPECT_NEAR(fit("sp:pairs=unordered", dataset)->gram()(0, 1), 1 / std::sqrt(3), 1e-12);
}

TEST(ShortestPath, LeavesGraphsWithoutPathsAtZero) {
    const Dataset dataset =
        make_dataset({path_graph(1), {.labels = {0, 0}, .edges = {}}, path_graph(3)});
    const GramMatrix gram = fit("sp", dataset)->gram();
    EXPECT_EQ(gram(0, 0), 0);
    EXPECT_EQ(gram(1, 2), 0);
    EXPECT_EQ(gram(2, 2), 1);
}

TEST(ShortestPath, RefusesOtherPairs) {
    EXPECT_THROW(make_kernel(Spec::parse("sp:pairs=some"), {}), ConfigError);
}

Dataset bonds() {
    DatasetBuilder builder("bonds");
    builder.add_graph({.labels = {"C", "C", "O"},
                       .edges = {{0, 1}, {1, 2}},
                       .edge_labels = {"single", "double"}});
    builder.add_graph({.labels = {"C", "O", "O"},
                       .edges = {{0, 1}, {1, 2}},
                       .edge_labels = {"single", "single"}});
    return builder.build();
}

TEST(EdgeHistogram, CountsEdgeLabels) {
    EXPECT_NEAR(fit("edge-histogram", bonds())->gram()(0, 1), 2 / std::sqrt(2.0 * 4), 1e-12);
}

TEST(EdgeHistogram, CountsEndsWhereEdgesHaveNoLabels) {
    Dataset dataset = bonds();
    dataset.edge_labels.clear();
    dataset.edge_label_names.clear();
    EXPECT_NEAR(fit("edge-histogram", dataset)->gram()(0, 1), 1 / std::sqrt(2.0 * 2), 1e-12);
}

TEST(EdgeHistogram, KnowsEdgeLabelsByNameAlsoAfterSaving) {
    const auto fitted = fit("edge-histogram", bonds());
    DatasetBuilder builder("new");
    builder.add_graph({.labels = {"N", "N", "N", "N"},
                       .edges = {{0, 1}, {1, 2}, {2, 3}},
                       .edge_labels = {"aromatic", "single", "aromatic"}});
    const Dataset fresh = builder.build();
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(fresh, notes);
    EXPECT_NEAR(cross.values[1], 2 / std::sqrt((1 + 4) * 4.0), 1e-12);
    EXPECT_EQ(notes.unknown_label_nodes, 0U);
    const ScratchFolder folder;
    const ModelWriter writer;
    fitted->save(writer);
    writer.write(folder / "kernel");
    const auto loaded = load_kernel("edge-histogram", ModelReader(folder / "kernel"));
    EXPECT_EQ(loaded->features(fresh).values, fitted->features(fresh).values);
    EXPECT_THROW(loaded->features(make_dataset({path_graph(2)})), InputError);
}

}  // namespace
}  // namespace dhgak
