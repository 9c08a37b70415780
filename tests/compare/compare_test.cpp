// SPDX-License-Identifier: MIT
#include "dhgak/compare/compare.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/graph/reader.h"
#include "dhgak/learn/statistics.h"
#include "dhgak/pipeline.h"
#include "dhgak/search/search_report.h"
#include "graph/generate.h"
#include "support/log_watch.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

CompareOptions small_options() {
    CompareOptions options;
    options.run.folds.count = 4;
    options.run.learn.inner_folds = 3;
    options.run.learn.C = {1, 10};
    options.run.kernel.align.slices.H = 2;
    options.run.kernel.align.cluster_factor = 0.5;
    for (const char* kernel : {"dhgak-oa", "wl:rounds=2", "vertex-histogram"})
        options.contenders.push_back(fixed_contender(Spec::parse(kernel), options.run));
    return options;
}

std::vector<double> accuracies(const CvResult& cv) {
    std::vector<double> values;
    for (const FoldResult& fold : cv.folds) values.push_back(fold.accuracy());
    return values;
}

TEST(Comparison, GivesEachKernelTheResultOfItsOwnCrossValidation) {
    const CompareOptions options = small_options();
    const Comparison comparison = compare_kernels({"demo"}, options);
    ASSERT_EQ(comparison.datasets.size(), 1u);
    for (std::size_t k = 0; k < options.contenders.size(); ++k) {
        RunOptions run = options.run;
        run.kernel.method = options.contenders[k].grid.kernels.front();
        const Report alone = evaluate("demo", resolve(run));
        const ContenderScore& score = comparison.datasets[0].scores[k];
        EXPECT_EQ(accuracies(score.cv), accuracies(alone.evaluation->cv))
            << options.contenders[k].title;
        EXPECT_GT(score.peak_bytes, 0u);
        EXPECT_GE(score.total_seconds, score.kernel_seconds);
    }
}

TEST(Comparison, RanksTheBestFirstAndTestsTheOthersAgainstIt) {
    const Comparison comparison = compare_kernels({"demo"}, small_options());
    const std::vector<ContenderScore>& scores = comparison.datasets[0].scores;
    double sum = 0;
    for (const ContenderScore& score : scores) {
        sum += score.rank;
        for (const ContenderScore& other : scores)
            if (score.cv.mean > other.cv.mean) {
                EXPECT_LT(score.rank, other.rank);
            }
    }
    EXPECT_EQ(sum, 6);
    // Where the groups sit decides the class in demo: counts of atoms cannot tell.
    EXPECT_EQ(scores[2].rank, 3);
    EXPECT_LT(scores[2].p_value, 0.05);
}

TEST(Comparison, ChoosesInsideAGridAsANestedSearchDoes) {
    CompareOptions options = small_options();
    Contender tuned = {.title = "wl", .grid = {}};
    tuned.grid.kernels = {Spec::parse("wl:rounds=0"), Spec::parse("wl:rounds=2")};
    options.contenders = {tuned};
    const Comparison comparison = compare_kernels({"demo"}, options);
    SearchOptions search_options;
    search_options.run = options.run;
    search_options.grid = tuned.grid;
    const Dataset demo = read_dataset("demo");
    const SearchResult result = search(demo, search_options).result;
    EXPECT_EQ(accuracies(comparison.datasets[0].scores[0].cv),
              accuracies(choose(result, demo.targets, Selection::nested).cv));
    EXPECT_EQ(comparison.datasets[0].scores[0].configurations, 2u);
}

TEST(Comparison, KeepsToTheOptionsOfSlicesThatItWasGiven) {
    CompareOptions options = small_options();
    options.run.kernel.align.refine = {0, 1};
    options.run.kernel.align.edge_labels = true;
    options.run.kernel.method = Spec::parse("dhgak-oa");
    options.contenders = {fixed_contender(options.run.kernel.method, options.run)};
    const Report alone = evaluate("demo", resolve(options.run));
    EXPECT_EQ(accuracies(compare_kernels({"demo"}, options).datasets[0].scores[0].cv),
              accuracies(alone.evaluation->cv));
}

