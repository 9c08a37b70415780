// SPDX-License-Identifier: MIT
#include "dhgak/search/search.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/search/methods.h"
#include "dhgak/search/search_report.h"
#include "kernels/registry.h"
#include "run/evaluate.h"
#include "search/scores.h"
#include "search/small_search.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

TEST(Search, FindsForEachPointWhatCrossValidationFinds) {
    const Dataset dataset = labelled_graphs(40, 0.5, 1);
    SearchOptions options = small_options();
    options.run.folds.repeats = 2;
    const SearchResult result = search_all(dataset, options);
    ASSERT_EQ(result.candidates.size(), 64U);
    for (const Candidate& candidate : result.candidates) {
        ASSERT_TRUE(candidate.is_complete());
        const RunOptions& run = candidate.point.options;
        StageTimes times;
        const GramMatrix gram = make_kernel(run.kernel.method, run.kernel.align, setup_of(run))
                                    ->fit(dataset, {times})
                                    ->gram();
        const CvResult expected =
            cross_validate(gram, dataset.targets, run.folds, run.learn, run.seed);
        ASSERT_EQ(expected.folds.size(), 8U);
        for (std::size_t f = 0; f < 8; ++f)
            EXPECT_TRUE(same(candidate.outer[f], expected.folds[f])) << text_of(candidate.point);
    }
}

TEST(Search, LeavesOutGraphsWhoseClassIsNotKnown) {
    const Dataset known = labelled_graphs(40, 0.5, 1);
    std::vector<std::size_t> ids = {7, 3};  // once more, in front of the others
    for (std::size_t g = 0; g < known.num_graphs(); ++g) ids.push_back(g);
    Dataset whole = subset(known, ids);
    whole.targets.classes[0] = whole.targets.classes[1] = kUnknownClass;
    EXPECT_TRUE(same(search_all(whole, small_options()), search_all(known, small_options())));
}

TEST(Search, FindsWhatCrossValidationFindsOnACodebook) {
    const Dataset dataset = labelled_graphs(40, 0.5, 1);
    SearchOptions options = small_options();
    options.grid = {.kernels = {Spec::parse("dhgak")},
                    .nlms = {Spec::parse("label")},
                    .H = {0, 2},
                    .b = {0},
                    .alpha = {0.6f},
                    .cluster_factors = {1},
                    .T = {2},
                    .refine = {{0}, {0, 1}}};
    options.run.kernel.codebook_graphs = 20;
    for (const bool inductive : {false, true}) {
        options.run.folds.inductive = inductive;
        for (const Candidate& candidate : search_all(dataset, options).candidates) {
            const auto run = resolve(candidate.point.options);
            StageTimes times;
            const Evaluation expected = evaluate_folds(
                run, dataset,
                make_folds(known_classes(std::make_shared<const Dataset>(dataset)), run.options),
                times);
            EXPECT_EQ(candidate.codebook.graphs, 20U);
            EXPECT_EQ(candidate.codebook.rest, expected.codebook.rest);
            for (std::size_t f = 0; f < 4; ++f)
                EXPECT_TRUE(same(candidate.outer[f], expected.cv.folds[f]))
                    << text_of(candidate.point);
        }
    }
}

// Few graphs, so that many configurations have equal inner scores.
TEST(Search, ChoosesTheSameWhereOnlyTheChosenAreJudged) {
    const Dataset dataset = labelled_graphs(40, 0.5, 1);
    for (const bool inductive : {false, true}) {
        SearchOptions options = small_options();
        options.run.folds.inductive = inductive;
        const SearchResult all = search_all(dataset, options);
        options.judging = Judging::chosen;
        const SearchResult some = search_all(dataset, options);
        std::size_t num_judged = 0, num_all = 0;
        for (std::size_t c = 0; c < all.candidates.size(); ++c)
            for (std::size_t f = 0; f < all.folds.size(); ++f) {
                EXPECT_EQ(some.candidates[c].inner[f].right, all.candidates[c].inner[f].right);
                num_judged += some.candidates[c].outer[f].test_size > 0;
                ++num_all;
            }
        EXPECT_LT(2 * num_judged, num_all);
        const Choice choice = choose(some, dataset.targets, Selection::nested);
        const Choice expected = choose(all, dataset.targets, Selection::nested);
        EXPECT_EQ(choice.chosen_of_fold, expected.chosen_of_fold);
        for (std::size_t f = 0; f < all.folds.size(); ++f)
            EXPECT_TRUE(same(choice.cv.folds[f], expected.cv.folds[f]));
    }
}

