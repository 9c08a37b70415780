// SPDX-License-Identifier: MIT
#include "paper/reproduce.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "paper/paper_results.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using nlohmann::json;
using testing_support::PlainGraph;

// Thirty small graphs in TU files under a name that the paper has.
void write_dataset(const ScratchFolder& folder, const std::string& name) {
    Random random(1);
    std::string arcs, indicator, labels, classes;
    std::uint32_t first = 1;
    for (int g = 1; g <= 30; ++g) {
        const PlainGraph graph = testing_support::random_graph(random, 7, 2, 3);
        for (const auto& [u, v] : graph.edges) {
            arcs += std::to_string(first + u) + ", " + std::to_string(first + v) + "\n";
            arcs += std::to_string(first + v) + ", " + std::to_string(first + u) + "\n";
        }
        for (const std::uint32_t label : graph.labels) {
            indicator += std::to_string(g) + "\n";
            labels += std::to_string(label) + "\n";
        }
        classes += g % 2 ? "1\n" : "-1\n";
        first += 7;
    }
    const std::string prefix = "data/" + name + "/" + name;
    folder.write(prefix + "_A.txt", arcs);
    folder.write(prefix + "_graph_indicator.txt", indicator);
    folder.write(prefix + "_graph_labels.txt", classes);
    folder.write(prefix + "_node_labels.txt", labels);
}

class Reproduce : public testing::Test {
protected:
    Reproduce() {
        write_dataset(folder_, "MUTAG");
        options_.data = folder_ / "data";
        options_.output = folder_ / "out";
        options_.datasets = {"MUTAG"};
        options_.quick = true;
        options_.nlms = {{.name = "label", .options = {}}};
    }

    json run(const std::string& experiment) {
        options_.experiment = experiment;
        markdown_ = reproduce(options_);
        EXPECT_EQ(read_file(options_.output / (experiment + ".md")), markdown_);
        return json::parse(read_file(options_.output / (experiment + ".json")));
    }

    ScratchFolder folder_;
    ReproduceOptions options_;
    std::string markdown_;
};

TEST(PaperResults, AreThePapers) {
    EXPECT_EQ(paper_datasets("table1").size(), 16U);
    EXPECT_EQ(paper_methods("table1").size(), 11U);
    const auto value = paper_value("table1", "MUTAG", "DHGAK-w2v");
    ASSERT_TRUE(value);
    EXPECT_EQ(value->mean, 90.4);
    EXPECT_EQ(value->std, 4.6);
    EXPECT_FALSE(value->is_adopted);
    EXPECT_TRUE(paper_value("table1", "MUTAG", "WL")->is_adopted);
    EXPECT_TRUE(paper_value("table1", "COLLAB", "GraphQNTK")->is_too_slow);
    EXPECT_EQ(paper_value("table4", "DD", "DHGAK-BERT")->mean, 5456.99);
    EXPECT_EQ(paper_value("table7", "KKI", "GAWL")->std, 23.1);
    EXPECT_FALSE(paper_value("table1", "MUTAG", "nobody"));
    for (const char* table : {"table1", "table3", "table4", "table7"})
        for (const std::string& dataset : paper_datasets(table))
            for (const std::string& method : paper_methods(table))
                EXPECT_TRUE(paper_value(table, dataset, method)) << dataset << ' ' << method;
}

TEST_F(Reproduce, PutsThePapersAccuracyBesideOurs) {
    options_.datasets = {};  // those of the paper, of which only one is there
    const json outcome = run("table1");
    ASSERT_EQ(outcome["rows"].size(), 16U);
    const auto row = std::ranges::find(outcome["rows"], json("MUTAG"),
                                       [](const json& fields) { return fields["dataset"]; });
    const json& results = (*row)["results"];
    EXPECT_EQ(results[0]["method"], "dhgak label");
    EXPECT_EQ(results[0]["configurations"], 18);
    EXPECT_NE(markdown_.find("90.9 ± 4.2"), std::string::npos) << markdown_;
    EXPECT_NE(markdown_.find("optimistic"), std::string::npos);
    EXPECT_NE(markdown_.find("COLLAB | not there"), std::string::npos);
    EXPECT_EQ(markdown_.find("Wilcoxon"), std::string::npos) << "of one dataset says nothing";
}

