// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/progress.h"
#include "kernel/plain_transport.h"
#include "kernels/registry.h"
#include "kernels/slices/aligned_slices.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

std::vector<PlainGraph> some_graphs() {
    std::vector<PlainGraph> graphs = {
        path_graph(6),
        cycle_graph(7, 1),
        bipartite_graph(1, 5),
        disjoint_union(path_graph(3, 2), cycle_graph(4)),
        {.labels = {1, 2, 4, 3, 3, 1}, .edges = {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}}},
    };
    Random random(1);
    for (std::uint32_t size = 2; size < 12; ++size)
        graphs.push_back(random_graph(random, size, 2, 3));
    return graphs;
}

AlignOptions options_with(int H, int b) {
    AlignOptions options;
    options.slices.H = H;
    options.slices.b = b;
    options.nlm = Spec::parse("label");
    return options;
}

GramMatrix gram_of(const std::string& kernel, const Dataset& dataset, const AlignOptions& options) {
    StageTimes times;
    return make_kernel(Spec::parse(kernel), options)->fit(dataset, {times})->gram();
}

std::vector<double> values_of(const GramMatrix& gram) {
    return {gram.values().begin(), gram.values().end()};
}

// The labels of all nodes within `depth` steps of `start`, sorted.
std::vector<std::uint32_t> labels_around(const PlainGraph& graph, std::uint32_t start, int depth) {
    std::vector<bool> reached(graph.labels.size());
    reached[start] = true;
    for (int step = 0; step < depth; ++step) {
        const std::vector<bool> before = reached;
        for (const auto& [u, v] : graph.edges) {
            if (before[u]) reached[v] = true;
            if (before[v]) reached[u] = true;
        }
    }
    std::vector<std::uint32_t> labels;
    for (std::size_t v = 0; v < reached.size(); ++v)
        if (reached[v]) labels.push_back(graph.labels[v]);
    std::ranges::sort(labels);
    return labels;
}

class Dgak : public testing::TestWithParam<std::pair<int, int>> {};  // H, b

// With as many clusters as there are bags of labels, slices are aligned if their bags are equal.
TEST_P(Dgak, AlignsNodesByAllThatLiesWithinHPlusBSteps) {
    const auto [H, b] = GetParam();
    const std::vector<PlainGraph> graphs = some_graphs();
    AlignOptions options = options_with(H, b);
    options.cluster_factor = 1000;
    const GramMatrix result = gram_of("dgak", make_dataset(graphs), options);

    std::vector<std::map<std::vector<std::uint32_t>, double>> shares(graphs.size());
    for (std::size_t g = 0; g < graphs.size(); ++g)
        for (std::uint32_t v = 0; v < graphs[g].labels.size(); ++v)
            shares[g][labels_around(graphs[g], v, H + b)] +=
                1 / static_cast<double>(graphs[g].labels.size());
    const auto product = [&](std::size_t g, std::size_t f) {
        double sum = 0;
        for (const auto& [bag, share] : shares[g])
            if (const auto other = shares[f].find(bag); other != shares[f].end())
                sum += share * other->second;
        return sum;
    };
    for (std::size_t g = 0; g < graphs.size(); ++g)
        for (std::size_t f = 0; f < graphs.size(); ++f)
            ASSERT_NEAR(result(g, f), product(g, f) / std::sqrt(product(g, g) * product(f, f)),
                        1e-12)
                << g << " and " << f;
}

INSTANTIATE_TEST_SUITE_P(Depths, Dgak,
                         testing::Values(std::pair(0, 0), std::pair(0, 2), std::pair(1, 0),
                                         std::pair(2, 1), std::pair(5, 3)));

TEST(DgakKernel, SeesTheSumOfHAndBOnly) {
    const Dataset dataset = make_dataset(some_graphs());
    for (const char* nlm : {"label", "w2v"}) {
        AlignOptions options = options_with(0, 3);
        options.nlm = Spec::parse(nlm);
        const auto expected = values_of(gram_of("dhgak", dataset, options));
        for (int H = 0; H <= 3; ++H) {
            options.slices = {.H = H, .b = 3 - H, .hop0 = FirstSlice::label};
            options.first_hop = H;
            EXPECT_EQ(values_of(gram_of("dgak", dataset, options)), expected) << nlm << H;
        }
    }
}

TEST(DgakKernel, TakesTheWidestSlices) {
    const Dataset dataset = make_dataset(some_graphs());
    EXPECT_EQ(values_of(gram_of("dgak", dataset, options_with(kMostHops, kMostHops))),
              values_of(gram_of("dgak", dataset, options_with(5, 50))));
}

class DhwKernel : public testing::Test {
protected:
    void TearDown() override {
        set_progress_sink({});
        clear_interrupt();
    }
};