TEST(Search, FitsEachHAnewWhereHopsDoNotStandAlone) {
    const Dataset dataset = labelled_graphs(24, 0.5, 2);
    SearchOptions options = small_options();
    options.grid.nlms = {Spec::parse("w2v:size=4,scope=all")};
    for (const Candidate& candidate : search_all(dataset, options).candidates) {
        const RunOptions& run = candidate.point.options;
        StageTimes times;
        const GramMatrix gram = make_kernel(run.kernel.method, run.kernel.align, setup_of(run))
                                    ->fit(dataset, {times})
                                    ->gram();
        const CvResult expected =
            cross_validate(gram, dataset.targets, run.folds, run.learn, run.seed);
        for (std::size_t f = 0; f < 4; ++f)
            EXPECT_TRUE(same(candidate.outer[f], expected.folds[f])) << text_of(candidate.point);
    }
}

TEST(Search, IsTheSameAtAnyNumberOfThreads) {
    const Dataset dataset = labelled_graphs(32, 0.5, 3);
    for (const bool inductive : {false, true}) {
        SearchOptions options = small_options();
        options.run.folds.inductive = inductive;
        set_num_threads(1);
        const SearchResult expected = search_all(dataset, options);
        for (const std::size_t threads : {2, 8}) {
            set_num_threads(threads);
            EXPECT_TRUE(same(search_all(dataset, options), expected)) << threads << " threads";
        }
        set_num_threads(0);
    }
}

// The labels of a test fold are exchanged among its graphs, on the same folds: what is chosen for
// it, and what is predicted, must not move; only the judgement may.
TEST(Search, NeverLooksAtATestFoldBeforeJudging) {
    const Dataset dataset = labelled_graphs(60, 0.5, 4);
    // A codebook is a sample that classes may choose, but not those of a test fold.
    for (const auto& [inductive, codebook_graphs] :
         {std::pair(false, 0), {true, 0}, {false, 20}, {true, 20}}) {
        SearchOptions options = small_options();
        options.run.folds.inductive = inductive;
        options.run.kernel.codebook_graphs = static_cast<std::size_t>(codebook_graphs);
        options.grid.b = {1};
        const std::vector<OuterFold> folds = make_outer_folds(dataset.targets, options.run.folds,
                                                              options.run.learn, options.run.seed);
        const SearchResult before = search_grid(dataset, folds, options);
        const Choice chosen_before = choose(before, dataset.targets, Selection::nested);
        for (std::size_t f = 0; f < folds.size(); ++f) {
            Dataset changed = dataset;
            for (const std::size_t g : folds[f].split.test)
                changed.targets.classes[g] = 1 - changed.targets.classes[g];
            const SearchResult after = search_grid(changed, folds, options);
            const Choice chosen_after = choose(after, changed.targets, Selection::nested);
            EXPECT_EQ(chosen_after.chosen_of_fold[f], chosen_before.chosen_of_fold[f]);
            for (std::size_t c = 0; c < before.candidates.size(); ++c) {
                EXPECT_EQ(after.candidates[c].inner[f].right, before.candidates[c].inner[f].right);
                EXPECT_EQ(after.candidates[c].inner[f].C, before.candidates[c].inner[f].C);
                EXPECT_EQ(after.candidates[c].outer[f].predictions,
                          before.candidates[c].outer[f].predictions);
            }
            EXPECT_NEAR(chosen_after.cv.folds[f].accuracy(),
                        1 - chosen_before.cv.folds[f].accuracy(), 1e-12);
        }
    }
}

TEST(Search, InductiveFitsDoNotSeeTheTestGraphs) {
    // Other test graphs of the same size cannot change what is learnt from the training graphs.
    const Dataset dataset = labelled_graphs(40, 0.5, 6);
    SearchOptions options = small_options();
    options.grid.alpha = {0.6f};
    const auto folds =
        make_outer_folds(dataset.targets, options.run.folds, options.run.learn, options.run.seed);
    const Dataset other = labelled_graphs(40, 0.9, 7);
    Dataset mixed = dataset;
    {
        // Fold 0's test graphs come from elsewhere: built as a subset of both sets joined.
        std::vector<testing_support::PlainGraph> graphs;
        for (std::size_t g = 0; g < 40; ++g) {
            const bool is_test = std::ranges::binary_search(folds[0].split.test, g);
            const Graph graph = (is_test ? other : dataset).graph(g);
            testing_support::PlainGraph plain = {
                .labels = {graph.labels.begin(), graph.labels.end()}, .edges = {}};
            for (std::uint32_t v = 0; v < graph.num_nodes(); ++v)
                for (const std::uint32_t u : graph.neighbors(v)) plain.edges.emplace_back(v, u);
            graphs.push_back(std::move(plain));
        }
        mixed = testing_support::make_dataset(graphs, dataset.targets.classes, 3);
    }
    const auto inner_scores = [&](const Dataset& data) {
        std::vector<std::size_t> right;
        for (const Candidate& candidate : search_grid(data, folds, options).candidates)
            right.push_back(candidate.inner[0].right);
        return right;
    };
    EXPECT_NE(inner_scores(dataset), inner_scores(mixed));  // transductive fits see them
    options.run.folds.inductive = true;
    EXPECT_EQ(inner_scores(dataset), inner_scores(mixed));
}

