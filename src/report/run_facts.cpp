// SPDX-License-Identifier: MIT
#include "report/run_facts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/json_value.h"
#include "report/packed.h"
#include "report/run_file.h"
#include "report/run_scores.h"

namespace dhgak {
namespace {

constexpr std::size_t kCurvePoints = 200;

template <typename Action>
void for_each_prediction(const JsonValue& run, const Action& action) {
    run.at("folds").for_each(
        [&](const JsonValue& fold) { fold.at("predictions").for_each(action); });
}

// Whether the true classes of the graphs that were tested are those that the run counted.
bool has_same_classes(const JsonValue& run, const Dataset& data) {
    const auto confusion = run.find("confusion");
    if (data.targets.classes.empty() || !confusion || !run.has("folds")) return false;
    const JsonValue names = run.at("dataset").at("class_names");
    std::map<std::string, std::size_t> counted, found;
    for (std::size_t c = 0; c < confusion->size(); ++c)
        confusion->item(c).for_each(
            [&](const JsonValue& graphs) { counted[names.item(c).text()] += graphs.count(); });
    bool are_known = true;
    for_each_prediction(run, [&](const JsonValue& prediction) {
        const std::size_t g = prediction.at("graph").count();
        if (g >= data.num_graphs() || data.targets.classes[g] == kUnknownClass)
            are_known = false;
        else
            ++found[data.targets.class_names[data.targets.classes[g]]];
    });
    std::erase_if(counted, [](const auto& entry) { return entry.second == 0; });
    return are_known && counted == found;
}

bool has_same_name(const JsonValue& run, const Dataset& data) {
    const auto dataset = run.find("dataset");
    return dataset && dataset->at("name").text() == data.name && dataset->has("graphs") &&
           dataset->at("graphs").count() == data.num_graphs();
}

bool is_of(const JsonValue& run, const Dataset& data) {
    return has_same_name(run, data) && has_same_classes(run, data);
}

// Decisions of all folds with the true class, the most confident for the second class first.
struct Judged {
    double decision;
    bool is_second;
};

std::vector<Judged> judged_graphs(const JsonValue& run, const Dataset& data) {
    if (data.targets.classes.empty()) return {};
    std::vector<Judged> judged;
    const std::string& second = run.at("dataset").at("class_names").item(1).text();
    for_each_prediction(run, [&](const JsonValue& prediction) {
        const std::size_t g = prediction.at("graph").count();
        const auto decision = prediction.find("decision");
        if (!decision || g >= data.num_graphs() || data.targets.classes[g] == kUnknownClass) return;
        judged.push_back(
            {decision->number(), data.targets.class_names[data.targets.classes[g]] == second});
    });
    std::ranges::stable_sort(judged, std::greater(), &Judged::decision);
    return judged;
}

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

// Decisions in thousandths from the lowest on, packed, and a letter for each: whether it is of the
// second class. At most so many, evenly spread.
Json decisions_of(const std::vector<Judged>& judged) {
    constexpr std::size_t kMost = 6000;
    if (judged.empty()) return nullptr;
    const double low = judged.back().decision;
    const std::size_t step = judged.size() / kMost + 1;
    std::vector<std::uint32_t> thousandths;
    std::string second;
    for (std::size_t i = 0; i < judged.size(); i += step) {
        thousandths.push_back(static_cast<std::uint32_t>(
            std::clamp(1000 * (judged[i].decision - low) + 0.5, 0.0, 4e9)));
        second += judged[i].is_second ? '1' : '0';
    }
    return {{"low", rounded(low)}, {"d", pack(thousandths)}, {"second", second}};
}

// Points of the two curves, a point after each distinct decision, thinned.
Json curves_of(const std::vector<Judged>& judged) {
    const auto positives =
        static_cast<double>(std::ranges::count(judged, true, &Judged::is_second));
    const double negatives = static_cast<double>(judged.size()) - positives;
    if (positives == 0 || negatives == 0) return nullptr;
    std::vector<std::pair<double, double>> counts = {{0, 0}};  // false, true positives
    double wrong = 0, right = 0;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        (judged[i].is_second ? right : wrong) += 1;
        if (i + 1 == judged.size() || judged[i + 1].decision != judged[i].decision)
            counts.emplace_back(wrong, right);
    }
    Json roc = Json::array(), precision = Json::array();
    const std::size_t step = counts.size() / kCurvePoints + 1;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (i % step != 0 && i + 1 != counts.size()) continue;
        const auto [fp, tp] = counts[i];
        roc.push_back({rounded(fp / negatives), rounded(tp / positives)});
        if (fp + tp > 0) precision.push_back({rounded(tp / positives), rounded(tp / (fp + tp))});
    }
    return {{"roc", std::move(roc)},
            {"precision_recall", std::move(precision)},
            {"share", rounded(positives / (positives + negatives))}};
}

Json folds_of(const JsonValue& all) {
    Json folds = Json::array();
    all.for_each([&](const JsonValue& fold) {
        const auto C = fold.find("C"), repeat = fold.find("repeat"),
                   predictions = fold.find("predictions");
        folds.push_back({{"accuracy", fold.at("accuracy").share()},
                         {"C", C ? C->number() : 0},
                         {"repeat", repeat ? repeat->count() : 0},
                         {"tests", predictions ? predictions->size() : 0}});
    });
    return folds;
}