// Sec. 4.3, from the points that the slices are embedded at.
TEST_F(DhwKernel, SumsTheLaplacianKernelOfDistancesOverHops) {
    const Dataset dataset = make_dataset(some_graphs());
    const std::size_t num_graphs = dataset.num_graphs();
    for (const int first_hop : {0, 2}) {
        AlignOptions options = options_with(3, 1);
        options.first_hop = first_hop;
        StageTimes times;
        const auto embedded = SlicePipeline(options, {}).points(dataset, {times});
        const std::vector<HopPoints>& hops = embedded->hops;
        GramMatrix plain(num_graphs), scaled(num_graphs);
        for (auto h = static_cast<std::size_t>(first_hop); h < hops.size(); ++h) {
            GramMatrix distances(num_graphs);
            double sum = 0;
            for (std::size_t g = 0; g < num_graphs; ++g)
                for (std::size_t f = 0; f < num_graphs; ++f) {
                    const auto points = [&](std::size_t graph) {
                        const auto begin = hops[h].point_of_node.begin();
                        const auto& offsets = dataset.node_offsets;
                        return std::vector<std::uint32_t>(
                            begin + static_cast<std::ptrdiff_t>(offsets[graph]),
                            begin + static_cast<std::ptrdiff_t>(offsets[graph + 1]));
                    };
                    distances(g, f) = plain_wasserstein(hops[h].points, points(g), points(f));
                    sum += distances(g, f);
                }
            const double mean = sum / static_cast<double>(num_graphs * (num_graphs - 1));
            const double share = 1.0 / (3 + 1 - first_hop);
            for (std::size_t g = 0; g < num_graphs; ++g)
                for (std::size_t f = 0; f < num_graphs; ++f) {
                    plain(g, f) += share * std::exp(-0.3 * distances(g, f));
                    scaled(g, f) += share * std::exp(-distances(g, f) / mean);
                }
        }
        const GramMatrix with_lambda = gram_of("dhw:lambda=0.3", dataset, options);
        const GramMatrix by_default = gram_of("dhw", dataset, options);
        for (std::size_t g = 0; g < num_graphs; ++g)
            for (std::size_t f = 0; f < num_graphs; ++f) {
                ASSERT_NEAR(with_lambda(g, f), plain(g, f), 1e-9);
                ASSERT_NEAR(by_default(g, f), scaled(g, f), 1e-9);
            }
    }
}

TEST_F(DhwKernel, StopsAtItsTimeLimitAndSaysWhatToDo) {
    const Dataset dataset = make_dataset(some_graphs());
    try {
        gram_of("dhw:time_limit=1e-9", dataset, options_with(2, 1));
        FAIL() << "it went on";
    } catch (const ConfigError&) {
        FAIL() << "the option is not wrong";
    } catch (const Error& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("0 of 315 comparisons"), std::string::npos) << text;
        EXPECT_NE(text.find("raise time_limit"), std::string::npos) << text;
    }
    EXPECT_EQ(values_of(gram_of("dhw:time_limit=1000", dataset, options_with(2, 1))),
              values_of(gram_of("dhw", dataset, options_with(2, 1))));
}

struct Counter final : ProgressSink {
    std::size_t most_done = 0;
    std::size_t total = 0;
    std::size_t interrupt_at = 0;

    void update(const std::string& label, std::size_t done, std::size_t all) override {
        if (label != "kernel") return;
        most_done = std::max(most_done, done);
        total = all;
        if (done == interrupt_at) request_interrupt();
    }
    void finish(const std::string&) override {}
};

TEST_F(DhwKernel, ReportsEveryDistanceAndCanBeInterrupted) {
    const Dataset dataset = make_dataset(some_graphs());
    const auto counter = std::make_shared<Counter>();
    set_progress_sink(counter);
    gram_of("dhw", dataset, options_with(2, 1));
    EXPECT_EQ(counter->most_done, 315U);  // 15 graphs, 105 pairs, 3 hops
    EXPECT_EQ(counter->total, 315U);

    counter->most_done = 0;
    counter->interrupt_at = 20;
    EXPECT_THROW(gram_of("dhw", dataset, options_with(2, 1)), Interrupted);
    EXPECT_LT(counter->most_done, 315U);
}

TEST_F(DhwKernel, RejectsOptionsOutsideTheirRange) {
    const AlignOptions options = options_with(2, 1);
    for (const char* wrong :
         {"dhw:lambda=0", "dhw:lambda=-1", "dhw:lambda=inf", "dhw:lambda=mean", "dhw:time_limit=-1",
          "dhw:time_limit=soon", "dhw:factor=2", "dgak:lambda=1"})
        EXPECT_THROW(make_kernel(Spec::parse(wrong), options), ConfigError) << wrong;
    for (const char* right : {"dhw", "dhw:lambda=auto", "dhw:lambda=1e-3,time_limit=60"})
        EXPECT_NO_THROW(make_kernel(Spec::parse(right), options)) << right;
}

}  // namespace
}  // namespace dhgak