TEST(Search, PaperSelectionIsOptimisticOnRandomLabelsAndNestedIsNot) {
    double nested = 0, paper = 0;
    constexpr int kRounds = 5;
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
        const Dataset dataset = labelled_graphs(50, 0, 100 + seed);
        SearchOptions options = small_options();
        options.run.seed = seed;
        const SearchResult result = search_all(dataset, options);
        nested += choose(result, dataset.targets, Selection::nested).cv.mean / kRounds;
        paper += choose(result, dataset.targets, Selection::paper).cv.mean / kRounds;
    }
    RecordProperty("nested", std::to_string(nested));
    RecordProperty("paper", std::to_string(paper));
    std::printf("random labels: nested %.3f, best of 64 configurations on test folds %.3f\n",
                nested, paper);
    EXPECT_NEAR(nested, 0.5, 0.1);
    EXPECT_GT(paper, 0.58);
    EXPECT_GT(paper, nested + 0.05);
}

TEST(Search, IsRefusedBeforeTheWorkWhereMemoryWouldNotDo) {
    const Dataset dataset = labelled_graphs(40, 0.5, 1);
    const ScratchFolder folder;
    SearchOptions options = small_options();
    options.journal = folder / "j";
    options.run.resources.memory = 1000;
    EXPECT_THROW(search_all(dataset, options), ConfigError);
    EXPECT_FALSE(std::filesystem::exists(options.journal));
    options.run.resources.memory = std::size_t{4} << 30;
    EXPECT_NO_THROW(search_all(dataset, options));
}

// Two paths of 3,000 nodes: transport between them alone takes 720 MB.
TEST(Search, IsRefusedWhereTheLargestGraphsTakeTooMuch) {
    std::vector<testing_support::PlainGraph> graphs(20, testing_support::path_graph(4));
    graphs.resize(22, testing_support::path_graph(3000));
    std::vector<std::uint32_t> classes(22);
    for (std::uint32_t g = 0; g < 22; ++g) classes[g] = g % 2;
    SearchOptions options;
    options.grid.kernels = {Spec::parse("wwl:nodes=degrees")};
    options.run.resources.memory = std::size_t{512} << 20;
    EXPECT_THROW(search_all(testing_support::make_dataset(graphs, classes), options), ConfigError);
}

TEST(Search, ReturnsTheBestSoFarWhenTimeRunsOut) {
    const Dataset dataset = labelled_graphs(32, 0.5, 11);
    SearchOptions options = small_options();
    options.budget = 1e-9;
    set_num_threads(1);
    const SearchResult result = search_all(dataset, options);
    set_num_threads(0);
    EXPECT_TRUE(result.out_of_time);
    EXPECT_EQ(count_complete(result.candidates), 1U);
    const Choice choice = choose(result, dataset.targets, Selection::nested);
    EXPECT_TRUE(result.candidates[choice.representative].is_complete());
    EXPECT_EQ(choice.cv.folds.size(), 4U);
}

TEST(Search, ChoosesAmongSomeCandidatesOnly) {
    const Dataset dataset = labelled_graphs(32, 0.5, 12);
    const SearchResult result = search_all(dataset, small_options());
    std::vector<std::size_t> oa;
    for (std::size_t c = 0; c < result.candidates.size(); ++c)
        if (result.candidates[c].point.options.kernel.method.name == "dhgak-oa") oa.push_back(c);
    for (const Selection selection : {Selection::nested, Selection::paper}) {
        const Choice choice = choose(result, dataset.targets, selection, oa);
        for (const std::size_t c : choice.chosen_of_fold)
            EXPECT_EQ(result.candidates[c].point.options.kernel.method.name, "dhgak-oa");
    }
    EXPECT_THROW(choose(result, dataset.targets, Selection::fixed), ConfigError);
    EXPECT_EQ(choose(result, dataset.targets, Selection::fixed, {3}).representative, 3U);
}

