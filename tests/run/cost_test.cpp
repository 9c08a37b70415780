// SPDX-License-Identifier: MIT
#include "run/cost.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/pipeline.h"
#include "dhgak/run/model.h"
#include "graph/demo.h"
#include "kernels/registry.h"
#include "run/codebook.h"
#include "settings/texts.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using testing_support::make_dataset;
using testing_support::path_graph;
using testing_support::PlainGraph;

constexpr std::size_t kGiB = std::size_t{1} << 30;

constexpr std::size_t kOneFold = 1;

GraphSizes molecules(std::size_t graphs) {
    return {.graphs = graphs,
            .nodes = 25 * graphs,
            .arcs = 54 * graphs,
            .largest = 25,
            .squares = 25.0 * 25.0 * static_cast<double>(graphs)};
}

std::string message_of(const Run& run, const GraphSizes& graphs) {
    try {
        check_cost(run, graphs, kOneFold);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

std::vector<std::string> warnings_of(const Run& run, const GraphSizes& graphs, std::size_t folds) {
    std::vector<std::string> warnings;
    set_log_sink([&](LogLevel level, std::string_view text) {
        if (level == LogLevel::warning) warnings.emplace_back(text);
    });
    check_cost(run, graphs, folds);
    set_log_sink({});
    return warnings;
}

TEST(Cost, IsNearlyLinearBeyondTheCodebook) {
    const auto run = resolve({});
    const Cost some = cost_of(run, molecules(100000), kOneFold),
               many = cost_of(run, molecules(1000000), kOneFold);
    EXPECT_LT(many.seconds, 10 * some.seconds);
    EXPECT_LT(many.bytes, 10 * some.bytes);
    EXPECT_LT(many.bytes, 16.0 * kGiB);
}

TEST(Cost, GrowsWithTheLengthOfTheVectors) {
    const auto nodes = [](const char* nlm) {
        RunOptions options;
        options.kernel.align.nlm = Spec::parse(nlm);
        return static_cast<double>(codebook_nodes_within(options, 1e9));
    };
    EXPECT_NEAR(nodes("w2v:size=64") * 2, nodes("w2v"), 0.1 * nodes("w2v"));
    EXPECT_EQ(nodes("random:size=32"), nodes("w2v"));
    EXPECT_EQ(nodes("bert:scratch=yes,width=64"), nodes("w2v:size=64"));
    EXPECT_EQ(nodes("bert"), nodes("w2v:size=768"));
}

TEST(Cost, OfAllPairsGrowsWithTheirNumber) {
    const auto run = resolve({.learn = {.learner = Spec::parse("svm")}});
    EXPECT_GT(cost_of(run, molecules(20000), kOneFold).bytes, 24.0 * 20000 * 20000);
    EXPECT_NE(cost_of(run, molecules(20000), kOneFold).most_bytes.find("--learner linear"),
              std::string::npos);
}

// At least what each keeps by its definition: 1,000 molecules of 25 nodes.
TEST(Cost, CountsWhatAKernelKeeps) {
    const auto bytes = [](const char* kernel) {
        return cost_of(resolve({.kernel = {.method = Spec::parse(kernel)},
                                .learn = {.learner = Spec::parse("svm")}}),
                       molecules(1000), kOneFold)
            .bytes;
    };
    const double plain = bytes("vertex-histogram");
    EXPECT_GT(bytes("pm:L=4,d=6"), plain + 8.0 * 25'000 * 4 * 5);
    EXPECT_GT(bytes("retgk:features=5000"), plain + 8.0 * 1000 * 5000);
    EXPECT_GT(bytes("gawl"), plain + 8.0 * 27'000 * 4);
    EXPECT_GT(bytes("retgk"), plain + 8.0 * 1000 * 1000 / 2);
    EXPECT_GT(bytes("retgk:features=1000,node_features=1000"), plain + 8.0 * 500 * 1000);
    EXPECT_GT(bytes("gntk"), plain + 16.0 * 4096 * 4096);
    EXPECT_GT(bytes("graphqntk:blocks=3"), plain + 8.0 * 25'000 * 25 * 3);
    EXPECT_GT(bytes("graphqntk:compat=package,repair=clip"), plain + 8.0 * 25'000 * 25 * 3);
    EXPECT_GT(bytes("wwl:nodes=degrees,rounds=3"), plain + 8.0 * 1000 * 1000 / 2 * 4);
    EXPECT_GT(bytes("dhw"), plain + 8.0 * 1000 * 1000 / 2 * 6);
}

// Only a model that is kept needs the features of a kernel SVM's training graphs.
TEST(Cost, CountsFeaturesWhereTheyAreMade) {
    GraphSizes dense = molecules(100);
    dense.nodes = 100'000;
    const auto run = resolve(
        {.kernel = {.method = Spec::parse("gawl")}, .learn = {.learner = Spec::parse("svm")}});
    const double features = 8.0 * 100'000 * 1000;
    EXPECT_LT(cost_of(run, dense, 10).bytes, features);
    EXPECT_GT(cost_of(run, dense, kNoFolds).bytes, features);
    EXPECT_NE(cost_of(run, dense, kNoFolds).most_bytes.find("fewer rounds"), std::string::npos);
}

// One large graph among small ones decides what is compared node by node.
TEST(Cost, CountsTheLargestGraph) {
    GraphSizes graphs = molecules(100);
    graphs.largest = 20'000;
    graphs.squares += 20'000.0 * 20'000;
    for (const char* kernel : {"gntk", "graphqntk", "wwl:nodes=attributes", "dhw"})
        EXPECT_GT(
            cost_of(resolve({.kernel = {.method = Spec::parse(kernel)}}), graphs, kOneFold).bytes,
            8.0 * 20'000 * 20'000)
            << kernel;
    EXPECT_LT(cost_of(resolve({.kernel = {.method = Spec::parse("wl")}}), graphs, kOneFold).bytes,
              1.0 * kGiB);
}

// 188 small molecules take some 20 MiB.
TEST(Cost, DoesNotFrightenUsersOfSmallDatasets) {
    const GraphSizes mutag = {
        .graphs = 188, .nodes = 3'371, .arcs = 7'442, .largest = 28, .squares = 188.0 * 18 * 18};
    for (const MethodInfo& kernel : list_kernels())
        EXPECT_LT(
            cost_of(resolve({.kernel = {.method = Spec::parse(kernel.name)}}), mutag, 10).bytes,
            250.0 * (1 << 20))
            << kernel.name;
}

TEST(Memory, IsRefusedBeforeTheWorkWithWhatHelps) {
    RunOptions options = {.learn = {.learner = Spec::parse("svm")}};
    options.resources.memory = 2 * kGiB;
    const std::string message = message_of(resolve(options), molecules(20000));
    EXPECT_NE(message.find("memory allows 2.0"), std::string::npos) << message;
    EXPECT_NE(message.find("--learner linear"), std::string::npos) << message;
    options.learn.learner = Spec::parse("auto");
    EXPECT_EQ(message_of(resolve(options), molecules(20000)), "");
}

TEST(Cost, NamesOnlyWhatTheKernelHas) {
    for (const char* kernel : {"wl", "sp"}) {
        const auto run = resolve({.kernel = {.method = Spec::parse(kernel)},
                                  .learn = {.learner = Spec::parse("linear")}});
        const std::string advice = cost_of(run, molecules(200), kOneFold).most_seconds;
        EXPECT_NE(advice.find("folds makes it less"), std::string::npos) << advice;
        for (const char* option : {"--H", "--T"})
            EXPECT_EQ(advice.find(option), std::string::npos) << advice;
    }
}

TEST(Cost, GrowsWithTheRoundsOfRefinedLabels) {
    RunOptions options;
    const double once = cost_of(resolve(options), molecules(1000), kOneFold).seconds;
    options.kernel.align.refine = {0, 1, 2};
    EXPECT_GT(cost_of(resolve(options), molecules(1000), kOneFold).seconds, 2 * once);
}

TEST(Memory, IsToldInMiBWhereItIsLittle) {
    RunOptions options;
    options.resources.memory = 20 << 20;
    const std::string message = message_of(resolve(options), molecules(20000));
    EXPECT_NE(message.find("memory allows 20 MiB"), std::string::npos) << message;
}

TEST(Memory, MakesTheCodebookSmallerUnlessThatIsGiven) {
    RunOptions options;
    options.resources.memory = kGiB;
    const auto limited = resolve(options);
    EXPECT_LT(codebook_size(*limited.kernel, limited.options, 20000, 1000000), 20000U);
    options.kernel.codebook_graphs = 20000;
    const auto given = resolve(options);
    EXPECT_EQ(codebook_size(*given.kernel, given.options, 20000, 1000000), 20000U);
    EXPECT_NE(message_of(given, {.graphs = 20000, .nodes = 1000000}), "");
}

TEST(Memory, IsKeptWhileTheRunGoesOn) {
    RunOptions options;
    options.resources.memory = 1;
    EXPECT_THROW(keep_within_memory(options), Error);
    options.resources.memory = 0;
    EXPECT_NO_THROW(keep_within_memory(options));
}

TEST(Memory, IsWrittenWithAUnit) {
    EXPECT_EQ(parse_bytes("8G"), 8 * kGiB);
    EXPECT_EQ(parse_bytes("1.5GiB"), kGiB + kGiB / 2);
    EXPECT_EQ(parse_bytes("500mb"), 500U << 20);
    EXPECT_EQ(parse_bytes("4096"), 4096U);
    for (const char* text : {"", "G", "8X", "-1G", "0", "8 G", "nan", "1e99T", "8GG"})
        EXPECT_THROW(parse_bytes(text), ConfigError) << text;
}

TEST(LongRuns, AreAnnouncedWithWhatHelps) {
    EXPECT_TRUE(warnings_of(resolve({}), molecules(1000), 10).empty());
    for (const char* method : {"gmm", "dbscan"}) {
        RunOptions options;
        options.kernel.align.cluster = {Spec::parse(method)};
        options.kernel.codebook_graphs = 200000;
        const auto warnings = warnings_of(resolve(options), molecules(200000), 10);
        ASSERT_FALSE(warnings.empty());
        EXPECT_NE(warnings.back().find(method), std::string::npos);
        EXPECT_NE(warnings.back().find("--codebook-graphs"), std::string::npos);
    }
}

GraphSizes sizes_of_one(std::size_t nodes, double near_pairs) {
    GraphSizes graphs = molecules(100);
    const auto count = static_cast<double>(nodes);
    graphs.nodes += nodes;
    graphs.arcs += 2 * nodes;
    graphs.largest = nodes;
    graphs.squares += count * count;
    graphs.near_pairs += near_pairs;
    return graphs;
}

// A file of 1.3 MB that takes minutes.
TEST(LongRuns, OnAStarAreAnnounced) {
    const GraphSizes star = sizes_of_one(100'001, 1e10);
    RunOptions options;
    options.kernel.align.slices.H = 5;
    const auto warnings = warnings_of(resolve(options), star, kOneFold);
    ASSERT_FALSE(warnings.empty());
    EXPECT_NE(warnings.back().find("within two hops, in graphs with up to 100001 nodes"),
              std::string::npos)
        << warnings.back();
    options.kernel.align.slices = {.H = 1, .b = 0};
    EXPECT_TRUE(warnings_of(resolve(options), star, kOneFold).empty());
}

TEST(LongRuns, OnAPathAreAnnouncedWhereAKernelComparesItsNodes) {
    const GraphSizes path = sizes_of_one(1'000'000, 4e6);
    for (const char* kernel : {"sp", "retgk", "retgk:features=0", "pm"})
        EXPECT_FALSE(
            warnings_of(resolve({.kernel = {.method = Spec::parse(kernel)}}), path, kOneFold)
                .empty())
            << kernel;
    for (const char* kernel : {"wl", "edge-histogram"})
        EXPECT_TRUE(
            warnings_of(resolve({.kernel = {.method = Spec::parse(kernel)}}), path, kOneFold)
                .empty())
            << kernel;
}

TEST(GraphSizes, CountPairsWithinTwoHops) {
    PlainGraph star = path_graph(11);
    star.edges.clear();
    for (std::uint32_t leaf = 1; leaf < 11; ++leaf) star.edges.emplace_back(0, leaf);
    const Dataset graphs = make_dataset({star, path_graph(11)}, {0, 1});
    EXPECT_EQ(sizes_of(graphs).near_pairs, 110 + (9 * 4 + 2));  // 10^2 + 10 is below 11^2
}

// There are no more clusters than slices, so the factor says nothing beyond that.
TEST(Cost, OfClustersStopsGrowingWithTheFactor) {
    RunOptions options;
    options.kernel.align.cluster_factor = 1e18;
    const double absurd = cost_of(resolve(options), molecules(200), kOneFold).seconds;
    options.kernel.align.cluster_factor = 25;
    EXPECT_EQ(absurd, cost_of(resolve(options), molecules(200), kOneFold).seconds);
    options.kernel.align.cluster_factor = 1;
    EXPECT_LT(cost_of(resolve(options), molecules(200), kOneFold).seconds, absurd);
    options.kernel.align.cluster_factor = 1e18;
    EXPECT_TRUE(warnings_of(resolve(options), molecules(200), 10).empty());
}

TEST(Memory, TooSmallStopsACrossValidation) {
    RunOptions options;
    options.resources.memory = 1000;
    EXPECT_THROW(evaluate(make_demo_dataset(), resolve(options)), ConfigError);
}

// Two paths of 3,000 nodes: transport between them alone takes 720 MB.
TEST(Memory, OfTheLargestGraphsStopsWhatComparesNodes) {
    std::vector<PlainGraph> graphs(20, path_graph(4));
    graphs.push_back(path_graph(3000));
    graphs.push_back(path_graph(3000));
    std::vector<std::uint32_t> classes(22);
    for (std::uint32_t g = 0; g < 22; ++g) classes[g] = g % 2;
    RunOptions options = {.kernel = {.method = Spec::parse("wwl:nodes=degrees")}};
    options.resources.memory = kGiB / 2;
    const Dataset dataset = make_dataset(graphs, classes);
    EXPECT_THROW(evaluate(dataset, resolve(options)), ConfigError);
    EXPECT_THROW(Model::fit(resolve(options), dataset), ConfigError);
}

}  // namespace
}  // namespace dhgak
