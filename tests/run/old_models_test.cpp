// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>

#include "dhgak/run/model.h"
#include "graph/demo.h"

namespace dhgak {
namespace {

// Files of 0.2.0 call the learner `svm`, and one on a Gram matrix `kernel`.
TEST(OldModels, SayWhatModelsOfTodaySay) {
    const Dataset demo = make_demo_dataset();
    for (const std::string learner : {"svm", "linear"}) {
        const Model old =
            Model::load(std::string(DHGAK_GOLDEN_DIR) + "/models/" + learner + "-0.2.0.dhgak");
        EXPECT_EQ(old.info().learner, learner);
        RunOptions options = {.kernel = {.method = Spec::parse("vertex-histogram")}};
        options.learn.learner = Spec::parse(learner);
        const Model today = Model::fit(resolve(options), demo);
        EXPECT_EQ(old.info().C, today.info().C);
        NewGraphNotes notes;
        const Predictions before = old.predict(demo, notes), now = today.predict(demo, notes);
        EXPECT_EQ(before.classes, now.classes);
        ASSERT_EQ(before.decisions.size(), now.decisions.size());
        for (std::size_t g = 0; g < now.decisions.size(); ++g)
            EXPECT_NEAR(before.decisions[g], now.decisions[g], 1e-9);
    }
}

}  // namespace
}  // namespace dhgak
