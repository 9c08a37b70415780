// SPDX-License-Identifier: MIT
#include <cmath>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "kernels/registry.h"
#include "kernels/slices/aligned_slices.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

// The kernel by its definition, from the slices that were aligned.
class DhgakKernel : public testing::TestWithParam<int> {};

TEST_P(DhgakKernel, IsTheMeanAlignmentOfAllSlicePairsSummedOverHops) {
    const Dataset dataset = make_dataset(random_graphs(12, 8, {3, 15, 2.5, 4}));
    AlignOptions options;
    options.slices.H = 3;
    options.nlm = Spec::parse("label");
    options.first_hop = GetParam();
    StageTimes times;
    const auto hops = align_hops(SlicePipeline(options, {}).points(dataset, {times})->hops,
                                 dataset.num_graphs(), build_alignment(options, {}));
    const GramMatrix result =
        make_kernel(Spec::parse("dhgak"), options)->fit(dataset, {times})->gram();
    const auto sum = [&](std::size_t g, std::size_t f) {
        const Graph a = dataset.graph(g), b = dataset.graph(f);
        double pairs = 0;  // Eq. 3, 6 and 7
        for (const HopAlignment& hop : hops)
            for (const Clustering& clustering : hop.clusterings)
                for (std::size_t u = a.first_node; u < a.first_node + a.num_nodes(); ++u)
                    for (std::size_t v = b.first_node; v < b.first_node + b.num_nodes(); ++v)
                        pairs += clustering.cluster_of[hop.point_of_node[u]] ==
                                 clustering.cluster_of[hop.point_of_node[v]];
        return pairs / (options.T * static_cast<double>(a.num_nodes() * b.num_nodes()));
    };
    for (std::size_t g = 0; g < 12; ++g)
        for (std::size_t f = 0; f < 12; ++f)
            EXPECT_NEAR(result(g, f), sum(g, f) / std::sqrt(sum(g, g) * sum(f, f)), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(FirstHop, DhgakKernel, testing::Values(0, 1, 3));

TEST(Kernels, AreMadeByName) {
    const AlignOptions options;
    EXPECT_THROW(make_kernel(Spec::parse("dhgack"), options), ConfigError);
    EXPECT_THROW(make_kernel(Spec::parse("dhgak:depth=3"), options), ConfigError);
    AlignOptions wrong = options;
    wrong.T = 0;
    EXPECT_THROW(make_kernel(Spec::parse("dhgak"), wrong), ConfigError);
    for (const char* method : {"kmeen", "kmeans:k=0.5", "dbscan:eps=near"}) {
        wrong = options;
        wrong.cluster = Spec::parse_list(method);
        EXPECT_THROW(make_kernel(Spec::parse("dhgak"), wrong), ConfigError) << method;
    }
    wrong = options;
    wrong.attributes = Spec::parse("median");
    EXPECT_THROW(make_kernel(Spec::parse("dhgak"), wrong), ConfigError);
    EXPECT_GE(list_kernels().size(), 4U);
}

}  // namespace
}  // namespace dhgak
