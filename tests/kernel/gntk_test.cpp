// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "kernel/fit.h"
#include "kernel/plain_tangent.h"
#include "kernels/registry.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

Dataset random_dataset(std::size_t count, std::uint64_t seed) {
    return make_dataset(random_graphs(count, seed, {1, 9, 2.2, 3}));
}

// Nodes that look alike, alone or in other graphs, isolated ones, and graphs without any.
Dataset odd_dataset() {
    return make_dataset({path_graph(5), PlainGraph{}, cycle_graph(6), cycle_graph(4, 1),
                         bipartite_graph(1, 5), PlainGraph{.labels = {0, 0, 1}, .edges = {}},
                         disjoint_union(path_graph(3), path_graph(4, 2)), grid_graph(3, 4)});
}

void expect_equal(const std::string& spec, const PlainTangent& plain, const Dataset& training,
                  const Dataset& others) {
    const auto fitted = fit(spec, training);
    const GramMatrix gram = fitted->gram();
    for (std::size_t g = 0; g < gram.size(); ++g)
        for (std::size_t f = 0; f < gram.size(); ++f)
            EXPECT_NEAR(gram(g, f), plain.value(training, g, training, f), 1e-9) << spec;
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(others, notes);
    for (std::size_t g = 0; g < cross.rows; ++g)
        for (std::size_t t = 0; t < cross.cols; ++t)
            EXPECT_NEAR(cross.row(g)[t], plain.value(others, g, training, t), 1e-9) << spec;
}

void expect_equal(const std::string& spec, const PlainTangent& plain) {
    expect_equal(spec, plain, random_dataset(8, 1), random_dataset(4, 2));
    expect_equal(spec, plain, odd_dataset(), random_dataset(4, 2));
    expect_equal(spec, plain, random_dataset(4, 2), odd_dataset());
}

TEST(GntkKernel, IsItsDefinition) {
    expect_equal("gntk", {});
    expect_equal("gntk:blocks=0", {.blocks = 0});
    expect_equal("gntk:blocks=1,layers=1", {.blocks = 1, .layers = 1});
    expect_equal("gntk:blocks=5,layers=3,scale=degree",
                 {.blocks = 5, .layers = 3, .by_degree = true});
    expect_equal("gntk:blocks=2,jumps=no", {.blocks = 2, .jumps = false});
    expect_equal("gntk:blocks=0,jumps=no", {.blocks = 0, .jumps = false});
    expect_equal("gntk:blocks=0,jumps=no,scale=degree",
                 {.blocks = 0, .by_degree = true, .jumps = false});
}

TEST(GraphqntkKernel, IsItsDefinition) {
    expect_equal("graphqntk", {.attention = true});
    expect_equal("graphqntk:blocks=2,layers=1,scale=degree",
                 {.blocks = 2, .layers = 1, .by_degree = true, .attention = true});
    expect_equal("graphqntk:blocks=3,layers=3", {.blocks = 3, .layers = 3, .attention = true});
    expect_equal("graphqntk:blocks=2,jumps=no", {.blocks = 2, .jumps = false, .attention = true});
    expect_equal("graphqntk:blocks=2,compat=package",
                 {.blocks = 2, .attention = true, .correlation = 2});
}

TEST(GraphqntkKernel, WithOneBlockIsGntk) {
    const Dataset data = random_dataset(10, 3);
    const GramMatrix a = fit("gntk:blocks=1", data)->gram();
    const GramMatrix b = fit("graphqntk:blocks=1", data)->gram();
    for (std::size_t i = 0; i < a.values().size(); ++i)
        EXPECT_NEAR(a.values()[i], b.values()[i], 1e-12);
}

// More classes of nodes than are compared at a time.
TEST(GntkKernel, IsItsDefinitionForManyGraphs) {
    const Dataset data = make_dataset(random_graphs(400, 5, {2, 12, 2.5, 6}));
    for (const bool attention : {false, true}) {
        const GramMatrix gram = fit(attention ? "graphqntk" : "gntk", data)->gram();
        const PlainTangent plain = {.attention = attention};
        Random random(7);
        for (int i = 0; i < 300; ++i) {
            const std::size_t g = random.below(400), f = random.below(400);
            EXPECT_NEAR(gram(g, f), plain.value(data, g, data, f), 1e-9);
            EXPECT_EQ(gram(g, f), gram(f, g));
        }
    }
}

TEST(GntkKernel, TellsUnseenLabelsApart) {
    Dataset others = random_dataset(5, 6);
    others.label_names = {"new", "1", "newer"};
    expect_equal("gntk", {}, random_dataset(6, 1), others);
    expect_equal("graphqntk", {.attention = true}, random_dataset(6, 1), others);
}

TEST(GntkKernel, HandsOutLevelsOfTrainingAndOtherGraphsAtOnce) {
    const Dataset training = odd_dataset(), others = random_dataset(3, 8);
    const std::vector<int> levels = {0, 1, 3};
    for (const bool jumps : {true, false}) {
        std::vector<int> seen;
        fit(jumps ? "gntk" : "gntk:jumps=no", training)
            ->visit_grams(others, levels, [&](int level, const GramMatrix& gram) {
                seen.push_back(level);
                const PlainTangent plain = {.blocks = level, .jumps = jumps};
                for (std::size_t g = 0; g < training.num_graphs(); ++g)
                    for (std::size_t f = 0; f < others.num_graphs(); ++f)
                        EXPECT_NEAR(gram(g, training.num_graphs() + f),
                                    plain.value(training, g, others, f), 1e-9);
            });
        EXPECT_EQ(seen, levels);
    }
}

TEST(GntkKernel, IsTheSameForAnyNumberOfThreads) {
    const Dataset data = random_dataset(300, 9);
    const std::size_t before = num_threads();
    for (const char* spec : {"gntk", "graphqntk"}) {
        std::vector<GramMatrix> grams;
        for (const std::size_t threads : {1, 2, 8}) {
            set_num_threads(threads);
            grams.push_back(fit(spec, data)->gram());
        }
        EXPECT_TRUE(std::ranges::equal(grams[0].values(), grams[1].values())) << spec;
        EXPECT_TRUE(std::ranges::equal(grams[0].values(), grams[2].values())) << spec;
    }
    set_num_threads(before);
}

TEST(GntkKernel, JudgesItsOptions) {
    for (const char* spec : {"gntk:blocks=101", "gntk:layers=0", "gntk:scale=sum",
                             "gntk:jumps=maybe", "gntk:time_limit=-1", "gntk:compat=package",
                             "graphqntk:blocks=5", "graphqntk:compat=yes"})
        EXPECT_THROW(make_kernel(Spec::parse(spec), {}), ConfigError) << spec;
    EXPECT_TRUE(traits_of(Spec::parse("graphqntk")).is_semidefinite);
    EXPECT_FALSE(traits_of(Spec::parse("graphqntk:compat=package")).is_semidefinite);
}

TEST(GntkKernel, GivesUpWhenItsTimeIsOver) {
    for (const char* spec : {"gntk:time_limit=1e-9", "graphqntk:time_limit=1e-9"})
        EXPECT_THROW(fit(spec, random_dataset(6, 4)), Error) << "graphs have to be prepared";
}

}  // namespace
}  // namespace dhgak