// The member of a point's `test_accuracy`, or of the point; null where it is absent.
Json number_or_null(const JsonValue& object, const char* name) {
    const auto value = object.find(name);
    return value ? Json(value->number()) : Json();
}

// What was chosen by; files of older versions have the accuracy alone.
Json inner_of(const JsonValue& point) {
    return number_or_null(point, point.has("inner_score") ? "inner_score" : "inner_accuracy");
}

Json search_of(const JsonValue& search) {
    const auto select = search.find("select"), optimistic = search.find("optimistic");
    Json kept = {{"select", select ? select->text() : ""},
                 {"optimistic", optimistic && optimistic->flag()},
                 {"points", Json::array()}};
    search.at("points").for_each([&](const JsonValue& point) {
        const auto test = point.find("test_accuracy");
        kept["points"].push_back({{"point", point.at("point").json()},
                                  {"inner", inner_of(point)},
                                  {"test", test ? number_or_null(*test, "mean") : Json()}});
    });
    for (const char* name : {"methods", "chosen"})
        if (const auto list = search.find(name)) kept[name] = list->json();
    return kept;
}

// Whether edge labels took part; null where a file of an older version does not say.
Json use_of_edge_labels(const JsonValue& run) {
    const auto dataset = run.find("dataset"), search = run.find("search");
    if (!dataset || !dataset->has("edge_labels") || !dataset->has("edge_labels_used"))
        return nullptr;
    if (dataset->at("edge_labels").count() == 0) return "there are none";
    if (search && search->has("using_edge_labels"))
        return fmt::format("used by {} of {} configurations",
                           search->at("using_edge_labels").count(),
                           search->at("configurations").count());
    return dataset->at("edge_labels_used").flag() ? "used" : "not used";
}

// What a reader does not know is kept out of the page.
Json facts_of(const JsonValue& run, const std::optional<Dataset>& data,
              std::vector<std::string>& notes) {
    Json facts = Json::object();
    for (const char* name : {"config",     "dataset",
                             "accuracy",   "balanced_accuracy",
                             "auroc",      "average_precision",
                             "confusion",  "learner",
                             "columns",    "straddling_duplicates",
                             "seconds",    "peak_bytes",
                             "version",    "seed",
                             "experiment", "rows",
                             "planes",     "measurements",
                             "compare",    "datasets",
                             "quick"})
        if (const auto value = run.find(name)) facts[name] = value->json();
    if (const auto folds = run.find("folds")) {
        facts["folds"] = folds_of(*folds);
        if (run.has("auroc")) facts["auroc_interval"] = auroc_interval(run);
        const bool is_of_data = data && is_of(run, *data);
        facts["isOfData"] = is_of_data;
        if (data && !is_of_data)
            notes.push_back(fmt::format(
                "a run is of {}, but the graphs shown are {}: what the run said of single graphs "
                "is left out",
                run.at("dataset").at("name").text(),
                has_same_name(run, *data) ? "of other classes or other graphs of that name"
                                          : data->name));
        if (is_of_data && run.at("dataset").at("class_names").size() == 2) {
            const std::vector<Judged> judged = judged_graphs(run, *data);
            facts["curves"] = curves_of(judged);
            facts["decisions"] = decisions_of(judged);
        }
    }
    if (const auto search = run.find("search")) facts["search"] = search_of(*search);
    if (run.has("compare")) facts["datasets"] = without_predictions(run.at("datasets").json());
    facts["edge_labels"] = use_of_edge_labels(run);
    const bool is_run = run.has("config") && run.has("dataset");
    if (!is_run && !run.has("experiment") && !run.has("compare"))
        run.refuse("a run, a comparison or an experiment of dhgak");
    return facts;
}

}  // namespace

Json run_facts(const RunFile& file, const std::optional<Dataset>& data,
               std::vector<std::string>& notes) {
    const Json run = parse_run(file);
    Json facts = facts_of(JsonValue(run, file.name), data, notes);
    facts["file"] = file.name;
    return facts;
}

CrossValidated cross_validated(const RunFile& file, const Dataset& data) {
    const Json json = parse_run(file);
    const JsonValue run(json, file.name);
    CrossValidated said;
    if (!run.has("folds") || !is_of(run, data)) return said;
    said.classes.assign(data.num_graphs(), -1);
    said.decisions.assign(data.num_graphs(), NAN);
    for_each_prediction(run, [&](const JsonValue& prediction) {
        const std::size_t g = prediction.at("graph").count();
        const auto name =
            std::ranges::find(data.targets.class_names, prediction.at("class").text());
        if (g >= data.num_graphs() || name == data.targets.class_names.end() ||
            said.classes[g] != -1)
            return;
        said.classes[g] = static_cast<int>(name - data.targets.class_names.begin());
        if (const auto decision = prediction.find("decision"))
            said.decisions[g] = decision->number();
    });
    return said;
}

}  // namespace dhgak
