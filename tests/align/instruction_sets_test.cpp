// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "align/aligner.h"
#include "align/cloud.h"

namespace dhgak {
namespace {

using testing_align::random_cloud;
using testing_align::random_weights;

// What this processor can run, which is what the program chooses from.
std::vector<std::int64_t> targets() {
    std::vector<std::int64_t> all;
    for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1)
        all.push_back(left & -left);
    return all;
}

class EveryInstructionSet : public testing::TestWithParam<std::int64_t> {
protected:
    static void use(std::int64_t target) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
    void TearDown() override { use(0); }
};

TEST_P(EveryInstructionSet, GivesTheClustersOfTheBestOne) {
    for (const char* text :
         {"kmeans:k=90", "kmeans:k=40,init=k-means++", "dbscan:eps=1.5", "gmm:k=12"})
        for (const std::size_t dims : {3, 17, 40}) {
            const Matrix cloud = random_cloud(1500, dims, dims);
            const std::vector<float> weights = random_weights(1500, dims);
            const auto aligner = make_aligner(Spec::parse(text));
            use(0);
            const Clustering best = aligner->cluster({cloud, weights, 1}, 1);
            use(GetParam());
            const Clustering ours = aligner->cluster({cloud, weights, 1}, 1);
            std::size_t differing = 0;
            for (std::size_t i = 0; i < 1500; ++i)
                differing += ours.cluster_of[i] != best.cluster_of[i];
            // Products without a fused sum round otherwise: mixtures may be torn about a point.
            EXPECT_LE(differing, std::string(text).starts_with("gmm") ? 15U : 0U) << text << dims;
            EXPECT_EQ(ours.model->assign(cloud), ours.cluster_of) << text << dims;
        }
}

INSTANTIATE_TEST_SUITE_P(Highway, EveryInstructionSet, testing::ValuesIn(targets()),
                         [](const auto& set) { return std::string(hwy::TargetName(set.param)); });

}  // namespace
}  // namespace dhgak
