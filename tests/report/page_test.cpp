// SPDX-License-Identifier: MIT
#include "dhgak/report/report_page.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "dhgak/graph/builder.h"
#include "dhgak/pipeline.h"
#include "dhgak/report/figure.h"
#include "graph/demo.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using nlohmann::json;

const std::string kHostile = "</script><script>alert(1)</script>\n\"'&<!--\u202e";

RunOptions small_run() {
    RunOptions options;
    options.kernel.align.slices.H = 1;
    options.kernel.align.T = 1;
    options.kernel.align.cluster_factor = 0.5;
    options.learn.inner_folds = 2;
    options.learn.C = {1};
    options.folds.count = 3;
    return options;
}

// Chains whose labels, classes and name are texts that would do harm in a page.
Dataset hostile_graphs(std::size_t num_graphs, std::size_t num_labels) {
    DatasetBuilder builder(kHostile);
    for (std::size_t g = 0; g < num_graphs; ++g) {
        GraphInput graph;
        for (std::size_t v = 0; v < 4; ++v)
            graph.labels.push_back(kHostile + std::to_string((g * 4 + v) % num_labels));
        for (std::uint32_t v = 0; v < 3; ++v) graph.edges.push_back({v, v + 1});
        graph.graph_class = kHostile + std::to_string(g % 2);
        builder.add_graph(graph);
    }
    return builder.build();
}

ReportInput input_of(const Dataset& data, bool with_model = true) {
    ReportInput input;
    input.data = data;
    const Run run = resolve(small_run());
    input.runs.push_back({"run", to_json(evaluate(data, run))});
    if (with_model) input.model = Model::fit(run, data);
    return input;
}

json facts_of(const std::string& page) {
    const std::string start = "id=\"facts\">";
    const std::size_t begin = page.find(start) + start.size();
    return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++found;
    return found;
}

// Numbers in a text of pack().
std::size_t count_packed(const std::string& text) {
    return (text.size() - 1) / static_cast<std::size_t>(text[0] - '0');
}

class ReportPage : public testing::Test {
protected:
    void SetUp() override {
        if (!has_chart_library()) GTEST_SKIP() << "built without d3";
    }
};

TEST_F(ReportPage, HoldsRunsDataMapAndExplanationsOfTheDemo) {
    const std::string page = report_page(input_of(make_demo_dataset()));
    const json facts = facts_of(page);
    EXPECT_EQ(facts["data"]["graphs"], 200);
    EXPECT_EQ(facts["runs"][0]["folds"].size(), 3U);
    EXPECT_EQ(facts["runs"][0]["curves"]["roc"].back(), json({1.0, 1.0}));
    const json& graphs = facts["graphs"];
    ASSERT_EQ(graphs["graphs"].size(), 200U);
    for (const json& graph : graphs["graphs"]) {
        EXPECT_EQ(count_packed(graph["xy"]), 2 * graph["n"].get<std::size_t>());
        EXPECT_EQ(count_packed(graph["l"]), graph["n"]);
        EXPECT_EQ(count_packed(graph["x"]["s"]), graph["n"]);
        EXPECT_EQ(graph["k"].size(), 5U);
        EXPECT_TRUE(graph.contains("p"));
    }
    EXPECT_EQ(graphs["important"].size(), 2U);
    const json& typical = graphs["clusters"][0]["typical"];
    EXPECT_EQ(count_packed(typical["xy"]), 2 * typical["labels"].size());
    EXPECT_EQ(graphs["gram"]["digits"].get<std::string>().size(), 2U * 160 * 160);
    EXPECT_LT(page.size(), 1500000U);
    EXPECT_EQ(count(page, "src="), count(page, "img-src"));  // nothing is fetched
}

