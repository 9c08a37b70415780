// SPDX-License-Identifier: MIT
// Explanations beside what is known: the demo's generator tells which nodes carry the class.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "dhgak/core/random.h"
#include "dhgak/explain/explain.h"
#include "dhgak/graph/demo.h"
#include "dhgak/learn/statistics.h"

namespace dhgak {
namespace {

// Every second graph of the demo is held out.
struct Halves {
    Dataset training, test;
    std::vector<DemoPart> test_parts;
};

Halves split_demo() {
    const Dataset demo = make_demo_dataset();
    const std::vector<DemoPart> parts = demo_parts();
    std::vector<std::size_t> even, odd;
    Halves halves;
    for (std::size_t g = 0; g < demo.num_graphs(); ++g) {
        (g % 2 == 0 ? even : odd).push_back(g);
        if (g % 2 == 1)
            halves.test_parts.insert(
                halves.test_parts.end(),
                parts.begin() + static_cast<std::ptrdiff_t>(demo.node_offsets[g]),
                parts.begin() + static_cast<std::ptrdiff_t>(demo.node_offsets[g + 1]));
    }
    halves.training = subset(demo, even);
    halves.test = subset(demo, odd);
    return halves;
}

// How well scores for the predicted class tell marked nodes from the others of the same graph, on
// average over graphs: 0.5 is chance.
double mean_auroc(const Model& model, const Dataset& graphs, const std::vector<DemoPart>& parts,
                  bool ring_counts) {
    const Explainer explainer(model);
    NewGraphNotes notes;
    double sum = 0;
    std::size_t count = 0;
    for (const GraphExplanation& graph : explainer.explain(graphs, 1, notes)) {
        const std::vector<double> scores = graph.functions.front().node_scores();
        const double sign = graph.functions.front().value > 0 ? 1 : -1;
        double wins = 0, pairs = 0;
        const std::size_t first = graphs.node_offsets[graph.graph];
        const auto is_marked = [&](std::size_t v) {
            return parts[first + v] == DemoPart::group ||
                   (ring_counts && parts[first + v] == DemoPart::ring);
        };
        for (std::size_t a = 0; a < scores.size(); ++a)
            for (std::size_t b = 0; b < scores.size(); ++b)
                if (is_marked(a) && !is_marked(b)) {
                    const double difference = sign * (scores[a] - scores[b]);
                    wins += difference > 0 ? 1 : difference == 0 ? 0.5 : 0;
                    ++pairs;
                }
        if (pairs > 0) sum += wins / pairs, ++count;
    }
    return sum / static_cast<double>(count);
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
    Halves halves = split_demo();
    const Model model = fit(halves.training);
    const double with_ring = mean_auroc(model, halves.test, halves.test_parts, true);
    const double groups = mean_auroc(model, halves.test, halves.test_parts, false);
    RecordProperty("auroc_ring_and_groups", std::to_string(with_ring));
    RecordProperty("auroc_groups", std::to_string(groups));
    Random random(7);
    random.shuffle(halves.training.classes);
    const double chance = mean_auroc(fit(halves.training), halves.test, halves.test_parts, true);
    RecordProperty("auroc_shuffled", std::to_string(chance));
    std::printf("AUROC: ring and groups %.3f, groups alone %.3f, shuffled classes %.3f\n",
                with_ring, groups, chance);
    EXPECT_GT(with_ring, 0.7);
    EXPECT_NEAR(chance, 0.5, 0.15);
}

// Takes the scores of some slices out of a decision: those that speak most for it, or any.
TEST(RemovingSlices, ChangesDecisionsMoreWhenTheyScoreHigh) {
    const Halves halves = split_demo();
    const Explainer explainer(fit(halves.training));
    NewGraphNotes notes;
    Random random(3);
    double top = 0, any = 0;
    for (const GraphExplanation& graph : explainer.explain(halves.test, 1, notes)) {
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