TEST(Search, ComparesMethodsOnTheSameFolds) {
    const Dataset dataset = labelled_graphs(40, 0.5, 14);
    const SearchResult result = search_all(dataset, small_options());
    const auto methods = compare_methods(result, dataset.targets, Selection::nested);
    ASSERT_EQ(methods.size(), 4U);
    EXPECT_EQ(methods[1].title, "dhgak w2v:size=8");
    double best = 0;
    for (const MethodScore& method : methods) {
        EXPECT_EQ(method.choice.candidates.size(), 16U);
        best = std::max(best, method.choice.cv.mean);
    }
    for (const MethodScore& method : methods) {
        EXPECT_EQ(method.p_value == 1, method.choice.cv.mean == best) << method.title;
        EXPECT_GE(method.p_value, 0);
    }
}

TEST(Search, RanksByTheScoreThatWasAskedFor) {
    const Dataset dataset = labelled_graphs(60, 0.4, 21);
    for (const std::string score : {"balanced", "auroc", "ap"}) {
        SearchOptions options = small_options();
        options.run.learn.score = score;
        for (const Selection selection : {Selection::nested, Selection::paper}) {
            options.select = selection;
            const SearchReport report = search(dataset, options);
            ASSERT_EQ(report.scores.size(), report.result.candidates.size());
            for (std::size_t c = 0; c < report.scores.size(); ++c) {
                const Candidate& candidate = report.result.candidates[c];
                const CvResult cv = summarize_folds(candidate.outer, dataset.targets);
                EXPECT_EQ(report.scores[c], selection == Selection::nested
                                                ? mean_inner_score(candidate)
                                                : *cv.scores[score]);
            }
            if (selection == Selection::paper) {
                EXPECT_EQ(report.scores[report.choice.representative],
                          std::ranges::max(report.scores));
            }
            const std::string table = to_table(report);
            EXPECT_NE(table.find("inner " + title_of(score)), std::string::npos) << table;
            EXPECT_EQ(table.find("inner accuracy"), std::string::npos) << table;
            EXPECT_NE(to_json(report).find("inner_score"), std::string::npos);
        }
    }
}

TEST(Search, ReportsHowManyGraphsItLearnedFromAndChoseBy) {
    SearchOptions options = small_options();
    options.grid = {.nlms = {Spec::parse("label")}, .H = {1}, .b = {0}, .alpha = {0.6f}};
    options.run.kernel.codebook_graphs = 20;
    options.run.learn.inner_graphs = 12;
    Dataset graphs = labelled_graphs(40, 0.5, 1);
    graphs.name = "my data";
    const std::string table = to_table(search(graphs, options));
    EXPECT_NE(table.find("learned from 20 graphs"), std::string::npos) << table;
    EXPECT_NE(table.find("C is chosen by 12 "), std::string::npos) << table;
    EXPECT_NE(table.find("dhgak fit 'my data' -o"), std::string::npos) << table;
}

TEST(Search, HasNoTestOfMethodsOnASingleFold) {
    const Dataset dataset = labelled_graphs(40, 0.5, 14);
    std::vector<OuterFold> folds =
        make_outer_folds(dataset.targets, small_options().run.folds, small_options().run.learn,
                         small_options().run.seed);
    folds.resize(1);
    const SearchResult result = search_grid(dataset, folds, small_options());
    for (const MethodScore& method : compare_methods(result, dataset.targets, Selection::nested))
        EXPECT_EQ(method.p_value, std::nullopt);
}

TEST(Search, RejectsWhatItCannotDo) {
    Dataset dataset = labelled_graphs(24, 0.5, 13);
    SearchOptions options = small_options();
    options.budget = 0;
    EXPECT_THROW(search_all(dataset, options), ConfigError);
    options = small_options();
    options.grid.alpha = {-1};
    EXPECT_THROW(search_all(dataset, options), ConfigError);
    options = small_options();
    options.grid.nlms = {Spec::parse("nope")};
    EXPECT_THROW(search_all(dataset, options), ConfigError);
    // One kernel, spelled in two ways.
    for (const char* twice : {"gntk:blocks=1 gntk:blocks=1,jumps=yes", "wl:rounds=5 wl"}) {
        const std::string both = twice;
        options = small_options();
        options.grid.kernels = {Spec::parse(both.substr(0, both.find(' '))),
                                Spec::parse(both.substr(both.find(' ') + 1))};
        EXPECT_THROW(search_all(dataset, options), ConfigError) << twice;
    }
    dataset.targets.classes.clear();
    EXPECT_THROW(search_all(dataset, small_options()), InputError);
}

}  // namespace
}  // namespace dhgak