// What further experiments find again is one cluster, and most graphs keep several.
TEST_F(ReportPage, UnitesTheRepeatsOfAClusterAndNamesItsGraphs) {
    const Dataset demo = make_demo_dataset();
    RunOptions options = small_run();
    options.kernel.align.T = 3;
    ReportInput input = {.data = demo};
    input.model = Model::fit(resolve(options), demo);
    const json graphs = facts_of(report_page(input))["graphs"];
    std::size_t united = 0, several = 0;
    for (const json& graph : graphs["graphs"]) {
        std::set<int> numbers;
        for (const json& column : graph["x"]["c"]) {
            numbers.insert(column[1].get<int>());
            united += column[3].get<int>() > 1;
        }
        EXPECT_EQ(numbers.size(), graph["x"]["c"].size());
        several += numbers.size() >= 4;
    }
    EXPECT_GT(united, 100U);
    EXPECT_GT(several, 100U);
    for (const json& of_class : graphs["important"])
        for (const json& entry : of_class["clusters"]) {
            ASSERT_EQ(entry.size(), 5U);
            const json& cluster = graphs["clusters"][entry[0].get<std::size_t>()];
            std::size_t holders = 0;  // the model's own training graphs are shown
            for (std::size_t c = 0; c < 2; ++c)
                holders += static_cast<std::size_t>(
                    std::lround(100 * cluster["share_of_graphs"][c].get<double>()));
            EXPECT_EQ(count_packed(entry[4]), holders);
        }
}

// Of thinned data the examples of a cluster may be none of those shown.
TEST_F(ReportPage, DrawsAnExampleOfEachCluster) {
    ReportInput input = input_of(make_demo_dataset());
    input.limits = {.graphs = 10, .drawn_nodes = 100000, .gram = 10, .clusters = 60, .labels = 5};
    const json graphs = facts_of(report_page(input))["graphs"];
    std::set<std::size_t> drawn;
    for (const char* list : {"graphs", "examples"})
        for (const json& graph : graphs[list])
            if (graph.contains("xy")) drawn.insert(graph["id"].get<std::size_t>());
    EXPECT_GT(drawn.size(), 10U);
    for (const json& cluster : graphs["clusters"])
        EXPECT_TRUE(std::ranges::any_of(cluster["examples"], [&](const json& example) {
            return drawn.contains(example["graph"].get<std::size_t>());
        }));
}

TEST_F(ReportPage, HasTheDecisionsOfFoldsAndTwoMaps) {
    const json facts = facts_of(report_page(input_of(make_demo_dataset())));
    EXPECT_EQ(count_packed(facts["runs"][0]["decisions"]["d"]), 200U);
    EXPECT_EQ(facts["runs"][0]["decisions"]["second"].get<std::string>().size(), 200U);
    for (const json& graph : facts["graphs"]["graphs"]) {
        EXPECT_EQ(graph["u"].size(), 2U);
        EXPECT_EQ(graph["d"].get<double>() > 0, graph["p"] == 1);
    }
}

TEST_F(ReportPage, ComparesRunsOnEqualFolds) {
    ReportInput input = input_of(make_demo_dataset(), false);
    RunOptions options = small_run();
    options.kernel.method = Spec::parse("vertex-histogram");
    input.runs.push_back({"other", to_json(evaluate(*input.data, resolve(options)))});
    options.seed = 7;
    input.runs.push_back({"other folds", to_json(evaluate(*input.data, resolve(options)))});
    const json facts = facts_of(report_page(input));
    ASSERT_EQ(facts["pairs"].size(), 1U);
    const json& pair = facts["pairs"][0];
    EXPECT_EQ(pair["a"], 0);
    EXPECT_EQ(pair["b"], 1);
    EXPECT_NEAR(pair["difference"],
                facts["runs"][1]["accuracy"]["mean"].get<double>() -
                    facts["runs"][0]["accuracy"]["mean"].get<double>(),
                1e-12);
    EXPECT_LE(pair["interval95"][0], pair["difference"]);
    EXPECT_GE(pair["p"], 0.0);
}

TEST_F(ReportPage, SaysWhatClassesAndLabelsMean) {
    ReportInput input = input_of(make_demo_dataset());
    const json plain = facts_of(report_page(input));
    input.names = parse_display_names(
        "# of the demo\nclass,meta,\"apart, a little\"\r\nlabel,C,carbon\n", "n");
    const json facts = facts_of(report_page(input));
    const json classes = {"ortho", "apart, a little"};
    EXPECT_EQ(facts["data"]["class_names"], classes);
    EXPECT_EQ(facts["runs"][0]["dataset"]["class_names"], classes);
    EXPECT_EQ(facts["model"]["class_names"], classes);
    EXPECT_EQ(facts["graphs"]["model_classes"], classes);
    EXPECT_EQ(facts["graphs"]["label_names"][0], "carbon");
    EXPECT_EQ(facts["graphs"]["important"][0]["class"], "apart, a little");
    EXPECT_EQ(count(facts["graphs"]["clusters"].dump(), "\"C\""), 0U);
    input.names.classes["meta"] = "ortho";
    EXPECT_THROW(report_page(input), InputError);
    // Numbers stay what they are.
    EXPECT_EQ(facts["model"]["judged"], plain["model"]["judged"]);
    EXPECT_EQ(facts["graphs"]["graphs"], plain["graphs"]["graphs"]);
}

