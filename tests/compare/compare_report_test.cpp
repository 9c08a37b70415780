// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dhgak/compare/compare.h"
#include "dhgak/core/error.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// Rings of ten sizes, four of each, that differ in their edge labels alone.
std::string write_rings(const ScratchFolder& folder) {
    std::string arcs, labels, graphs, nodes, classes;
    int first = 1;
    for (int g = 0; g < 40; ++g) {
        const int size = 4 + g / 4;
        for (int v = 0; v < size; ++v) {
            const int a = first + v, b = first + (v + 1) % size;
            arcs += fmt::format("{}, {}\n{}, {}\n", a, b, b, a);
            labels += v < g % 4 ? "2\n2\n" : "1\n1\n";
            graphs += fmt::format("{}\n", g + 1);
            nodes += "6\n";
        }
        first += size;
        classes += g % 2 == 0 ? "0\n" : "1\n";
    }
    folder.write("RINGS/RINGS_A.txt", arcs);
    folder.write("RINGS/RINGS_edge_labels.txt", labels);
    folder.write("RINGS/RINGS_graph_indicator.txt", graphs);
    folder.write("RINGS/RINGS_node_labels.txt", nodes);
    folder.write("RINGS/RINGS_graph_labels.txt", classes);
    return (folder / "RINGS").string();
}

CompareOptions options_of(const std::string& kernels) {
    CompareOptions options;
    options.run.learn.inner_folds = 2;
    options.run.learn.C = {1};
    options.run.folds.count = 4;
    options.run.kernel.align.slices.H = 1;
    options.run.kernel.align.cluster_factor = 0.5;
    options.run.kernel.align.refine = {0, 1};
    options.run.kernel.align.edge_labels = true;
    for (const Spec& kernel : Spec::parse_list(kernels))
        options.contenders.push_back(fixed_contender(kernel, options.run));
    return options;
}

TEST(ComparedFolds, CallGraphsEqualThatSomeContenderCannotTellApart) {
    const ScratchFolder folder;
    const std::string rings = write_rings(folder);
    const auto straddling = [&](const std::string& kernels, bool grouped) {
        CompareOptions options = options_of(kernels);
        options.run.folds.group_duplicates = grouped;
        return compare_kernels({rings}, options).datasets[0].straddling;
    };
    EXPECT_EQ(straddling("dhgak-oa,wl:edges=yes", false), 0U);
    EXPECT_GT(straddling("wl:rounds=1", false), 0U);
    for (const char* kernels : {"dhgak-oa,wl:rounds=1", "wl:rounds=1,dhgak-oa"}) {
        EXPECT_EQ(straddling(kernels, false), straddling("wl:rounds=1", false)) << kernels;
        EXPECT_EQ(straddling(kernels, true), 0U) << kernels;
    }
    // Grouped by what all see, which is more than one of them sees.
    CompareOptions options = options_of("dhgak-oa,wl:rounds=1");
    Contender mixed = {.title = "mixed", .grid = options.contenders.front().grid};
    mixed.grid.refine = {{0}, {0, 1}};
    options.contenders = {mixed};
    EXPECT_EQ(compare_kernels({rings}, options).datasets[0].straddling,
              straddling("wl:rounds=1", false));
}

TEST(ComparisonReport, NamesTheOptionsOfSlicesWhereAContenderHasSlices) {
    const Comparison comparison = compare_kernels({"demo"}, options_of("wl:rounds=1,dhgak-oa"));
    const std::string slices =
        "slices: nlm=w2v H=1 b=0 alpha=0.6 cluster=kmeans cluster_factor=0.5 T=3 refine=0,1 "
        "edges=use\n";
    EXPECT_TRUE(contains(to_document(comparison).as_text(), slices));
    EXPECT_TRUE(contains(to_document(comparison).as_markdown(), slices));
    const json config = json::parse(to_json(comparison))["config"];
    EXPECT_EQ(config["H"], 1);
    EXPECT_EQ(config["alpha"], 0.6);
    EXPECT_EQ(config["refine"], "0,1");
    EXPECT_EQ(config["edges"], "use");
    EXPECT_EQ(config["cluster_factor"], 0.5);
    EXPECT_EQ(config["folds"], 4);

    CompareOptions options;
    options.run.learn.inner_folds = 2;
    options.run.learn.C = {1};
    options.run.folds.count = 3;
    options.contenders = {fixed_contender(Spec::parse("wl:rounds=1"), options.run)};
    const Comparison plain = compare_kernels({"demo"}, options);
    EXPECT_FALSE(contains(to_document(plain).as_text(), "slices"));
    EXPECT_FALSE(json::parse(to_json(plain))["config"].contains("H"));
}