// Neither a kernel that does not suit the dataset nor one that runs out of its time ends the rest.
TEST(Comparison, SaysWhyAKernelHasNoResultAndTriesItAgain) {
    const ScratchFolder folder;
    CompareOptions options = small_options();
    options.journal = folder / "journal.jsonl";
    options.contenders.clear();
    for (const char* kernel : {"wwl:nodes=attributes", "dhw:time_limit=1e-9", "wl:rounds=2"})
        options.contenders.push_back(fixed_contender(Spec::parse(kernel), options.run));
    const Comparison comparison = compare_kernels({"demo"}, options);
    const std::vector<ContenderScore>& scores = comparison.datasets[0].scores;
    EXPECT_NE(scores[0].failure.find("attributes"), std::string::npos) << scores[0].failure;
    EXPECT_NE(scores[1].failure.find("limit"), std::string::npos) << scores[1].failure;
    EXPECT_EQ(scores[2].failure, "");
    EXPECT_EQ(scores[2].rank, 1);
    EXPECT_EQ(compare_kernels({"demo"}, options).num_from_journal, 1u);
}

TEST(Comparison, EndsWhenItIsInterrupted) {
    CompareOptions options = small_options();
    request_interrupt();
    EXPECT_THROW(compare_kernels({"demo"}, options), Interrupted);
    clear_interrupt();
}