TEST(DisplayNames, AreRefusedWithTheirLine) {
    for (const std::string text : {"class,1", "node,1,C", "class,1,", "class,1,a\nclass,1,b",
                                   "label,1,a\nlabel,2,a", "class,1,a,b"})
        EXPECT_THROW(parse_display_names(text, "names.txt"), InputError) << text;
    try {
        parse_display_names("\nclass,1,a\nlabels,1,C\n", "names.txt");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("names.txt:3: ")) << error.what();
    }
}

TEST(DisplayNames, LieBesideAFolder) {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder / "SET");
    EXPECT_TRUE(names_beside(folder / "SET").empty());
    std::ofstream(folder / "SET" / "SET_names.txt") << "class,1,a\n";
    EXPECT_EQ(read_display_names(names_beside(folder / "SET")).classes.at("1"), "a");
    EXPECT_FALSE(names_beside((folder / "SET").string() + "/").empty());
    EXPECT_TRUE(names_beside("demo").empty());
}

// The predictions of a comparison are most of its file, and no part of the page.
TEST_F(ReportPage, LeavesOutWhatItDoesNotShow) {
    const json facts = facts_of(report_page({.runs = {{"c.json", R"({"compare": {"kernels": []},
        "datasets": [{"name": "d", "graphs": 4, "majority": 0.5, "scores": [{"kernel": "wl",
            "folds": [{"accuracy": 0.5, "predictions": [{"graph": 1, "class": "0"}]}],
            "accuracy": {"mean": 0.5}}]}]})"}}}));
    const json& score = facts["runs"][0]["datasets"][0]["scores"][0];
    EXPECT_FALSE(score.contains("folds"));
    EXPECT_EQ(score["accuracy"]["mean"], 0.5);
}

TEST_F(ReportPage, SaysWhetherEdgeLabelsWereUsed) {
    ReportInput input;
    RunOptions options = small_run();
    for (const char* kernel : {"wl:edges=yes", "wl"}) {
        options.kernel.method = Spec::parse(kernel);
        input.runs.push_back({kernel, to_json(evaluate(make_demo_dataset(), resolve(options)))});
    }
    json run = json::parse(input.runs[0].text);
    run["search"] = {{"points", json::array()}, {"configurations", 6}, {"using_edge_labels", 2}};
    input.runs.push_back({"search", run.dump()});
    run["dataset"]["edge_labels"] = 0;
    input.runs.push_back({"none", run.dump()});
    run["dataset"].erase("edge_labels_used");
    input.runs.push_back({"old", run.dump()});
    const json facts = facts_of(report_page(input));
    std::vector<json> said;
    for (const json& shown : facts["runs"]) said.push_back(shown["edge_labels"]);
    EXPECT_EQ(said, (std::vector<json>{"used", "not used", "used by 2 of 6 configurations",
                                       "there are none", nullptr}));
}

// `config.svm` was what is `config.learner`, and `kernel` its word for `svm`.
TEST_F(ReportPage, OpensRunsOfVersion020) {
    ReportInput input = input_of(make_demo_dataset(), false);
    json run = json::parse(input.runs[0].text);
    run["config"].erase("learner");
    run["config"].erase("device");
    run["config"]["svm"] = run["learner"] = "kernel";
    input.runs[0].text = run.dump();
    EXPECT_EQ(facts_of(report_page(input))["runs"][0]["config"]["svm"], "kernel");
    EXPECT_EQ(count(run_figure(input.runs[0]), "<circle"), 3U);
}

TEST_F(ReportPage, TellsHowRightAModelIsWithoutARun) {
    const Dataset demo = make_demo_dataset();
    ReportInput input = input_of(demo);
    input.runs.clear();
    const json own = facts_of(report_page(input))["model"]["judged"];
    EXPECT_TRUE(own["learned_from_these"]);
    EXPECT_EQ(own["known"], 200);
    EXPECT_EQ(own["confusion"][0][0].get<int>() + own["confusion"][1][1].get<int>(), own["right"]);

    input.data = subset(demo, std::vector<std::size_t>{0, 1, 2});
    input.data->targets.classes[1] = kUnknownClass;
    const json facts = facts_of(report_page(input));
    EXPECT_FALSE(facts["model"]["judged"]["learned_from_these"]);
    EXPECT_EQ(facts["model"]["judged"]["known"], 2);
    EXPECT_EQ(facts["graphs"]["predicted_by"], "model");
    for (const json& graph : facts["graphs"]["graphs"]) EXPECT_EQ(graph["p"], graph["q"]);
}

TEST_F(ReportPage, WarnsWhereTrainingGraphsAreAmongThoseShown) {
    const Dataset demo = make_demo_dataset();
    std::vector<std::size_t> part(150);
    std::iota(part.begin(), part.end(), std::size_t{0});
    ReportInput input = input_of(subset(demo, part));
    input.runs.clear();
    input.data = demo;
    const json judged = facts_of(report_page(input))["model"]["judged"];
    EXPECT_FALSE(judged["learned_from_these"]);
    EXPECT_TRUE(judged["may_have_learned_from_some"]);
}

// As where another column of a table is named as the class.
TEST_F(ReportPage, DoesNotMixARunWithOtherClasses) {
    ReportInput input = input_of(make_demo_dataset(), false);
    for (std::size_t g = 0; g < 20; ++g) input.data->targets.classes[g] = 0;
    const json facts = facts_of(report_page(input));
    EXPECT_FALSE(facts["runs"][0].contains("curves"));
    EXPECT_FALSE(facts["graphs"]["graphs"][0].contains("p"));
    ASSERT_EQ(facts["notes"].size(), 1U);
    EXPECT_NE(facts["notes"][0].get<std::string>().find("of other classes"), std::string::npos);
}

TEST_F(ReportPage, CountsClassesThatAModelDoesNotKnowAsWrong) {
    ReportInput input = input_of(make_demo_dataset());
    input.runs.clear();
    input.data = hostile_graphs(4, 2);
    const json facts = facts_of(report_page(input));
    EXPECT_EQ(facts["model"]["judged"]["known"], 4);
    EXPECT_EQ(facts["model"]["judged"]["right"], 0);
    EXPECT_FALSE(facts["graphs"]["graphs"][0].contains("p"));
    EXPECT_FALSE(facts["notes"].empty());  // labels that no training graph had
}

TEST_F(ReportPage, EscapesWhateverNamesHold) {
    const std::string plain = report_page(input_of(make_demo_dataset(), false));
    const std::string page = report_page(input_of(hostile_graphs(24, 5)));
    EXPECT_EQ(count(page, "</script"), count(plain, "</script"));
    EXPECT_EQ(count(page, "<script"), count(plain, "<script"));
    EXPECT_EQ(facts_of(page)["title"], kHostile);
}

TEST_F(ReportPage, IsThinnedWithANote) {
    ReportInput input = input_of(make_demo_dataset());
    input.limits = {.graphs = 40, .drawn_nodes = 100, .gram = 10, .clusters = 30, .labels = 2};
    const json facts = facts_of(report_page(input));
    EXPECT_EQ(facts["graphs"]["graphs"].size(), 40U);
    EXPECT_EQ(facts["notes"].size(), 2U);
    EXPECT_LE(facts["graphs"]["clusters"].size(), 30U);
    EXPECT_EQ(facts["data"]["labels"]["bars"].size(), 2U);
    EXPECT_EQ(facts["data"]["labels"]["others"], 4);
}

TEST_F(ReportPage, DrawsOtherGraphsWithoutStrokes) {
    const json facts = facts_of(report_page({.data = hostile_graphs(2, 3)}));
    EXPECT_FALSE(facts["graphs"]["graphs"][0].contains("b"));
    EXPECT_EQ(count_packed(facts["graphs"]["graphs"][0]["e"]), 6U);
}

TEST_F(ReportPage, CopesWithTenThousandLabels) {
    const json facts = facts_of(report_page({.data = hostile_graphs(2500, 10000)}));
    EXPECT_EQ(facts["data"]["num_labels"], 10000);
    EXPECT_EQ(facts["data"]["labels"]["bars"].size(), 20U);
}

TEST_F(ReportPage, RefusesFilesThatAreNoResults) {
    for (const std::string text :
         {"", "[]", "{", "{}", "{\"config\": 1}", "{\"config\": {}, \"dataset\": {}, \"folds\": 3}",
          "{\"config\": {}, \"dataset\": {}, \"folds\": [{\"accuracy\": \"high\"}]}",
          "{\"config\": {}, \"dataset\": {}, \"search\": {}}"}) {
        EXPECT_THROW(report_page({.runs = {{"file.json", text}}}), InputError) << text;
        EXPECT_THROW(run_figure({"file.json", text}), InputError) << text;
    }
    EXPECT_THROW(report_page({.runs = {{"deep.json", std::string(100000, '[')}}}), InputError);
}

constexpr std::size_t kColorBar = 40;  // rectangles of a colour bar

TEST(Figures, DrawWhatARunIs) {
    const ReportInput input = input_of(make_demo_dataset(), false);
    const std::string folds = run_figure(input.runs[0]);
    EXPECT_EQ(count(folds, "<circle"), 3U);
    const std::string ranks =
        run_figure({"c.json", R"({"compare": {"kernels": [{"kernel": "a<b", "mean_rank": 1.2},
                                              {"kernel": "c", "mean_rank": 1.8}],
                                  "critical_difference": 1.0}, "datasets": []})"});
    EXPECT_NE(ranks.find("a&lt;b 1.20"), std::string::npos);
    EXPECT_NE(ranks.find("#d55e00"), std::string::npos);  // the bar that joins both
    GramMatrix gram(3);
    gram(0, 0) = 1;
    EXPECT_EQ(count(gram_figure(gram), "<rect"), 1U + 4 + kColorBar);  // paper, runs of a colour
}

TEST(Figures, OrderAMatrixByClassAndSayWhatACellIs) {
    const Dataset demo = make_demo_dataset();
    GramMatrix gram(demo.num_graphs());
    for (std::size_t i = 0; i < gram.size(); ++i)
        for (std::size_t j = 0; j < gram.size(); ++j)
            gram(i, j) = demo.targets.classes[i] == demo.targets.classes[j] ? 1 : 0;
    const std::string mixed = gram_figure(gram);
    const std::string ordered = gram_figure(gram, FigureFormat::svg, &demo);
    EXPECT_LT(5 * count(ordered, "<rect"), count(mixed, "<rect"));  // two squares on the diagonal
    EXPECT_NE(ordered.find("ordered by class"), std::string::npos);
    EXPECT_NE(ordered.find(">ortho<"), std::string::npos);
    EXPECT_NE(mixed.find("a cell is the mean of 2 x 2"), std::string::npos);
    EXPECT_EQ(gram_figure(GramMatrix(160)).find("mean of"), std::string::npos);
    const Dataset few = subset(demo, std::vector<std::size_t>{0, 1});
    EXPECT_THROW(gram_figure(gram, FigureFormat::svg, &few), InputError);
    EXPECT_NE(gram_figure(GramMatrix(401)).find("a cell is the mean of 3 x 3"), std::string::npos);
}

TEST(Figures, RoundRanksAsThePageDoes) {
    const std::string ranks =
        run_figure({"c.json", R"({"compare": {"kernels": [{"kernel": "a", "mean_rank": 1.375},
                                 {"kernel": "b", "mean_rank": 3.625}, {"kernel": "c"},
                                 {"kernel": "d"}]}, "datasets": []})"});
    EXPECT_NE(ranks.find(">b 3.62<"), std::string::npos);
    EXPECT_NE(ranks.find(">a 1.38<"), std::string::npos);
}

