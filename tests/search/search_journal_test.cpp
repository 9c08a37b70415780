// SPDX-License-Identifier: MIT
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "search/small_search.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

// One configuration, with a journal.
SearchOptions one_point(const ScratchFolder& folder) {
    SearchOptions options = small_options();
    options.grid = {.H = {2}, .b = {0}, .alpha = {0.6f}, .cluster_factors = {1}};
    options.journal = folder / "j";
    return options;
}

TEST(SearchJournal, IsGoneOnFromWithoutRepeating) {
    const Dataset dataset = labelled_graphs(32, 0.5, 8);
    for (const bool inductive : {false, true}) {
        const ScratchFolder folder;
        SearchOptions options = small_options();
        options.run.folds.inductive = inductive;
        const SearchResult expected = search_all(dataset, options);
        options.journal = folder / "j";
        // Stopped after the tenth result, as Ctrl-C does it.
        std::size_t calls = 0;
        options.on_result = [&](const SearchStatus&) {
            if (++calls == 10) request_interrupt();
        };
        EXPECT_THROW(search_all(dataset, options), Interrupted);
        clear_interrupt();
        const std::size_t before = calls;
        const SearchResult result = search_all(dataset, options);
        EXPECT_TRUE(same(result, expected));
        EXPECT_EQ(calls, inductive ? 64U * 4 : 64U);
        EXPECT_GE(before, 10U);
        // All known: nothing is evaluated, the journal does not grow.
        const std::string journal = read_file(options.journal);
        EXPECT_TRUE(same(search_all(dataset, options), expected));
        EXPECT_EQ(read_file(options.journal), journal);
    }
}

TEST(SearchJournal, IsRefusedForAnotherDatasetOrProtocol) {
    const ScratchFolder folder;
    const Dataset dataset = labelled_graphs(24, 0.5, 9);
    const SearchOptions options = one_point(folder);
    search_all(dataset, options);
    const auto reason = [&](const Dataset& data, const SearchOptions& changed) -> std::string {
        try {
            search_all(data, changed);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(reason(dataset, options), "accepted");
    EXPECT_NE(reason(labelled_graphs(24, 0.5, 10), options).find("dataset"), std::string::npos);
    SearchOptions changed = options;
    changed.run.seed = 6;
    EXPECT_NE(reason(dataset, changed).find("seed"), std::string::npos);
    changed = options;
    changed.run.folds.count = 3;
    EXPECT_NE(reason(dataset, changed).find("folds"), std::string::npos);
    changed = options;
    changed.run.folds.inductive = true;
    EXPECT_NE(reason(dataset, changed).find("inductive"), std::string::npos);
    changed = options;
    changed.run.resources.memory = std::size_t{4} << 30;  // decides the codebook
    EXPECT_NE(reason(dataset, changed).find("memory"), std::string::npos);
    changed = options;
    changed.run.resources.device = "cpu";
    EXPECT_NE(reason(dataset, changed).find("device"), std::string::npos);
    // A larger grid goes on with the same journal.
    changed = options;
    changed.grid.H = {1, 2, 5};
    EXPECT_EQ(reason(dataset, changed), "accepted");
}

TEST(SearchJournal, IsRefusedForOtherTrainingGraphs) {
    const ScratchFolder folder;
    const Dataset dataset = labelled_graphs(24, 0.5, 9);
    const SearchOptions options = one_point(folder);
    const auto folds_without = [&](std::size_t left_out) {
        std::vector<Split> splits(1);
        for (std::size_t g = 0; g < 24; ++g)
            if (g < 6)
                splits[0].test.push_back(g);
            else if (g != left_out)
                splits[0].train.push_back(g);
        return make_outer_folds(dataset.targets, options.run.folds, options.run.learn,
                                options.run.seed, {.splits = splits});
    };
    search_grid(dataset, folds_without(10), options);
    EXPECT_NO_THROW(search_grid(dataset, folds_without(10), options));
    // Of the same class, so that the numbers of inner folds are the same.
    std::size_t other = 11;
    while (dataset.targets.classes[other] != dataset.targets.classes[10]) ++other;
    EXPECT_THROW(search_grid(dataset, folds_without(other), options), InputError);
    std::vector<OuterFold> folds = folds_without(10);
    folds[0].choosing.back() = 10;
    EXPECT_THROW(search_grid(dataset, folds, options), InputError);
}

TEST(SearchJournal, IsNamedWithTheLineThatIsBroken) {
    const ScratchFolder folder;
    const Dataset dataset = labelled_graphs(24, 0.5, 9);
    const SearchOptions options = one_point(folder);
    search_all(dataset, options);
    std::ofstream(options.journal, std::ios::app) << "{\"point\":{},\"folds\":[{\"fold\":9}]}\n";
    try {
        search_all(dataset, options);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("j:3"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace dhgak