TEST(ComparisonReport, SaysOfEachKernelWhetherItUsedEdgeLabels) {
    const Comparison comparison =
        compare_kernels({"demo"}, options_of("wl:rounds=1,dhgak-oa,wl:edges=yes"));
    EXPECT_TRUE(contains(
        to_document(comparison).as_text(),
        "\nedge labels (3 kinds) are used by dhgak-oa, wl:edges=yes; not by wl:rounds=1\n"));
    const json dataset = json::parse(to_json(comparison))["datasets"][0];
    EXPECT_EQ(dataset["edge_labels"], 3);
    std::vector<bool> used;
    for (const json& score : dataset["scores"]) used.push_back(score["edge_labels_used"]);
    EXPECT_EQ(used, (std::vector<bool>{false, true, true}));
}

TEST(ComparisonReport, SaysWhichKernelsUsedAttributes) {
    const ScratchFolder folder;
    const std::string rings = write_rings(folder);
    std::filesystem::remove(folder / "RINGS/RINGS_node_labels.txt");
    std::string attributes;
    for (int g = 0; g < 40; ++g)
        for (int v = 0; v < 4 + g / 4; ++v) attributes += fmt::format("{}.5, {}\n", v, g % 2);
    folder.write("RINGS/RINGS_node_attributes.txt", attributes);
    const auto report_of = [&](const std::string& kernels) {
        return to_document(compare_kernels({rings}, options_of(kernels))).as_text();
    };
    const std::string some = report_of("wl:rounds=1,retgk:attributes=yes");
    EXPECT_TRUE(contains(some, "\nno node labels (1 degrees instead)\n"));
    EXPECT_TRUE(contains(some,
                         "\nnode attributes (2 columns) are used by retgk:attributes=yes; "
                         "not by wl:rounds=1\n"));
    EXPECT_TRUE(
        contains(report_of("wl:rounds=1"),
                 "\nnode attributes (2 columns) are there and not used by these kernels\n"));
}

TEST(ComparisonReport, SaysThatThereAreNoEdgeLabels) {
    const ScratchFolder folder;
    const std::string rings = write_rings(folder);
    std::filesystem::remove(folder / "RINGS/RINGS_edge_labels.txt");
    const Comparison comparison = compare_kernels({rings}, options_of("wl:rounds=1,dhgak-oa"));
    EXPECT_TRUE(contains(to_document(comparison).as_text(),
                         "\nthere are no edge labels that could be used\n"));
    const json dataset = json::parse(to_json(comparison))["datasets"][0];
    EXPECT_EQ(dataset["edge_labels"], 0);
    for (const json& score : dataset["scores"]) EXPECT_FALSE(score["edge_labels_used"]);
}

TEST(ComparisonReport, HasEveryPredictionByTheNumberInTheFile) {
    const ScratchFolder folder;
    const std::string rings = write_rings(folder);
    const json run = json::parse(to_json(compare_kernels({rings}, options_of("wl:edges=yes,sp"))));
    EXPECT_EQ(run["seed"], 0);
    EXPECT_GT(run["peak_bytes"], 0);
    EXPECT_GT(run["seconds"]["total"], 0.0);
    for (const json& score : run["datasets"][0]["scores"]) {
        std::vector<int> graphs;
        for (const json& fold : score["folds"]) {
            std::size_t right = 0;
            for (const json& said : fold["predictions"]) {
                graphs.push_back(said["graph"]);
                right += said["class"] == (graphs.back() % 2 == 0 ? "0" : "1");
            }
            EXPECT_DOUBLE_EQ(fold["accuracy"], static_cast<double>(right) /
                                                   static_cast<double>(fold["predictions"].size()));
        }
        std::ranges::sort(graphs);
        std::vector<int> expected(40);
        std::iota(expected.begin(), expected.end(), 0);
        EXPECT_EQ(graphs, expected);
    }
}

CompareOptions tuned_options() {
    CompareOptions options = options_of("sp");
    Grid slices = options.contenders.front().grid;
    slices.H = {0, 2};
    slices.refine = {{0}, {0, 1}};
    options.contenders.push_back(tuned_contender(Spec::parse("dhgak-oa"), slices));
    Contender wl = {.title = "wl", .grid = {}};
    wl.grid.kernels = Spec::parse_list("wl:rounds=0,wl:rounds=2");
    options.contenders.push_back(wl);
    return options;
}

