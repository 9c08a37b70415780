// SPDX-License-Identifier: MIT
// Run files travel by mail, and anybody may edit them: what a figure or a page reads is there and
// of the right type, or the file is refused with the place that is wrong.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "dhgak/graph/builder.h"
#include "dhgak/report/figure.h"
#include "dhgak/report/report_page.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

const Json kCv = Json::parse(R"({
    "config": {"data": "X", "kernel": "wl", "score": "accuracy"},
    "dataset": {"name": "X", "graphs": 4, "classes": 2, "majority": 0.5, "class_names": ["0", "1"],
                "edge_labels": 2, "edge_labels_used": true},
    "folds": [{"accuracy": 1.0, "C": 1.0, "repeat": 0, "auroc": null, "predictions": [
                  {"graph": 0, "class": "0", "decision": -1.0},
                  {"graph": 1, "class": "1", "decision": 1.0}]},
              {"accuracy": 0.5, "C": 1.0, "repeat": 0, "auroc": null, "predictions": [
                  {"graph": 2, "class": "0", "decision": -0.5},
                  {"graph": 3, "class": "0", "decision": -0.25}]}],
    "accuracy": {"mean": 0.75, "std": 0.25, "interval95": [0.5, 1.0]},
    "confusion": [[2, 0], [1, 1]], "straddling_duplicates": 0,
    "seconds": {"read": 0.5, "total": 1.0}, "peak_bytes": 1000, "version": "1", "seed": 0})");

const Json kSearch = Json::parse(R"({
    "config": {}, "dataset": {"name": "X", "edge_labels": 2, "edge_labels_used": true},
    "search": {"select": "nested", "optimistic": false, "configurations": 2, "using_edge_labels": 1,
               "methods": [{"method": "wl", "configurations": 2, "accuracy": {"mean": 0.5}}],
               "points": [{"point": {"H": 1}, "inner_score": 0.5, "test_accuracy": {"mean": 0.5}},
                          {"point": {"H": 2}, "inner_score": 0.75}]}})");

const Json kCompare = Json::parse(R"({
    "compare": {"kernels": [{"kernel": "a", "mean_rank": 1.25}, {"kernel": "b", "mean_rank": 1.75}],
                "ranked_datasets": 2, "critical_difference": 0.5},
    "datasets": [{"name": "X", "graphs": 4, "majority": 0.5, "class_names": ["0", "1"], "scores": [
        {"kernel": "a", "failure": "out of memory"},
        {"kernel": "b", "accuracy": {"mean": 0.5}, "rank": 1.0, "peak_bytes": 9, "folds": [
            {"accuracy": 0.5, "predictions": [{"graph": 3, "class": "1"}]}]}]}]})");

ReportInput input_of(const Json& run) {
    DatasetBuilder builder;
    for (const std::uint32_t label : {0, 1, 0, 1})
        builder.add_graph({.labels = {0, label}, .edges = {{0, 1}}});
    ReportInput input;
    input.data = builder.build();
    input.data->name = "X";
    input.data->targets.classes = {0, 0, 1, 1};
    input.data->targets.class_names = {"0", "1"};
    input.runs = {{"run.json", run.dump()}};
    return input;
}

// What a page and a figure of it are refused with; empty where they are made.
std::string refusal_of(const Json& run) {
    const ReportInput input = input_of(run);
    std::string page, figure;
    try {
        report_page(input);
    } catch (const InputError& error) {
        page = error.what();
    }
    try {
        run_figure(input.runs[0]);
    } catch (const InputError& error) {
        figure = error.what();
    }
    EXPECT_EQ(page, figure);
    return page;
}

struct Edit {
    const Json& run;
    const char* place;  // a JSON pointer
    Json value;         // discarded: the member is taken away
    const char* message;
};

const Json kGone = Json::value_t::discarded;

class EditedRun : public testing::TestWithParam<Edit> {};

TEST_P(EditedRun, IsRefusedWithItsPlace) {
    if (!has_chart_library()) GTEST_SKIP() << "no library for charts";
    const auto& [run, place, value, message] = GetParam();
    ASSERT_EQ(refusal_of(run), "");
    Json edited = run;
    const Json::json_pointer pointer(place);
    if (value.is_discarded())
        edited[pointer.parent_pointer()].erase(pointer.back());
    else
        edited[pointer] = value;
    EXPECT_EQ(refusal_of(edited), std::string("run.json: ") + message);
}