TEST(Figures, DrawTheOtherSidesOfARun) {
    const ReportInput input = input_of(make_demo_dataset());
    RunFigureOptions options;
    options.kind = "confusion";
    options.names.classes["meta"] = "apart";
    EXPECT_NE(run_figure(input.runs[0], FigureFormat::svg, options).find(">apart<"),
              std::string::npos);
    EXPECT_EQ(count(run_figure(input.runs[0], FigureFormat::svg, options), "<rect x"), 4U);
    for (const char* kind : {"roc", "precision-recall", "reliability"}) {
        options.kind = kind;
        options.data = std::nullopt;
        EXPECT_THROW(run_figure(input.runs[0], FigureFormat::svg, options), InputError) << kind;
        options.data = input.data;
        const std::string figure = run_figure(input.runs[0], FigureFormat::svg, options);
        EXPECT_GT(count(figure, "<line"), 14U) << kind;
    }
    EXPECT_EQ(count(run_figure(input.runs[0], FigureFormat::svg, options), "<circle"), 10U);
    options.kind = "cake";
    EXPECT_THROW(run_figure(input.runs[0], FigureFormat::svg, options), ConfigError);
    options.kind = "ranks";
    EXPECT_THROW(run_figure(input.runs[0], FigureFormat::svg, options), InputError);
}

