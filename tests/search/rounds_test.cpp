// SPDX-License-Identifier: MIT
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "dhgak/search/methods.h"
#include "dhgak/search/search.h"
#include "kernels/registry.h"
#include "search/small_search.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using namespace testing_support;

Dataset two_classes() {
    Random random(1);
    std::vector<PlainGraph> graphs;
    std::vector<std::uint32_t> classes;
    for (std::uint32_t g = 0; g < 32; ++g) {
        graphs.push_back(random_graph(random, 8, g % 2 == 0 ? 2.0 : 2.6, 2));
        classes.push_back(g % 2);
    }
    return make_dataset(graphs, classes);
}

SearchOptions rounds_options() {
    SearchOptions options;
    options.grid = {.kernels = Spec::parse_list("wl:rounds=0,wl:rounds=3,wl-oa:rounds=2,sp"),
                    .nlms = {Spec::parse("label"), Spec::parse("w2v")},
                    .H = {0, 2},
                    .T = {1, 2}};
    options.run.learn.inner_folds = 2;
    options.run.learn.C = {0.1, 10};
    options.run.folds.count = 4;
    options.run.learn.learner = Spec::parse("svm");
    return options;
}

// Rounds are fitted once for each family; each candidate must still be what a fit alone gives.
TEST(SearchOverRounds, FindsForEachWhatCrossValidationFinds) {
    const Dataset dataset = two_classes();
    const SearchResult result = search_all(dataset, rounds_options());
    ASSERT_EQ(result.candidates.size(), 4U);
    for (const Candidate& candidate : result.candidates) {
        const RunOptions& run = candidate.point.options;
        StageTimes times;
        const GramMatrix gram = make_kernel(run.kernel.method, run.kernel.align, setup_of(run))
                                    ->fit(dataset, {times})
                                    ->gram();
        const CvResult expected =
            cross_validate(gram, dataset.targets, run.folds, run.learn, run.seed);
        for (std::size_t f = 0; f < 4; ++f)
            EXPECT_EQ(candidate.outer[f].predictions, expected.folds[f].predictions)
                << text_of(candidate.point);
    }
}

TEST(SearchOverRounds, ShowsNoOptionsOfSlices) {
    const ScratchFolder folder;
    SearchOptions options = rounds_options();
    options.journal = folder / "journal";
    const Dataset dataset = two_classes();
    const SearchResult result = search_all(dataset, options);
    EXPECT_EQ(text_of(result.candidates[1].point), "wl:rounds=3");
    EXPECT_EQ(text_of(result.candidates[3].point), "sp");
    EXPECT_EQ(compare_methods(result, dataset.targets, Selection::nested).front().title, "wl");
    std::stringstream journal;
    journal << std::ifstream(options.journal).rdbuf();
    EXPECT_NE(journal.str().find("wl:rounds=3"), std::string::npos);
    for (const char* option : {"nlm", "alpha", "cluster", "\"H\"", "short_hops"})
        EXPECT_EQ(journal.str().find(option), std::string::npos) << option;
}

}  // namespace
}  // namespace dhgak