TEST(ComparisonReport, SaysWhatFoldsChose) {
    const Comparison comparison = compare_kernels({"demo"}, tuned_options());
    const json run = json::parse(to_json(comparison));
    EXPECT_EQ(run["config"]["H"], json({0, 2}));
    EXPECT_EQ(run["config"]["refine"], json({"0", "0,1"}));
    EXPECT_EQ(run["config"]["b"], 0);
    const json& scores = run["datasets"][0]["scores"];
    EXPECT_EQ(scores[0]["chosen"], json::parse(R"([{"point": {"kernel": "sp"}, "folds": 4}])"));
    for (const json& score : scores) {
        int folds = 0, most = 4;
        for (const json& chosen : score["chosen"]) {
            folds += chosen["folds"].get<int>();
            EXPECT_LE(chosen["folds"], most);
            most = chosen["folds"];
        }
        EXPECT_EQ(folds, 4) << score;
    }
    const std::string text = to_document(comparison).as_text();
    EXPECT_TRUE(contains(text, "H=0,2 b=0 ")) << text;
    EXPECT_TRUE(contains(text, " refine=0/0,1 edges=use; inner folds choose\n")) << text;
    EXPECT_TRUE(contains(text, "  chosen most often\n")) << text;
    EXPECT_TRUE(contains(text, "  wl:rounds=")) << text;
    // Single nodes tell nothing in demo.
    EXPECT_TRUE(contains(text, "  H=2 refine=0,1 edges=use (4 of 4 folds)\n")) << text;
    EXPECT_FALSE(contains(text, "alpha=0.6 (")) << text;  // there was no choice
}

TEST(ComparisonReport, IsTheSameFromAJournal) {
    const ScratchFolder folder;
    CompareOptions options = tuned_options();
    options.journal = folder / "j";
    const auto reports = [&](std::size_t from_journal) {
        Comparison comparison = compare_kernels({"demo"}, options);
        EXPECT_EQ(comparison.num_from_journal, from_journal);
        comparison.num_from_journal = 0;
        return to_json(comparison) + to_document(comparison).as_markdown();
    };
    const std::string first = reports(0);
    EXPECT_EQ(reports(3), first);
}

TEST(ComparisonJournal, OfAnOlderFormatIsRefused) {
    const ScratchFolder folder;
    CompareOptions options = tuned_options();
    options.contenders.resize(1);
    options.journal = folder / "j";
    compare_kernels({"demo"}, options);
    std::string text = folder.read("j");
    const std::string format = R"("format":2,)";
    ASSERT_NE(text.find(format), std::string::npos) << text;
    folder.write("j", text.erase(text.find(format), format.size()));
    EXPECT_TRUE(contains(message_of<InputError>([&] { compare_kernels({"demo"}, options); }),
                         "its format is null"));
}

TEST(ComparisonJournal, RefusesAChoiceThatTheContenderDoesNotHave) {
    const ScratchFolder folder;
    CompareOptions options = tuned_options();
    options.contenders.resize(1);
    options.journal = folder / "j";
    compare_kernels({"demo"}, options);
    std::string text = folder.read("j");
    const std::string chosen = R"("chosen":[0)";
    ASSERT_NE(text.find(chosen), std::string::npos) << text;
    folder.write("j", text.replace(text.find(chosen), chosen.size(), R"("chosen":[7)"));
    EXPECT_THROW(compare_kernels({"demo"}, options), InputError);
}

TEST(Contenders, MayNotBeOneKernelInTwoSpellings) {
    for (const char* kernels : {"wl,wl:rounds=5", "sp,wl-oa:edges=no,wl-oa"}) {
        CompareOptions options = options_of(kernels);
        EXPECT_TRUE(contains(message_of<ConfigError>([&] { compare_kernels({"demo"}, options); }),
                             "are the same configuration"))
            << kernels;
    }
    // One that is chosen for is another contender.
    CompareOptions options = options_of("wl:rounds=2");
    Contender tuned = {.title = "wl", .grid = {}};
    tuned.grid.kernels = Spec::parse_list("wl:rounds=0,wl:rounds=2");
    options.contenders.push_back(tuned);
    EXPECT_NO_THROW(compare_kernels({"demo"}, options));
}

TEST(Comparison, KnowsWhetherThereIsAnyResult) {
    CompareOptions options = options_of("wwl:nodes=attributes,wl:rounds=1");
    EXPECT_TRUE(has_result(compare_kernels({"demo"}, options)));
    options.contenders.resize(1);
    const Comparison none = compare_kernels({"demo"}, options);
    EXPECT_FALSE(has_result(none));
    const std::string text = to_document(none).as_text();
    EXPECT_TRUE(contains(text, "wwl:nodes=attributes has no result: ")) << text;
    EXPECT_FALSE(contains(text, "rank")) << text;
}

}  // namespace
}  // namespace dhgak