TEST(Figures, DrawWhatAModelMakesOfGraphs) {
    const ReportInput input = input_of(make_demo_dataset());
    for (const char* kind : {"map", "neighbors"}) {
        const std::string map = model_figure(*input.model, *input.data, FigureFormat::svg,
                                             {.kind = kind, .graph = 0, .names = {}});
        EXPECT_EQ(count(map, "<circle"), 200U) << kind;
        EXPECT_NE(map.find(">meta<"), std::string::npos);
    }
    ModelFigureOptions options = {.kind = "graph", .graph = 3, .names = {}};
    const std::string graph = model_figure(*input.model, *input.data, FigureFormat::svg, options);
    options.names.classes["ortho"] = "close";
    options.names.labels["C"] = "c!";
    const std::string named = model_figure(*input.model, *input.data, FigureFormat::svg, options);
    EXPECT_NE(named.find("speaks for close"), std::string::npos);
    EXPECT_NE(named.find(">c!<"), std::string::npos);
    EXPECT_EQ(count(graph, "<circle"), input.data->graph(3).num_nodes());
    EXPECT_EQ(count(graph, "<line"), input.data->graph(3).num_arcs() / 2);
    EXPECT_NE(graph.find("speaks for ortho"), std::string::npos);
    EXPECT_THROW(model_figure(*input.model, *input.data, FigureFormat::svg,
                              {.kind = "graph", .graph = 200, .names = {}}),
                 InputError);
    EXPECT_THROW(model_figure(*input.model, *input.data, FigureFormat::svg,
                              {.kind = "x", .graph = 0, .names = {}}),
                 ConfigError);
}

