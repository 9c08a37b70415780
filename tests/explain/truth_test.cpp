// SPDX-License-Identifier: MIT
// Explanations beside what is known: the demo's generator tells which nodes carry the class.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/explain/explain.h"
#include "explain/seen_scores.h"
#include "graph/demo.h"
#include "graph/wl_hash.h"

namespace dhgak {
namespace {

// Molecules that no model learned from, and what their nodes are.
struct TestGraphs {
    Dataset graphs;
    std::vector<DemoPart> parts;  // by node
};

TestGraphs choose(const Dataset& graphs, const std::vector<DemoPart>& parts,
                  const std::vector<std::size_t>& chosen) {
    TestGraphs test = {.graphs = subset(graphs, chosen), .parts = {}};
    for (const std::size_t g : chosen)
        test.parts.insert(test.parts.end(),
                          parts.begin() + static_cast<std::ptrdiff_t>(graphs.node_offsets[g]),
                          parts.begin() + static_cast<std::ptrdiff_t>(graphs.node_offsets[g + 1]));
    return test;
}

// Three quarters of the demo to learn from, the others to test.
struct Split {
    Dataset training;
    TestGraphs test;
};

Split split_demo() {
    const Dataset demo = make_demo_dataset();
    std::vector<std::size_t> training, test;
    for (std::size_t g = 0; g < demo.num_graphs(); ++g) (g % 4 == 0 ? test : training).push_back(g);
    return {.training = subset(demo, training), .test = choose(demo, demo_parts(), test)};
}

// Drawn with another seed, those left out that the demo has.
TestGraphs fresh_molecules(std::uint64_t seed) {
    const Dataset graphs = make_demo_dataset(seed);
    const std::vector<WlHash> known = wl_hashes(make_demo_dataset()), hashes = wl_hashes(graphs);
    std::vector<std::size_t> chosen;
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g)
        if (std::ranges::find(known, hashes[g]) == known.end()) chosen.push_back(g);
    return choose(graphs, demo_parts(seed), chosen);
}

// How scores for the true class are spread over what nodes are.
struct Found {
    double ring = 0;             // how well they tell ring atoms from all others of their graph:
    double ring_and_groups = 0;  // AUROC, on average over graphs; 0.5 is chance
    std::array<double, 3> means = {0, 0, 0};  // by DemoPart: the mean score of such a node
};

template <typename IsMarked>
double auroc(const std::vector<double>& scores, const IsMarked& is_marked) {
    double wins = 0, pairs = 0;
    for (std::size_t a = 0; a < scores.size(); ++a)
        for (std::size_t b = 0; b < scores.size(); ++b)
            if (is_marked(a) && !is_marked(b)) {
                wins += scores[a] > scores[b] ? 1 : scores[a] == scores[b] ? 0.5 : 0;
                ++pairs;
            }
    return pairs > 0 ? wins / pairs : 0.5;
}

Found judge(const Model& model, const TestGraphs& test, bool as_seen) {
    const Explainer explainer(model);
    const std::vector<std::size_t> reaches = reaches_of(*model.kernel().feature_guide());
    NewGraphNotes notes;
    Found found;
    std::array<double, 3> counts = {0, 0, 0};
    for (const GraphExplanation& graph : explainer.explain(test.graphs, 1, notes)) {
        std::vector<double> scores =
            as_seen ? seen_scores(test.graphs.graph(graph.graph), graph.functions.front(), reaches)
                    : graph.functions.front().node_scores();
        const std::size_t first = test.graphs.node_offsets[graph.graph];
        for (std::size_t v = 0; v < scores.size(); ++v) {
            scores[v] *= test.graphs.targets.classes[graph.graph] == 1 ? 1 : -1;
            const auto part = static_cast<std::size_t>(test.parts[first + v]);
            found.means[part] += scores[v];
            ++counts[part];
        }
        const auto part = [&](std::size_t v) { return test.parts[first + v]; };
        const auto num_graphs = static_cast<double>(test.graphs.num_graphs());
        found.ring +=
            auroc(scores, [&](std::size_t v) { return part(v) == DemoPart::ring; }) / num_graphs;
        found.ring_and_groups +=
            auroc(scores, [&](std::size_t v) { return part(v) != DemoPart::others; }) / num_graphs;
    }
    for (std::size_t part = 0; part < 3; ++part) found.means[part] /= counts[part];
    return found;
}

Model fit(const Dataset& training) {
    RunOptions options;
    return Model::fit(resolve(options), training);
}

TEST(DemoParts, AreThirteenAtomsOfEachMolecule) {
    const Dataset demo = make_demo_dataset();
    const std::vector<DemoPart> parts = demo_parts();
    ASSERT_EQ(parts.size(), demo.num_nodes());
    for (std::size_t g = 0; g < demo.num_graphs(); ++g) {
        const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(demo.node_offsets[g]);
        const auto end = parts.begin() + static_cast<std::ptrdiff_t>(demo.node_offsets[g + 1]);
        EXPECT_EQ(std::count(begin, end, DemoPart::ring), 6);
        EXPECT_EQ(std::count(begin, end, DemoPart::group), 7);
    }
}

// Scores of nodes, and scores of what is seen.
struct Judgement {
    Found own, seen;
};

Judgement judge(const char* name, const Model& model, const TestGraphs& test) {
    const Judgement result = {.own = judge(model, test, false), .seen = judge(model, test, true)};
    for (const auto& [kind, what] : {std::pair{"scores", result.own}, {"seen scores", result.seen}})
        std::printf(
            "%s, %s: AUROC of ring %.3f, of ring and groups %.3f; mean score of ring %.4f, "
            "groups %.4f, others %.4f (%zu molecules)\n",
            name, kind, what.ring, what.ring_and_groups, what.means[0], what.means[1],
            what.means[2], test.graphs.num_graphs());
    return result;
}

void expect_found(const Judgement& found) {
    EXPECT_GT(found.own.ring, 0.65);
    EXPECT_GT(found.own.ring_and_groups, 0.58);
    EXPECT_GT(found.seen.ring, 0.75);
    EXPECT_GT(found.seen.ring_and_groups, 0.7);
    EXPECT_GT(found.own.means[0], 2 * found.own.means[2]);
    EXPECT_GT(found.own.means[1], 1.5 * found.own.means[2]);
}

TEST(ScoresOfHeldOutGraphs, FindTheNodesThatCarryTheClass) {
    const Split split = split_demo();
    expect_found(judge("held out", fit(split.training), split.test));
}

TEST(ScoresOfFreshGraphs, FindTheNodesThatCarryTheClass) {
    const Model model = fit(make_demo_dataset());
    for (const std::uint64_t seed : {1U, 2U, 3U})
        expect_found(judge("fresh", model, fresh_molecules(seed)));
}

TEST(ScoresOfShuffledClasses, FindNothing) {
    const TestGraphs test = fresh_molecules(1);
    Dataset training = make_demo_dataset();
    Random random(7);
    constexpr int kShuffles = 5;
    double own = 0, seen = 0;
    for (int i = 0; i < kShuffles; ++i) {
        random.shuffle(training.targets.classes);
        const Judgement chance = judge("shuffled", fit(training), test);
        own += chance.own.ring_and_groups / kShuffles;
        seen += chance.seen.ring_and_groups / kShuffles;
    }
    EXPECT_NEAR(own, 0.5, 0.05);
    EXPECT_NEAR(seen, 0.5, 0.08);
}

// Takes the scores of some slices out of a decision: those that speak most for it, or any.
TEST(RemovingSlices, ChangesDecisionsMoreWhenTheyScoreHigh) {
    const Split split = split_demo();
    const Explainer explainer(fit(split.training));
    NewGraphNotes notes;
    Random random(3);
    double top = 0, any = 0;
    for (const GraphExplanation& graph : explainer.explain(split.test.graphs, 1, notes)) {
        const FunctionExplanation& function = graph.functions.front();
        std::vector<double> scores = function.scores;
        const double sign = function.value > 0 ? 1 : -1;
        const std::size_t removed = scores.size() / 10;
        random.shuffle(scores);
        any += sign * std::accumulate(scores.begin(),
                                      scores.begin() + static_cast<std::ptrdiff_t>(removed), 0.0);
        std::ranges::sort(scores, std::greater(), [&](double s) { return sign * s; });
        top += sign * std::accumulate(scores.begin(),
                                      scores.begin() + static_cast<std::ptrdiff_t>(removed), 0.0);
    }
    EXPECT_GT(top, 2 * std::abs(any));
}

}  // namespace
}  // namespace dhgak