INSTANTIATE_TEST_SUITE_P(
    Members, EditedRun,
    testing::Values(
        Edit{kCv, "/dataset", Json::object(), "dataset: has no 'name'"},
        Edit{kCv, "/dataset/majority", kGone, "dataset: has no 'majority'"},
        Edit{kCv, "/accuracy/interval95", Json::array(),
             "accuracy.interval95: found an array of 0; expected two numbers"},
        Edit{kCv, "/accuracy/mean", 1.5, "accuracy.mean: found 1.5; expected a number from 0 to 1"},
        Edit{kCv, "/folds/1/predictions/0/class", 7,
             "folds[1].predictions[0].class: found 7; expected a text"},
        Edit{kCv, "/folds/1/predictions/0/class", "2",
             "folds[1].predictions[0].class: found \"2\"; expected one of dataset.class_names"},
        Edit{kCv, "/folds/0/predictions/1/graph", 4,
             "folds[0].predictions[1].graph: found 4; expected the number of a graph, below 4"},
        Edit{kCv, "/folds/0/predictions/1/graph", -1,
             "folds[0].predictions[1].graph: found -1; expected a whole number from 0 to "
             "9007199254740992"},
        Edit{kCv, "/folds/0/predictions", "x",
             "folds[0].predictions: found \"x\"; expected an array"},
        Edit{kCv, "/folds", Json::object(), "folds: found an object; expected an array"},
        Edit{kCv, "/confusion", Json::array({Json::array({1, 2})}),
             "confusion: found an array of 1; expected one for each of 2 classes"},
        Edit{kCv, "/config/score", "luck",
             "config.score: found \"luck\"; expected accuracy, balanced or auroc"},
        Edit{kCv, "/seconds/read", "x", "seconds.read: found \"x\"; expected a number"},
        Edit{kCv, "/version", 1, "version: found 1; expected a text"},
        Edit{kSearch, "/search/points", 1, "search.points: found 1; expected an array"},
        Edit{kSearch, "/search/points/1/point", kGone, "search.points[1]: has no 'point'"},
        Edit{kSearch, "/search/points/1/inner_score", 2,
             "search.points[1].inner_score: found 2; expected a number from 0 to 1"},
        Edit{kSearch, "/search/using_edge_labels", "x",
             "search.using_edge_labels: found \"x\"; expected a whole number from 0 to "
             "9007199254740992"},
        Edit{kCompare, "/datasets", kGone, "has no 'datasets'"},
        Edit{kCompare, "/compare/kernels/0/mean_rank", 0,
             "compare.kernels[0].mean_rank: found 0; expected a number from 1 to 1e+06"},
        Edit{kCompare, "/datasets/0/scores/1/accuracy", kGone,
             "datasets[0].scores[1]: has no 'accuracy'"},
        Edit{
            kCompare, "/datasets/0/scores/1/folds/0/predictions/0/graph", 99,
            "datasets[0].scores[1].folds[0].predictions[0].graph: found 99; expected the number of "
            "a graph, below 4"}));

TEST(RunFile, SaysWhereItIsNoRun) {
    EXPECT_EQ(refusal_of(Json{{"a", 1}}),
              "run.json: found an object; expected a run, a comparison or an experiment of dhgak");
}

// A heat map of a hundred thousand values of two options would have ten billion cells.
TEST(RunFile, WithTooManyValuesIsNotDrawn) {
    Json run = kSearch;
    for (int i = 3; i < 1000; ++i)
        run["search"]["points"].push_back({{"point", {{"H", i}, {"b", i}}}, {"inner_score", 0.5}});
    EXPECT_THROW(run_figure({"run.json", run.dump()}), InputError);
}

// Names in order are found one by one: a million of them in one object would take hours.
TEST(RunFile, WithTooManyNamesIsRefused) {
    std::string text = R"({"config": {"a": 1)";
    for (int i = 0; i < 11'000; ++i) text += ",\"" + std::to_string(i) + "\": 1";
    EXPECT_THROW(run_figure({"run.json", text + "}}"}), InputError);
}

TEST(Figures, KeepControlCharactersOutOfXml) {
    Json run = kCompare;
    run["compare"]["kernels"][0]["kernel"] = "a\x1b[2J\x01\xEF\xBF\xBE b";
    const std::string svg = run_figure({"run.json", run.dump()});
    EXPECT_EQ(svg.find('\x1b'), std::string::npos);
    EXPECT_NE(svg.find("a\xEF\xBF\xBD[2J\xEF\xBF\xBD\xEF\xBF\xBD b"), std::string::npos) << svg;
}

}  // namespace
}  // namespace dhgak