// Figure 4 has H down and the cluster factor across, whichever has more values.
TEST(Figures, DrawThePapersPlanesAsTheirTables) {
    const std::string figure = run_figure({"fig4.json", R"({"experiment": "fig4", "planes": [
        {"dataset": "d", "points": [
            {"point": {"H": 1, "cluster_factor": 0.5}, "test_accuracy": {"mean": 0.5}},
            {"point": {"H": 5, "cluster_factor": 0.5}, "test_accuracy": {"mean": 0.75}},
            {"point": {"H": 9, "cluster_factor": 0.5}, "test_accuracy": {"mean": 0.25}},
            {"point": {"H": 1, "cluster_factor": 2}, "test_accuracy": {"mean": 0.625}}]}]})"});
    EXPECT_NE(figure.find(">columns: cluster_factor, rows: H<"), std::string::npos);
    EXPECT_NE(figure.find(">75.0<"), std::string::npos);
}

TEST(Figures, DrawTheOptionsOfASearchThatAreAskedFor) {
    const RunFile file = {"run.json",
                          R"({"config": {}, "dataset": {"name": "d"}, "search": {"points": [
            {"point": {"H": 1, "b": 0}, "inner_accuracy": 0.5},
            {"point": {"H": 2, "b": 1}, "inner_accuracy": 0.75}]}})"};
    RunFigureOptions options;
    options.down = "H";
    options.across = "b";
    EXPECT_NE(run_figure(file, FigureFormat::svg, options).find(">columns: b, rows: H<"),
              std::string::npos);
    std::swap(options.down, options.across);
    EXPECT_NE(run_figure(file, FigureFormat::svg, options).find(">columns: H, rows: b<"),
              std::string::npos);
    options.down = "T";
    EXPECT_THROW(run_figure(file, FigureFormat::svg, options), ConfigError);
}

