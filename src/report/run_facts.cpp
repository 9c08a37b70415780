// SPDX-License-Identifier: MIT
#include "report/run_facts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "io/json_text.h"

namespace dhgak {
namespace {

constexpr std::size_t kCurvePoints = 200;

Json parse(const RunFile& file) {
    Json json = parse_ordered_json(file.text, file.name);
    if (!json.is_object())
        throw InputError(
            fmt::format("{}: is not a JSON object, as --json of cv, search, compare "
                        "and the others writes it",
                        file.name));
    return json;
}

// Whether the true classes of the graphs that were tested are those that the run counted.
bool has_same_classes(const Json& run, const Dataset& data) {
    if (data.classes.empty() || !run.contains("confusion")) return false;
    std::map<std::string, std::size_t> counted, found;
    for (std::size_t c = 0; c < run["confusion"].size(); ++c)
        for (const Json& graphs : run["confusion"][c])
            counted[run["dataset"]["class_names"].at(c)] += graphs.get<std::size_t>();
    for (const Json& fold : run["folds"])
        for (const Json& prediction : fold.at("predictions")) {
            const std::size_t g = prediction.at("graph");
            if (g >= data.num_graphs() || data.classes[g] == kUnknownClass) return false;
            ++found[data.class_names[data.classes[g]]];
        }
    std::erase_if(counted, [](const auto& entry) { return entry.second == 0; });
    return counted == found;
}

bool has_same_name(const Json& run, const Dataset& data) {
    return run.contains("dataset") && run["dataset"].at("name") == data.name &&
           run["dataset"].at("graphs") == data.num_graphs();
}

bool is_of(const Json& run, const Dataset& data) {
    return has_same_name(run, data) && has_same_classes(run, data);
}

// Decisions of all folds with the true class, the most confident for the second class first.
struct Judged {
    double decision;
    bool is_second;
};

std::vector<Judged> judged_graphs(const Json& run, const Dataset& data) {
    if (data.classes.empty()) return {};
    std::vector<Judged> judged;
    const std::string second = run["dataset"]["class_names"].at(1);
    for (const Json& fold : run["folds"])
        for (const Json& prediction : fold.at("predictions")) {
            const std::size_t g = prediction.at("graph");
            if (!prediction.contains("decision") || g >= data.num_graphs() ||
                data.classes[g] == kUnknownClass)
                continue;
            judged.push_back({prediction["decision"], data.class_names[data.classes[g]] == second});
        }
    std::ranges::stable_sort(judged, std::greater(), &Judged::decision);
    return judged;
}

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

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

Json folds_of(const Json& run) {
    Json folds = Json::array();
    for (const Json& fold : run["folds"])
        folds.push_back({{"accuracy", fold.at("accuracy").get<double>()},
                         {"C", fold.value("C", 0.0)},
                         {"repeat", fold.value("repeat", 0)},
                         {"tests", fold.contains("predictions") ? fold["predictions"].size() : 0}});
    return folds;
}

Json search_of(const Json& search) {
    Json kept = {{"select", search.value("select", "")},
                 {"optimistic", search.value("optimistic", false)},
                 {"points", Json::array()}};
    // What was chosen by; files of older versions have the accuracy alone.
    const auto inner_of = [](const Json& point) {
        for (const char* name : {"inner_score", "inner_accuracy"})
            if (point.contains(name) && point[name].is_number()) return point[name];
        return Json();
    };
    for (const Json& point : search.at("points"))
        kept["points"].push_back(
            {{"point", point.at("point")},
             {"inner", inner_of(point)},
             {"test", point.contains("test_accuracy") && point["test_accuracy"].is_object()
                          ? point["test_accuracy"].value("mean", Json())
                          : Json()}});
    if (search.contains("methods")) kept["methods"] = search["methods"];
    return kept;
}

// Whether edge labels took part; null where a file of an older version does not say.
Json use_of_edge_labels(const Json& run) {
    const Json dataset = run.value("dataset", Json::object());
    if (!dataset.contains("edge_labels") || !dataset.contains("edge_labels_used")) return nullptr;
    if (dataset["edge_labels"] == 0) return "there are none";
    const Json search = run.value("search", Json::object());
    if (search.contains("using_edge_labels"))
        return fmt::format("used by {} of {} configurations",
                           search["using_edge_labels"].get<std::size_t>(),
                           search.at("configurations").get<std::size_t>());
    return dataset["edge_labels_used"].get<bool>() ? "used" : "not used";
}

// What a reader does not know is kept out of the page; what the page needs is checked here.
Json facts_of(const Json& run, const std::optional<Dataset>& data,
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
        if (run.contains(name)) facts[name] = run[name];
    if (run.contains("folds")) {
        facts["folds"] = folds_of(run);
        run.at("accuracy").at("mean").get<double>();
        const bool is_of_data = data && is_of(run, *data);
        if (data && !is_of_data)
            notes.push_back(fmt::format(
                "a run is of {}, but the graphs shown are {}: what the run said of single graphs "
                "is left out",
                run.at("dataset").at("name").get<std::string>(),
                has_same_name(run, *data) ? "of other classes or other graphs of that name"
                                          : data->name));
        if (is_of_data && run["dataset"].at("class_names").size() == 2)
            facts["curves"] = curves_of(judged_graphs(run, *data));
    }
    if (run.contains("search")) facts["search"] = search_of(run["search"]);
    facts["edge_labels"] = use_of_edge_labels(run);
    const bool is_run = run.contains("config") && run.contains("dataset");
    if (!is_run && !run.contains("experiment") && !run.contains("compare"))
        throw InputError("has neither a run nor a comparison nor an experiment of dhgak in it");
    return facts;
}

}  // namespace

Json run_facts(const RunFile& file, const std::optional<Dataset>& data,
               std::vector<std::string>& notes) {
    const Json run = parse(file);
    try {
        Json facts = facts_of(run, data, notes);
        facts["file"] = file.name;
        return facts;
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", file.name, error.what()));
    } catch (const Json::exception& error) {
        throw InputError(fmt::format("{}: is not a result of dhgak: {}", file.name, error.what()));
    }
}

std::vector<int> cross_validated_classes(const RunFile& file, const Dataset& data) {
    const Json run = parse(file);
    std::vector<int> classes;
    if (!run.contains("folds") || !is_of(run, data)) return classes;
    classes.assign(data.num_graphs(), -1);
    for (const Json& fold : run["folds"])
        for (const Json& prediction : fold.at("predictions")) {
            const std::size_t g = prediction.at("graph");
            const auto name =
                std::ranges::find(data.class_names, prediction.at("class").get<std::string>());
            if (g < classes.size() && name != data.class_names.end() && classes[g] == -1)
                classes[g] = static_cast<int>(name - data.class_names.begin());
        }
    return classes;
}

}  // namespace dhgak
