// SPDX-License-Identifier: MIT
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace dhgak {
namespace {

using nlohmann::json;

// A model of the demo that all tests share.
class ExplainProgram : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = new ScratchFolder;
        ASSERT_EQ(run_program("fit demo --H 2 --T 2 -o " + path("m.dhgak")).code, 0);
    }
    static void TearDownTestSuite() { delete folder_; }

    static std::string path(const std::string& name) { return (*folder_ / name).string(); }

    static json explain(const std::string& arguments) {
        const Outcome outcome = run_program("explain " + path("m.dhgak") + " demo " + arguments +
                                            " -o " + path("e.json"));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(read_file(*folder_ / "e.json"));
    }

    static ScratchFolder* folder_;
};

ScratchFolder* ExplainProgram::folder_ = nullptr;

TEST_F(ExplainProgram, WritesScoresThatSumUpToDecisions) {
    const json explained = explain("");
    ASSERT_EQ(explained["graphs"].size(), 200U);
    for (const json& graph : explained["graphs"]) {
        const json& function = graph["explanations"][0];
        double sum = function["bias"];
        for (const json& row : function["scores"])
            for (const double score : row) sum += score;
        EXPECT_NEAR(sum, graph["decisions"][0].get<double>(), 1e-9);
        for (const json& cluster : function["clusters"])
            EXPECT_LT(cluster["cluster"].get<std::size_t>(), explained["clusters"].size());
    }
    EXPECT_EQ(explained["most_important"].size(), 2U);
    EXPECT_TRUE(explained["clusters"][0].contains("typical"));
}

TEST_F(ExplainProgram, ExplainsOneGraphAndAPair) {
    const json one = explain("--graph 7 --top 3");
    ASSERT_EQ(one["graphs"].size(), 1U);
    EXPECT_EQ(one["graphs"][0]["graph"], 7);
    EXPECT_EQ(one["graphs"][0]["explanations"][0]["clusters"].size(), 3U);
    const json pair = explain("--pair 3 8");
    double sum = 0;
    for (const json& aligned : pair["aligned"]) sum += aligned[2].get<double>();
    EXPECT_NEAR(sum, pair["kernel"].get<double>(), 1e-9);
}

TEST_F(ExplainProgram, NamesTheRoundsOfRefinedLabels) {
    ASSERT_EQ(run_program("fit demo --refine 0,1 --edges use --H 1 --T 1 -o " + path("two")).code,
              0);
    const Outcome refined =
        run_program("explain " + path("two") + " demo --graph 3 -o " + path("two.json"));
    ASSERT_EQ(refined.code, 0) << refined.err;
    const std::string text = read_file(*folder_ / "two.json");
    for (const char* round : {"labels of round 0", "labels of round 1"})
        EXPECT_NE(text.find(round), std::string::npos) << round;
}

TEST_F(ExplainProgram, RefusesWhatItCannotExplain) {
    const std::string model = path("m.dhgak");
    for (const std::string& arguments :
         {model + " demo --graph 200", model + " demo --pair 3 200", model + " demo --pair 3",
          model + " demo --graph 1 --pair 1 2", model + " nowhere",
          model + " demo --training nowhere", model + " demo -o /nowhere/e.json"}) {
        const Outcome outcome = run_program("explain " + arguments);
        EXPECT_EQ(outcome.code, 2) << arguments << outcome.err;
    }
    ASSERT_EQ(run_program("fit demo --kernel dhw --H 0 --nlm label -o " + path("dhw")).code, 0);
    const Outcome outcome = run_program("explain " + path("dhw") + " demo");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("no explicit features"), std::string::npos) << outcome.err;
}