// Where a text of an SVG stands, from the top.
double height_of(const std::string& svg, const std::string& text) {
    const std::size_t at = svg.rfind(" y=\"", svg.find(">" + text));
    return std::stod(svg.substr(at + 4));
}

TEST(Figures, KeepTheLabelsOfTwoLinesApart) {
    for (const std::string mean : {"0.600", "0.604", "0.596", "0.9"}) {
        const std::string figure =
            run_figure({"run.json", R"({"config": {}, "dataset": {"name": "d", "majority": 0.6},
                             "accuracy": {"mean": )" +
                                        mean + R"(}, "folds": [{"accuracy": 0.6}]})"});
        EXPECT_GE(std::abs(height_of(figure, "mean") - height_of(figure, "most frequent class")),
                  10.9)
            << mean;
    }
}

TEST(Figures, DrawASearchOverOneOptionAsARow) {
    const std::string figure =
        run_figure({"run.json", R"({"config": {}, "dataset": {"name": "d"}, "search": {"points": [
            {"point": {"H": 1}, "inner_accuracy": 0.5}, {"point": {"H": 2}, "inner_accuracy": 0.75}
         ]}})"});
    EXPECT_EQ(count(figure, "<rect x="), 2U);
    EXPECT_NE(figure.find(">75.0<"), std::string::npos);
    EXPECT_NE(figure.find(">columns: H<"), std::string::npos);
}

TEST(Figures, DrawKernelsThatDoNotHaveAnOption) {
    const std::string figure =
        run_figure({"run.json", R"({"config": {}, "dataset": {"name": "d"}, "search": {"points": [
            {"point": {"kernel": "wl:rounds=10"}, "inner_accuracy": 0.875},
            {"point": {"kernel": "wl:rounds=2"}, "inner_accuracy": 0.75},
            {"point": {"kernel": "dhgak", "H": 1}, "inner_accuracy": 0.5},
            {"point": {"kernel": "dhgak", "H": 2}, "inner_accuracy": 0.625}
         ]}})"});
    for (const char* cell : {">87.5<", ">75.0<", ">50.0<", ">62.5<"})
        EXPECT_NE(figure.find(cell), std::string::npos) << cell;
    EXPECT_LT(figure.find("rounds=2"), figure.find("rounds=10"));
}

TEST(Figures, DrawWhatASearchChoseBy) {
    const std::string figure = run_figure(
        {"run.json",
         R"({"config": {"score": "auroc"}, "dataset": {"name": "d"}, "search": {"points": [
            {"point": {"H": 1}, "inner_accuracy": 0.5, "inner_score": 0.625},
            {"point": {"H": 2}, "inner_accuracy": 0.75, "inner_score": 0.25}
         ]}})"});
    EXPECT_NE(figure.find(">62.5<"), std::string::npos);
    EXPECT_EQ(figure.find(">75.0<"), std::string::npos);
    EXPECT_NE(figure.find("AUROC on inner folds"), std::string::npos);
}

std::string inflated(const std::string& bytes) {
    std::string text(1 << 20, '\0');
    uLongf size = text.size();
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(text.data()), &size,
                         reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()),
              Z_OK);
    return text.substr(0, size);
}

// What a page of a PDF draws.
std::string strokes_of_pdf(const std::string& pdf) {
    const std::string start = "stream\n";
    const std::size_t begin = pdf.find(start) + start.size();
    return inflated(pdf.substr(begin, pdf.find("\nendstream", begin) - begin));
}

const std::string kRanks =
    R"({"compare": {"kernels": [{"kernel": "a(\\b é 核", "mean_rank": 1.2},
                                {"kernel": "c", "mean_rank": 1.8}],
                    "critical_difference": 1.0}, "datasets": []})";

