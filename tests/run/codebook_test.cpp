// SPDX-License-Identifier: MIT
#include "run/codebook.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/graph/stream.h"
#include "dhgak/pipeline.h"
#include "dhgak/run/model.h"
#include "graph/demo.h"
#include "run/fit_in_blocks.h"
#include "run/survey.h"
#include "support/scratch_folder.h"
#include "support/small_run.h"

namespace dhgak {
namespace {

RunOptions small_run(std::size_t codebook_graphs, const std::string& kernel = "dhgak-oa") {
    RunOptions options = testing_support::small_run(kernel, "linear");
    options.kernel.codebook_graphs = codebook_graphs;
    return options;
}

// The demo with its classes in the order that files give them.
Dataset some_graphs() {
    const Dataset demo = make_demo_dataset();
    return concatenate({&demo, 1});
}

GraphBlocks in_blocks(const Dataset& dataset, std::size_t size) {
    return [&dataset, size](const auto& use) {
        const auto stream = stream_of(dataset, size);
        while (const std::optional<Dataset> block = stream->next()) use(*block);
    };
}

void expect_same(const SparseMatrix& a, const SparseMatrix& b) {
    EXPECT_EQ(a.num_cols, b.num_cols);
    EXPECT_EQ(a.row_offsets, b.row_offsets);
    EXPECT_EQ(a.columns, b.columns);
    EXPECT_EQ(a.values, b.values);
}

std::string bytes_of(const Model& model) {
    const ScratchFolder folder;
    const auto path = folder.path() / "model.dhgak";
    model.save(path);
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Codebook, OfAllGraphsIsAPlainFit) {
    const Dataset demo = make_demo_dataset();
    for (const auto& [kernel, refine] :
         {std::pair("dhgak-oa", "0"), std::pair("dhgak", "0"), std::pair("dhgak-oa", "0,2")}) {
        RunOptions options = small_run(0, kernel);
        options.kernel.align.refine = parse_rounds(refine);
        const auto run = resolve(options);
        StageTimes times;
        const auto plain = run.kernel->fit(demo, {times});
        for (const std::size_t block : {7, 64, 1000}) {
            const auto applied = plain->with_training_graphs(in_blocks(demo, block));
            EXPECT_EQ(applied->num_training_graphs(), demo.num_graphs());
            for (int level = 0; level <= plain->level(); ++level)
                EXPECT_EQ(applied->num_feature_entries(level), plain->num_feature_entries(level));
            expect_same(applied->training_features(), plain->training_features());
            EXPECT_TRUE(std::ranges::equal(applied->gram().values(), plain->gram().values()));
        }
    }
}

TEST(Codebook, KnowsNothingOfTheOtherGraphs) {
    const Dataset demo = make_demo_dataset();
    const auto run = resolve(small_run(20));
    StageTimes times;
    const auto [kernel, codebook] = fit_on_codebook(*run.kernel, demo, run.options, {times});
    EXPECT_EQ(codebook.graphs, 20U);
    EXPECT_EQ(codebook.rest, demo.num_graphs() - 20);
    EXPECT_EQ(kernel->num_training_graphs(), demo.num_graphs());
    const auto alone =
        run.kernel->fit(subset(demo, codebook_graphs(demo.targets.classes, 20, run.options)),
                        {.times = times, .cluster_graphs = demo.num_graphs()});
    EXPECT_EQ(kernel->num_columns(), alone->num_columns());
}

TEST(Codebook, HasAsManyClustersAsAllGraphsWould) {
    const Dataset demo = make_demo_dataset();
    StageTimes times;
    const auto clusters = [&](const std::string& kernel, std::size_t codebook_graphs) {
        RunOptions options = small_run(codebook_graphs, kernel);
        options.kernel.align.cluster_factor = 0.1;
        const auto run = resolve(options);
        return fit_on_codebook(*run.kernel, demo, run.options, {times}).kernel->num_columns();
    };
    EXPECT_EQ(clusters("dhgak", 100), clusters("dhgak", 0));
    EXPECT_EQ(cluster_graphs(small_run(50), 200, 50), 200U);
    EXPECT_EQ(cluster_graphs(small_run(50), 10 * kCodebookGraphs, 50), kCodebookGraphs);
    EXPECT_EQ(cluster_graphs(small_run(0), 200, 50), 50U);
}

TEST(Codebook, HasEachClassWithItsShare) {
    const Dataset demo = make_demo_dataset();
    const auto chosen = codebook_graphs(demo.targets.classes, 50, small_run(50));
    ASSERT_EQ(chosen.size(), 50U);
    EXPECT_TRUE(std::ranges::is_sorted(chosen));
    const auto share = [&](auto graph_class) {
        return 50.0 * static_cast<double>(std::ranges::count(demo.targets.classes, graph_class)) /
               static_cast<double>(demo.num_graphs());
    };
    for (const std::uint32_t c : {0U, 1U})
        EXPECT_NEAR(static_cast<double>(std::ranges::count_if(
                        chosen, [&](std::size_t g) { return demo.targets.classes[g] == c; })),
                    share(c), 1);
}

TEST(Codebook, IsLimitedByGraphsAndByNodes) {
    const auto run = resolve(small_run(0)), asked = resolve(small_run(300));
    const auto size = [](const auto& of, std::size_t graphs, std::size_t nodes) {
        return codebook_size(*of.kernel, of.options, graphs, nodes);
    };
    EXPECT_EQ(size(run, 1000, 20000), 1000U);
    EXPECT_EQ(size(run, 10 * kCodebookGraphs, kCodebookNodes), kCodebookGraphs);
    EXPECT_EQ(size(run, 5000, 5 * kCodebookNodes), 1000U);
    EXPECT_EQ(size(run, 1, 2 * kCodebookNodes), 1U);
    EXPECT_EQ(size(asked, 1000, 20000), 300U);
    EXPECT_EQ(size(asked, 200, 20000), 200U);
    const auto colours = resolve({.kernel = {.method = Spec::parse("wl")}});
    EXPECT_EQ(size(colours, 10 * kCodebookGraphs, 1), 10 * kCodebookGraphs);
}

TEST(Codebook, IsRefusedByKernelsWithoutClusters) {
    EXPECT_THROW(resolve(small_run(10, "wl")), ConfigError);
}

TEST(Codebook, IsReported) {
    const Dataset demo = make_demo_dataset();
    const Report report = evaluate(demo, resolve(small_run(40)));
    ASSERT_TRUE(report.evaluation);
    EXPECT_EQ(report.evaluation->codebook.graphs, 40U);
    EXPECT_GT(report.evaluation->cv.mean, 0.6);
    EXPECT_NE(to_table(report).find("learned from 40 graphs"), std::string::npos);
    EXPECT_NE(to_json(report).find("\"codebook\""), std::string::npos);
}

// The classes inside a test fold are exchanged: decisions about its graphs must not move.
TEST(Codebook, IsNotChosenByTheClassesOfTestGraphs) {
    const Dataset demo = make_demo_dataset();
    const ScratchFolder folder;
    RunOptions options = small_run(40);
    options.folds.splits = folder / "folds";
    std::ofstream folds(options.folds.splits);
    for (std::size_t g = 0; g < demo.num_graphs(); ++g) folds << g % 3 << '\n';
    folds.close();
    const auto before = evaluate(demo, resolve(options)).evaluation->cv.folds;
    for (std::size_t f = 0; f < 3; ++f) {
        Dataset changed = demo;
        for (std::size_t g = f; g < demo.num_graphs(); g += 3)
            changed.targets.classes[g] = 1 - changed.targets.classes[g];
        const auto after = evaluate(changed, resolve(options)).evaluation->cv.folds;
        EXPECT_EQ(after[f].decisions, before[f].decisions);
        EXPECT_EQ(after[f].C, before[f].C);
    }
}

TEST(Codebook, GivesTheSameBitsOnAnyNumberOfThreads) {
    const Dataset demo = make_demo_dataset();
    const auto run = resolve(small_run(40));
    std::string first;
    for (const std::size_t threads : {1, 3}) {
        set_num_threads(threads);
        const std::string bytes = bytes_of(Model::fit(run, demo, {.probability = true}));
        if (first.empty()) first = bytes;
        EXPECT_TRUE(bytes == first);
    }
    set_num_threads(0);
}

// What is read in blocks is what would have been read whole.
TEST(ModelOfBlocks, IsTheModelOfTheDataset) {
    Dataset demo = some_graphs();
    demo.targets.classes[3] = demo.targets.classes[17] = kUnknownClass;
    for (const auto& [codebook, refine] :
         {std::pair(0, "0"), std::pair(40, "0"), std::pair(40, "0,1")}) {
        RunOptions options = small_run(static_cast<std::size_t>(codebook));
        options.kernel.align.refine = parse_rounds(refine);
        const auto run = resolve(options);
        StageTimes times;
        DatasetSummary seen;
        const Model whole = Model::fit(run, demo);
        const Model blocks = fit_in_blocks(run, in_blocks(demo, 30), false, times, seen);
        EXPECT_TRUE(bytes_of(blocks) == bytes_of(whole)) << codebook;
        EXPECT_EQ(seen.graphs, demo.num_graphs());
        EXPECT_EQ(seen.unknown_classes, 2U);
    }
}

TEST(Codebook, IsNamedWhereATrainingGraphHasLabelsThatItLacks) {
    Dataset demo = some_graphs();
    const RunOptions options = small_run(20);
    const auto chosen = codebook_graphs(demo.targets.classes, 20, options);
    std::size_t other = 0;
    while (std::ranges::count(chosen, other) > 0) ++other;
    demo.label_names.push_back("Xx");
    demo.node_labels[demo.node_offsets[other]] = static_cast<std::uint32_t>(demo.num_labels()) - 1;
    const Model model = Model::fit(resolve(options), demo);
    NewGraphNotes notes;
    model.predict(demo, notes);
    EXPECT_EQ(notes.codebook_graphs, 20U);
    EXPECT_EQ(notes.unknown_label_nodes, 1U);
    EXPECT_EQ(notes.unknown_labels, std::set<std::string>{"Xx"});

    NewGraphNotes of_all;
    Model::fit(resolve(small_run(0)), demo).predict(demo, of_all);
    EXPECT_EQ(of_all.codebook_graphs, 0U);
    EXPECT_EQ(of_all.unknown_label_nodes, 0U);
}

TEST(ModelOfBlocks, NeedsClasses) {
    Dataset demo = some_graphs();
    std::ranges::fill(demo.targets.classes, kUnknownClass);
    StageTimes times;
    DatasetSummary seen;
    const auto run = resolve(small_run(40));
    EXPECT_THROW(fit_in_blocks(run, in_blocks(demo, 30), false, times, seen), InputError);
    std::ranges::fill(demo.targets.classes, 1U);
    EXPECT_THROW(fit_in_blocks(run, in_blocks(demo, 30), false, times, seen), InputError);
}

TEST(Survey, TellsWhatTheWholeDatasetWould) {
    const Dataset demo = some_graphs();
    const Survey found = survey(in_blocks(demo, 9));
    const DatasetSummary whole = summarize(demo);
    EXPECT_EQ(found.summary.graphs, whole.graphs);
    EXPECT_EQ(found.summary.nodes, whole.nodes);
    EXPECT_EQ(found.summary.edges, whole.edges);
    EXPECT_EQ(found.summary.labels, whole.labels);
    EXPECT_EQ(found.summary.edge_labels, whole.edge_labels);
    EXPECT_EQ(found.summary.class_names, whole.class_names);
    EXPECT_EQ(found.summary.majority, whole.majority);
    EXPECT_EQ(found.classes, demo.targets.classes);
}

}  // namespace
}  // namespace dhgak
