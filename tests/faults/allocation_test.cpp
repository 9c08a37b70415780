// SPDX-License-Identifier: MIT
// An exception in any stage, inside its parallel loops or between them: one allocation of a whole
// run fails. The exception must come out, nothing else may happen, and the next run must be right.
#include <atomic>
#include <limits>
#include <new>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/run/model.h"
#include "faults/child.h"
#include "faults/replaced_new.h"
#include "graph/demo.h"

namespace {

// Allocations that still succeed before one fails.
constexpr long kAll = std::numeric_limits<long>::max();
std::atomic<long> good_allocations = kAll;

bool next_allocation_fails() {
    return good_allocations.fetch_sub(1, std::memory_order_relaxed) == 0;
}

}  // namespace

namespace dhgak {
namespace {

struct Method {
    const char* name;
    const char* kernel;
    const char* nlm = "label";
    const char* cluster = "kmeans";
};

const Method kMethods[] = {
    {"w2v_kmeans", "dhgak-oa", "w2v:size=8,epochs=2"},
    {"gensim_dbscan", "dhgak", "w2v:size=8,epochs=1,train=gensim", "dbscan"},
    {"random_gmm", "dhgak", "random:size=8", "gmm"},
    {"two_levels", "dgak", "label", "kmeans:levels=2,init=k-means++,n_init=2"},
    {"slices_wasserstein", "dhw"},
    {"paths", "sp"},
    {"colours", "wl-oa"},
    {"colours_wasserstein", "wwl"},
    {"gradual_colours", "gwl"},
    {"edge_colours", "gawl"},
    {"filtrations", "fwl"},
    {"walks", "retgk"},
    {"walk_features", "retgk:features=16,node_features=8"},
    {"levels", "pm"},
    {"tangents", "gntk:blocks=1,layers=1"},
};

class Allocation : public testing::TestWithParam<Method> {
protected:
    void SetUp() override {
        set_num_threads(4);
        const Method& method = GetParam();
        options_.kernel.method = Spec::parse(method.kernel);
        options_.kernel.align.nlm = Spec::parse(method.nlm);
        options_.kernel.align.cluster = Spec::parse_list(method.cluster);
        options_.kernel.align.slices = {.H = 2, .b = 1};
        options_.kernel.align.T = 2;
        options_.learn.inner_folds = 3;
        options_.learn.C = {1, 10};
        const Dataset demo = make_demo_dataset();
        std::vector<std::size_t> chosen;
        for (std::size_t g = 0; g < 30; ++g) chosen.push_back(g * 6);
        graphs_ = subset(demo, chosen);
    }
    void TearDown() override { set_num_threads(0); }

    std::vector<double> decisions() const {
        NewGraphNotes notes;
        return Model::fit(resolve(options_), graphs_, {.probability = true})
            .predict(graphs_, notes)
            .decisions;
    }

    RunOptions options_;
    Dataset graphs_;
};

TEST_P(Allocation, ThatFailsIsAnExceptionAndNothingElse) {
    const std::vector<double> expected = decisions();
    good_allocations = kAll;
    decisions();
    const auto num_allocations = static_cast<std::size_t>(kAll - good_allocations.exchange(kAll));
    Random random(1);
    int failed = 0;
    for (int round = 0; round < 10 * fault_rounds(); ++round) {
        std::vector<double> found;
        const auto place = static_cast<long>(random.below(num_allocations));
        try {
            good_allocations = place;
            found = decisions();
            good_allocations = kAll;
        } catch (const std::bad_alloc&) {
            good_allocations = kAll;
            ++failed;
            continue;
        }
        EXPECT_EQ(found, expected) << "allocation " << place << " was not needed";
    }
    EXPECT_GT(failed, 0);
    EXPECT_EQ(decisions(), expected);
}

INSTANTIATE_TEST_SUITE_P(EveryStage, Allocation, testing::ValuesIn(kMethods),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace dhgak