TEST(PdfFigures, HaveTheSameMarksAsSvg) {
    const ReportInput input = input_of(make_demo_dataset(), false);
    const std::string folds = strokes_of_pdf(run_figure(input.runs[0], FigureFormat::pdf));
    const std::string svg = run_figure(input.runs[0]);
    EXPECT_EQ(count(folds, " c f\n"), count(svg, "<circle"));
    EXPECT_EQ(count(folds, " l S\n"), count(svg, "<line"));
    EXPECT_EQ(count(folds, " Tj ET\n"), count(svg, "<text"));
    EXPECT_EQ(count(folds, " re f\n"), count(svg, "<rect") - 1);  // the paper
    EXPECT_EQ(count(folds, "[4 3] 0 d"), count(svg, "dasharray=\"4 3\""));
    GramMatrix gram(3);
    gram(0, 0) = 1;
    const std::string cells = strokes_of_pdf(gram_figure(gram, FigureFormat::pdf));
    EXPECT_EQ(count(cells, " re f\n"), 4U + kColorBar);
    EXPECT_EQ(count(cells, "0.996 0.91 0.22 rg"), 1U);  // the brightest: #fee838
}

TEST(PdfFigures, SayWhereEachObjectBegins) {
    const std::string pdf = run_figure({"c.json", kRanks}, FigureFormat::pdf);
    EXPECT_TRUE(pdf.starts_with("%PDF-1.4\n"));
    EXPECT_TRUE(pdf.ends_with("%%EOF\n"));
    const std::size_t table = std::stoul(pdf.substr(pdf.rfind("startxref\n") + 10));
    ASSERT_EQ(pdf.compare(table, 9, "xref\n0 7\n"), 0);
    for (std::size_t object = 1; object < 7; ++object) {
        const std::size_t at = std::stoul(pdf.substr(table + 9 + 20 * object, 10));
        const std::string head = std::to_string(object) + " 0 obj\n";
        EXPECT_EQ(pdf.compare(at, head.size(), head), 0) << object;
    }
    EXPECT_EQ(pdf, run_figure({"c.json", kRanks}, FigureFormat::pdf));
}

TEST(PdfFigures, QuoteTextAndKeepItsLatinLetters) {
    const std::string drawn = strokes_of_pdf(run_figure({"c.json", kRanks}, FigureFormat::pdf));
    EXPECT_NE(drawn.find("(a\\(\\\\b \xE9 ? 1.20) Tj"), std::string::npos) << drawn;
}

// Texts whose ends are known: those on the left of the ranks end at one place.
TEST(PdfFigures, EndTextWhereItShallEnd) {
    const std::string drawn = strokes_of_pdf(
        run_figure({"c.json", R"({"compare": {"kernels": [{"kernel": "i", "mean_rank": 1},
                        {"kernel": "WWWW", "mean_rank": 2}, {"kernel": "c", "mean_rank": 3},
                        {"kernel": "d", "mean_rank": 4}]}, "datasets": []})"},
                   FigureFormat::pdf));
    const auto start_of = [&](const std::string& text) {
        const std::size_t at = drawn.find("(" + text + ")");
        EXPECT_NE(at, std::string::npos) << drawn;
        return std::stod(drawn.substr(drawn.rfind("Tf ", at) + 3));
    };
    EXPECT_NEAR(start_of("i 1.00") - start_of("WWWW 2.00"), 9 * (4 * 0.944 - 0.222), 0.01);
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Figures, ReadTheMatrixThatKernelWrites) {
    const ScratchFolder folder;
    const std::string head = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, ), }";
    const auto file = [&](const std::string& header, const std::string& values) {
        std::string bytes = std::string("\x93NUMPY\x01\x00", 8);
        bytes += static_cast<char>(header.size());
        write_file(folder / "k.npy", bytes + '\0' + header + values);
        return folder / "k.npy";
    };
    const std::vector<double> values = {1, 0.5, 0.5, 1};
    const std::string bytes(reinterpret_cast<const char*>(values.data()), 32);
    EXPECT_EQ(read_gram(file(head, bytes))(0, 1), 0.5);
    EXPECT_THROW(read_gram(file(head, bytes.substr(8))), InputError);
    EXPECT_THROW(read_gram(file("{'descr': '<f4'}", bytes)), InputError);
    EXPECT_THROW(read_gram(folder / "none.npy"), InputError);
}

}  // namespace
}  // namespace dhgak
