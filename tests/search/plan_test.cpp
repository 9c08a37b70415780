// SPDX-License-Identifier: MIT
#include "search/plan.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "graph/demo.h"

namespace dhgak {
namespace {

// With little memory a codebook is the smaller the more hops there are, and kernels without a
// codebook learn from all graphs. A fit may share with those on the same graphs only.
TEST(Plan, SharesNothingBetweenFitsOnDifferentGraphs) {
    const Dataset demo = make_demo_dataset();
    for (const bool inductive : {false, true}) {
        RunOptions base;
        base.resources.memory = 1 << 20;
        base.folds.inductive = inductive;
        base.folds.count = 3;
        const std::vector<OuterFold> folds =
            make_folds(known_classes(std::make_shared<const Dataset>(demo)), base).folds;
        const Grid grid = {.kernels = Spec::parse_list("dhgak,dhgak-oa,dhw"),
                           .H = {1, 3, 5},
                           .b = {0},
                           .alpha = {0.6f},
                           .cluster_factors = {1}};
        std::vector<Candidate> candidates;
        std::vector<dhgak::Run> runs;
        for (const GridPoint& point : list_points(grid, base)) {
            runs.push_back(resolve(point.options));
            candidates.push_back({.point = point, .inner = std::vector<InnerScore>(3)});
        }
        const Plan plan = make_plan(candidates, runs, demo, folds, false);
        EXPECT_EQ(plan.num_caches, inductive ? 12U : 4U);
        std::vector<std::size_t> codebook_of_cache(plan.num_caches);
        std::size_t evaluations = 0;
        for (const Job& job : plan.jobs) {
            ASSERT_LT(job.cache, plan.num_caches);
            for (const std::size_t c : job.candidates) {
                const Codebook codebook =
                    codebook_of(runs[c], sizes_of(demo, folds, plan.scopes[job.scope]));
                std::size_t& of_cache = codebook_of_cache[job.cache];
                if (of_cache == 0) of_cache = codebook.graphs;
                EXPECT_EQ(codebook.graphs, of_cache);
                EXPECT_EQ(codebook.rest == 0, runs[c].options.kernel.method.name == "dhw");
                ++evaluations;
            }
        }
        EXPECT_EQ(evaluations, plan.num_evaluations);
    }
}

}  // namespace
}  // namespace dhgak
