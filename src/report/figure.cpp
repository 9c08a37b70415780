// SPDX-License-Identifier: MIT
#include "dhgak/report/figure.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "io/json_value.h"
#include "report/figures.h"
#include "report/rename_facts.h"
#include "report/run_facts.h"

namespace dhgak {
namespace {

// What a run is, where no one asks for a part of it.
std::string usual_kind(const JsonValue& run) {
    if (run.has("search")) return "search";
    if (run.has("compare")) return "ranks";
    if (run.has("planes")) return "paper";
    return run.has("folds") && run.at("folds").size() > 0 ? "folds" : "";
}

void require(const JsonValue& run, const char* member, const RunFile& file,
             const std::string& kind) {
    const auto value = run.find(member);
    if (!value || value->json().empty())
        throw InputError(fmt::format("{}: has nothing to draw as {}", file.name, kind));
}

std::string draw_run(const JsonValue& run, const RunFile& file, const std::string& kind,
                     FigureFormat format, const RunFigureOptions& options) {
    if (kind == "search") {
        require(run, "search", file, kind);
        return search_figure(run, format, options.down, options.across);
    }
    if (kind == "ranks") {
        require(run, "compare", file, kind);
        return ranks_figure(run, format);
    }
    if (kind == "paper") {
        require(run, "planes", file, kind);
        return paper_figure(run, format);
    }
    if (kind == "folds") {
        require(run, "folds", file, kind);
        return folds_figure(run, format);
    }
    if (kind == "confusion") {
        require(run, "confusion", file, kind);
        return confusion_figure(run, format);
    }
    if (kind == "roc" || kind == "precision-recall" || kind == "reliability") {
        if (!run.has("curves"))
            throw InputError(
                fmt::format("{}: has no {} curve: it needs two classes and decisions, and --data "
                            "with the run's own graphs",
                            file.name, kind));
        return curve_figure(run, kind, format);
    }
    throw ConfigError(
        fmt::format("a run is not drawn as '{}'; known: confusion folds paper "
                    "precision-recall ranks reliability roc search",
                    kind));
}

}  // namespace

std::string run_figure(const RunFile& file, FigureFormat format, const RunFigureOptions& options) {
    std::vector<std::string> notes;
    Json facts = {{"runs", Json::array({run_facts(file, options.data, notes)})}};
    rename_facts(facts, options.names);
    const JsonValue run(facts.at("runs").at(0), file.name);
    const std::string kind = options.kind.empty() ? usual_kind(run) : options.kind;
    if (kind.empty())
        throw InputError(
            fmt::format("{}: has nothing to draw; a run of cv, search or compare has", file.name));
    return draw_run(run, file, kind, format, options);
}

}  // namespace dhgak