TEST(Comparison, HasNoTestOnASingleFold) {
    const ScratchFolder folder;
    CompareOptions options = small_options();
    options.run.folds.splits = folder / "splits.json";
    std::ofstream splits(options.run.folds.splits);
    splits << "[{\"test\": [0, 1, 2, 3], \"train\": [4";
    for (int graph = 5; graph < 60; ++graph) splits << ", " << graph;
    splits << "]}]";
    splits.close();
    const Comparison comparison = compare_kernels({"demo"}, options);
    EXPECT_EQ(comparison.datasets[0].folds, 1u);
    for (const ContenderScore& score : comparison.datasets[0].scores)
        EXPECT_EQ(score.p_value, std::nullopt);
    EXPECT_NE(to_json(comparison).find("\"p_against_best\": null"), std::string::npos);
    const std::string text = to_document(comparison).as_text();
    EXPECT_NE(text.find(", 1 fold\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("+-"), std::string::npos) << text;
}

TEST(Comparison, GoesOnFromItsJournal) {
    const ScratchFolder folder;
    CompareOptions options = small_options();
    options.journal = folder / "j";
    std::vector<Contender> all = options.contenders;
    options.contenders.resize(2);
    compare_kernels({"demo"}, options);
    options.contenders = all;
    std::vector<std::string> lines;
    options.on_result = [&](const std::string& line) { lines.push_back(line); };
    const Comparison resumed = compare_kernels({"demo"}, options);
    EXPECT_EQ(lines.size(), 1u);
    EXPECT_EQ(resumed.num_from_journal, 2u);
    options.journal.clear();
    const Comparison whole = compare_kernels({"demo"}, options);
    for (std::size_t k = 0; k < all.size(); ++k) {
        const ContenderScore& a = resumed.datasets[0].scores[k];
        const ContenderScore& b = whole.datasets[0].scores[k];
        EXPECT_EQ(accuracies(a.cv), accuracies(b.cv));
        EXPECT_EQ(a.cv.scores, b.cv.scores);
        EXPECT_EQ(a.rank, b.rank);
    }
}

TEST(Comparison, DoesNotTakeResultsOfOtherOptionsFromItsJournal) {
    const ScratchFolder folder;
    CompareOptions options = small_options();
    options.journal = folder / "j";
    options.contenders.resize(1);
    compare_kernels({"demo"}, options);
    options.contenders[0].grid.H = {1};  // the title is the same
    EXPECT_EQ(compare_kernels({"demo"}, options).num_from_journal, 0u);
    options.run.folds.count = 5;
    EXPECT_THROW(compare_kernels({"demo"}, options), InputError);
}

TEST(Comparison, RefusesAJournalThatIsDamaged) {
    const ScratchFolder folder;
    CompareOptions options = small_options();
    options.journal = folder / "j";
    options.contenders.resize(1);
    compare_kernels({"demo"}, options);
    std::ofstream(folder / "j", std::ios::app) << "{\"key\": 3}\n";
    options.contenders[0].grid.H = {1};
    EXPECT_THROW(compare_kernels({"demo"}, options), InputError);
}

TEST(Comparison, JudgesEverythingBeforeItStarts) {
    CompareOptions options = small_options();
    int results = 0;
    options.on_result = [&](const std::string&) { ++results; };
    EXPECT_THROW(compare_kernels({"demo", "no such folder"}, options), InputError);
    options.contenders.push_back(options.contenders.front());
    EXPECT_THROW(compare_kernels({"demo"}, options), ConfigError);
    options.contenders.back() = {.title = "odd", .grid = {.kernels = {Spec::parse("odd")}}};
    EXPECT_THROW(compare_kernels({"demo"}, options), ConfigError);
    EXPECT_THROW(compare_kernels({}, small_options()), ConfigError);
    EXPECT_EQ(results, 0);
}

TEST(Comparison, WarnsOnceOfADataset) {
    const ScratchFolder folder;
    const std::string few = (folder / "few").string();
    generate_dataset(few, {.num_graphs = 12, .seed = 1});
    CompareOptions options = small_options();
    options.run.folds.count = 8;  // of classes with 6 graphs
    const LogWatch watch;
    compare_kernels({few}, options);
    ASSERT_EQ(watch.warnings.size(), 1U);
    EXPECT_NE(watch.warnings[0].find("fewer graphs than the 8 folds"), std::string::npos);
}

TEST(Comparison, OverDatasetsGivesMeanRanks) {
    const ScratchFolder folder;
    generate_dataset(folder / "more", {.num_graphs = 60, .seed = 1});
    const CompareOptions options = small_options();
    const Comparison comparison = compare_kernels({"demo", (folder / "more").string()}, options);
    EXPECT_EQ(comparison.ranked_datasets, 2u);
    ASSERT_EQ(comparison.standings.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_EQ(
            comparison.standings[k].mean_rank,
            (comparison.datasets[0].scores[k].rank + comparison.datasets[1].scores[k].rank) / 2);
    for (const Standing& standing : comparison.standings)
        EXPECT_FALSE(standing.p_value);  // two datasets prove nothing
    EXPECT_THROW(compare_kernels({"demo", "demo"}, options), ConfigError);
    EXPECT_GT(comparison.critical_difference, 0);
}

TEST(Comparison, OverManyDatasetsTestsTheOthersAgainstTheOneRankedFirst) {
    const ScratchFolder folder;
    std::vector<std::string> sources;
    for (std::uint64_t seed = 0; seed < 7; ++seed) {
        sources.push_back((folder / std::to_string(seed)).string());
        generate_dataset(sources.back(), {.num_graphs = 40, .seed = seed});
    }
    CompareOptions options = small_options();
    options.contenders.clear();
    for (const char* kernel : {"vertex-histogram", "sp", "wl:rounds=3", "edge-histogram"})
        options.contenders.push_back(fixed_contender(Spec::parse(kernel), options.run));
    const Comparison comparison = compare_kernels({sources.begin(), sources.end()}, options);
    std::vector<std::vector<double>> means(4);
    for (const DatasetScores& dataset : comparison.datasets)
        for (std::size_t k = 0; k < 4; ++k) means[k].push_back(dataset.scores[k].cv.mean);
    const auto best = static_cast<std::size_t>(
        std::ranges::min_element(comparison.standings, {}, &Standing::mean_rank) -
        comparison.standings.begin());
    ASSERT_TRUE(best == 1 || best == 2) << "so that there are others on both sides";
    std::vector<double> raw;
    for (std::size_t k = 0; k < 4; ++k)
        if (k != best) raw.push_back(wilcoxon_signed_rank(means[k], means[best]).p_value);
    std::ranges::sort(raw);
    for (std::size_t k = 0; k < 4; ++k) {
        ASSERT_EQ(comparison.standings[k].p_value.has_value(), k != best);
        if (k == best) continue;
        // Holm's: the largest of what those up to it in order have, times how many are left there.
        const double own = wilcoxon_signed_rank(means[k], means[best]).p_value;
        double corrected = 0;
        for (std::size_t i = 0; i < 3 && raw[i] <= own; ++i)
            corrected = std::max(corrected, std::min(1.0, raw[i] * static_cast<double>(3 - i)));
        EXPECT_DOUBLE_EQ(*comparison.standings[k].p_value, corrected) << k;
    }
}

}  // namespace
}  // namespace dhgak
