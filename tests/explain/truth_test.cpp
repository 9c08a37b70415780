// SPDX-License-Identifier: MIT
// Explanations beside what is known: the demo's generator tells which nodes carry the class.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>

#include "dhgak/core/random.h"
#include "dhgak/explain/explain.h"
#include "dhgak/explain/seen_scores.h"
#include "dhgak/graph/demo.h"

namespace dhgak {
namespace {

// Every fourth graph of the demo is held out.
struct Split {
    Dataset training, test;
    std::vector<DemoPart> test_parts;  // by node
};

Split split_demo() {
    const Dataset demo = make_demo_dataset();
    const std::vector<DemoPart> parts = demo_parts();
    std::vector<std::size_t> training, test;
    Split split;
    for (std::size_t g = 0; g < demo.num_graphs(); ++g) {
        (g % 4 == 0 ? test : training).push_back(g);
        if (g % 4 == 0)
            split.test_parts.insert(
                split.test_parts.end(),
                parts.begin() + static_cast<std::ptrdiff_t>(demo.node_offsets[g]),
                parts.begin() + static_cast<std::ptrdiff_t>(demo.node_offsets[g + 1]));
    }
    split.training = subset(demo, training);
    split.test = subset(demo, test);
    return split;
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

Found judge(const Model& model, const Split& split, bool as_seen) {
    const Explainer explainer(model);
    const std::vector<std::size_t> reaches = reaches_of(*model.kernel().feature_guide());
    NewGraphNotes notes;
    Found found;
    std::array<double, 3> counts = {0, 0, 0};
    for (const GraphExplanation& graph : explainer.explain(split.test, 1, notes)) {
        std::vector<double> scores =
            as_seen ? seen_scores(split.test.graph(graph.graph), graph.functions.front(), reaches)
                    : graph.functions.front().node_scores();
        const std::size_t first = split.test.node_offsets[graph.graph];
        for (std::size_t v = 0; v < scores.size(); ++v) {
            scores[v] *= split.test.classes[graph.graph] == 1 ? 1 : -1;
            const auto part = static_cast<std::size_t>(split.test_parts[first + v]);
            found.means[part] += scores[v];
            ++counts[part];
        }
        const auto part = [&](std::size_t v) { return split.test_parts[first + v]; };
        const auto num_graphs = static_cast<double>(split.test.num_graphs());
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
    StageTimes times;
    return Model::fit(resolve(options), training, false, times);
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

TEST(ScoresOfHeldOutGraphs, FindTheNodesThatCarryTheClass) {
    Split split = split_demo();
    const Model model = fit(split.training);
    const Found own = judge(model, split, false), seen = judge(model, split, true);
    Random random(7);
    random.shuffle(split.training.classes);
    const Model no_model = fit(split.training);
    const Found chance = judge(no_model, split, false), seen_chance = judge(no_model, split, true);
    for (const auto& [name, what] : {std::pair{"scores", own},
                                     {"seen", seen},
                                     {"shuffled", chance},
                                     {"seen, shuffled", seen_chance}})
        std::printf(
            "%s: AUROC of ring %.3f, of ring and groups %.3f; mean score of ring %.4f, "
            "groups %.4f, others %.4f\n",
            name, what.ring, what.ring_and_groups, what.means[0], what.means[1], what.means[2]);
    EXPECT_GT(own.ring, 0.65);
    EXPECT_GT(own.ring_and_groups, 0.58);
    EXPECT_GT(seen.ring, 0.75);
    EXPECT_GT(seen.ring_and_groups, 0.7);
    EXPECT_GT(own.means[0], 2 * own.means[2]);
    EXPECT_GT(own.means[1], 1.5 * own.means[2]);
    EXPECT_NEAR(chance.ring, 0.5, 0.1);
    EXPECT_NEAR(chance.ring_and_groups, 0.5, 0.1);
    EXPECT_NEAR(seen_chance.ring_and_groups, 0.5, 0.1);
}

// Takes the scores of some slices out of a decision: those that speak most for it, or any.
TEST(RemovingSlices, ChangesDecisionsMoreWhenTheyScoreHigh) {
    const Split split = split_demo();
    const Explainer explainer(fit(split.training));
    NewGraphNotes notes;
    Random random(3);
    double top = 0, any = 0;
    for (const GraphExplanation& graph : explainer.explain(split.test, 1, notes)) {
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