TEST_F(Reproduce, TriesOtherKernelsOnTheGridsOfTheirPapers) {
    const json outcome = run("table1");
    const json& results = outcome["rows"][0]["results"];
    const auto result_of = [&](const std::string& method) {
        return *std::ranges::find(results, json(method),
                                  [](const json& fields) { return fields["method"]; });
    };
    EXPECT_EQ(result_of("wl")["configurations"], 11);
    EXPECT_EQ(result_of("wl-oa")["configurations"], 8);
    EXPECT_EQ(result_of("fwl")["configurations"], 33);
    EXPECT_EQ(result_of("retgk")["configurations"], 1);
    EXPECT_EQ(result_of("graphqntk")["configurations"], 12);
    EXPECT_EQ(result_of("retgk")["best_of_grid"]["mean"], result_of("retgk")["nested"]["mean"])
        << "one configuration leaves nothing to choose";
    for (const char* method : {"wl", "fwl", "retgk", "graphqntk"}) {
        const json point = result_of(method)["nested"]["point"];
        EXPECT_EQ(point.size(), 1U) << "options of slices: " << point;
        EXPECT_TRUE(result_of(method).contains("paper")) << method;
    }
}

TEST_F(Reproduce, SaysWhichKernelTookTooLong) {
    options_.time_limit = 1e-9;
    run("table1");
    EXPECT_NE(markdown_.find("retgk did not run: retgk reached its time_limit"), std::string::npos);
    options_.time_limit = -1;
    EXPECT_THROW(reproduce(options_), ConfigError);
}

TEST_F(Reproduce, RefusesDatasetsThatAreNotThere) {
    options_.experiment = "table1";
    options_.datasets = {"MUTAG", "MUTAGG"};
    EXPECT_THROW(reproduce(options_), InputError);
    options_.datasets = {};
    options_.data = folder_ / "empty";
    std::filesystem::create_directories(options_.data);
    EXPECT_THROW(reproduce(options_), InputError);
    std::filesystem::create_directories(options_.data / "notes");
    EXPECT_THROW(reproduce(options_), InputError);
    EXPECT_FALSE(std::filesystem::exists(options_.output));
}

TEST_F(Reproduce, RefusesMethodsThatItDoesNotKnow) {
    options_.experiment = "table1";
    ReproduceOptions wrong = options_;
    wrong.kernels = {Spec::parse("dhgak"), Spec::parse("nope")};
    EXPECT_THROW(reproduce(wrong), ConfigError);
    wrong = options_;
    wrong.nlms = {Spec::parse("w2v:colour=red")};
    EXPECT_THROW(reproduce(wrong), ConfigError);
    wrong = options_;
    wrong.kernels = {Spec::parse("dhgak"), Spec::parse("wl"), Spec::parse("wl:rounds=5")};
    EXPECT_THROW(reproduce(wrong), ConfigError);
    EXPECT_FALSE(std::filesystem::exists(options_.output));
}

TEST_F(Reproduce, GoesOnFromItsJournals) {
    const json first = run("table1");
    const std::string journal = read_file(options_.output / "MUTAG.kmeans.jsonl");
    EXPECT_EQ(run("table1"), first);
    EXPECT_EQ(read_file(options_.output / "MUTAG.kmeans.jsonl"), journal);
}

TEST_F(Reproduce, DrawsThePlaneThroughTheBestPoint) {
    EXPECT_EQ(run("fig4")["planes"][0]["points"].size(), 9U);
    const json fig5 = run("fig5");
    EXPECT_EQ(fig5["planes"][0]["points"].size(), 24U);
    EXPECT_NE(markdown_.find("| b \\ alpha |"), std::string::npos) << markdown_;
    EXPECT_EQ(run("fig6")["planes"][0]["points"].size(), 5U);
}

TEST_F(Reproduce, MeasuresTime) {
    const json outcome = run("table4");
    EXPECT_GT(outcome["measurements"].size(), 1U);
    const json& entry = outcome["measurements"][0];
    EXPECT_EQ(entry["dataset"], "MUTAG");
    EXPECT_EQ(run("table4"), outcome);  // measured once
}

TEST_F(Reproduce, TriesOtherClusterings) {
    options_.nlms = {{.name = "label", .options = {}}};
    const json outcome = run("table7");
    const json& results = outcome["rows"][0]["results"];
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[0]["configurations"], 6);  // DBSCAN has no factor
    EXPECT_EQ(results[1]["configurations"], 18);
}

TEST_F(Reproduce, SaysWhatItKnows) {
    EXPECT_THROW(run("table9"), ConfigError);
    EXPECT_EQ(list_experiments().size(), 7U);
    options_.data = folder_ / "nothing";
    EXPECT_THROW(run("table1"), InputError);
}

}  // namespace
}  // namespace dhgak