TEST_F(ExplainProgram, WritesReportsAndFigures) {
    const std::string run = path("run.json");
    ASSERT_EQ(run_program("cv demo --H 1 --T 1 --json " + run).code, 0);
    ASSERT_EQ(run_program("kernel demo --H 1 --T 1 -o " + path("k.npy")).code, 0);
    for (const std::string& input : {run, path("k.npy")}) {
        const Outcome outcome = run_program("plot " + input + " -o " + path("figure.svg"));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(read_file(*folder_ / "figure.svg").substr(0, 4), "<svg");
    }
    EXPECT_EQ(run_program("plot " + run + " -o " + path("figure.pdf")).code, 0);
    EXPECT_EQ(read_file(*folder_ / "figure.pdf").substr(0, 5), "%PDF-");
    const Outcome other = run_program("plot " + run + " -o " + path("figure.png"));
    EXPECT_EQ(other.code, 2);
    EXPECT_NE(other.err.find(".svg or .pdf"), std::string::npos) << other.err;
    const Outcome page =
        run_program("report --model " + path("m.dhgak") + " --data demo -o " + path("page.html"));
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_NE(read_file(*folder_ / "page.html").find("</html>"), std::string::npos);
    // A run of graphs whose classes are not at hand.
    folder_->write("S/S_A.txt", "1, 2\n3, 4\n5, 6\n7, 8\n");
    folder_->write("S/S_graph_indicator.txt", "1\n1\n2\n2\n3\n3\n4\n4\n");
    folder_->write("S/S_graph_labels.txt", "0\n0\n1\n1\n");
    ASSERT_EQ(run_program("cv " + path("S") + " --kernel wl --folds 2 --inner-folds 2 --json " +
                          path("s.json"))
                  .code,
              0);
    std::filesystem::remove(*folder_ / "S/S_graph_labels.txt");
    EXPECT_EQ(
        run_program("report " + path("s.json") + " --data " + path("S") + " -o " + path("s.html"))
            .code,
        0);
    EXPECT_EQ(run_program("plot " + path("m.dhgak") + " -o " + path("x.svg")).code, 2);
    EXPECT_EQ(run_program("report -o " + path("x.html")).code, 2);
    EXPECT_EQ(run_program("report " + path("m.dhgak") + " -o " + path("x.html")).code, 2);
    EXPECT_FALSE(std::filesystem::exists(path("x.html")));
}

TEST_F(ExplainProgram, DrawsWhatIsAskedFor) {
    const std::string run = path("run.json"), figure = path("part.svg");
    ASSERT_EQ(run_program("cv demo --H 1 --T 1 --json " + run).code, 0);
    ASSERT_EQ(run_program("kernel demo --H 1 --T 1 -o " + path("k.npy")).code, 0);
    for (const std::string& arguments :
         {run + " --as confusion", run + " --as roc --data demo",
          run + " --as reliability --data demo", path("k.npy") + " --data demo",
          path("m.dhgak") + " --data demo", path("m.dhgak") + " --as neighbors --data demo",
          path("m.dhgak") + " --as graph --graph 3 --data demo"}) {
        const Outcome outcome = run_program("plot " + arguments + " -o " + figure);
        EXPECT_EQ(outcome.code, 0) << arguments << outcome.err;
        EXPECT_EQ(read_file(*folder_ / "part.svg").substr(0, 4), "<svg") << arguments;
        std::filesystem::remove(figure);
    }
    for (const std::string& arguments :
         {run + " --as roc", run + " --as cake", run + " --as ranks",
          path("m.dhgak") + " --as graph --graph 200 --data demo", run + " --as map --data demo"}) {
        const Outcome outcome = run_program("plot " + arguments + " -o " + figure);
        EXPECT_EQ(outcome.code, 2) << arguments << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(figure));
    }
}

TEST_F(ExplainProgram, ReportsWithNamesOfClasses) {
    folder_->write("names.txt", "class,meta,apart\n");
    const std::string report =
        "report --model " + path("m.dhgak") + " --data demo -o " + path("named.html") + " --names ";
    EXPECT_EQ(run_program(report + path("names.txt")).code, 0);
    EXPECT_NE(read_file(*folder_ / "named.html").find("\"apart\""), std::string::npos);
    folder_->write("names.txt", "class,meta\n");
    const Outcome outcome = run_program(report + path("names.txt"));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("names.txt:1: "), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace dhgak
