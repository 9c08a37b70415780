// SPDX-License-Identifier: MIT
#include "compare/result_line.h"

#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/version.h"
#include "dhgak/learn/outer_folds.h"
#include "io/checksum.h"
#include "io/json_text.h"
#include "io/json_value.h"
#include "run/render/json.h"
#include "search/entry.h"
#include "search/fold_line.h"

namespace dhgak {
namespace {

constexpr int kFormat = 2;  // of lines; 1 did not say what was chosen

Json folds_json(const CvResult& cv) {
    Json folds = Json::array();
    for (const FoldResult& fold : cv.folds) folds.push_back(fold_line(fold));
    return folds;
}

double read_seconds(const JsonValue& fields, const char* name) {
    return fields.at(name).number_in(0, std::numeric_limits<double>::max());
}

ContenderScore read_score(const JsonValue& fields, std::size_t configurations,
                          std::span<const OuterFold> folds, const Targets& targets,
                          std::span<const double> C) {
    ContenderScore score;
    const JsonValue among = fields.at("configurations"), chosen = fields.at("chosen"),
                    results = fields.at("folds");
    score.configurations = among.count();
    if (score.configurations != configurations) among.refuse(fmt::format("{}", configurations));
    score.kernel_seconds = read_seconds(fields, "kernel_seconds");
    score.total_seconds = read_seconds(fields, "total_seconds");
    score.peak_bytes = fields.at("peak_bytes").count();
    for (const JsonValue* list : {&chosen, &results})
        if (list->size() != folds.size())
            list->refuse(fmt::format("one for each of {} folds", folds.size()));
    chosen.for_each(
        [&](const JsonValue& c) { score.chosen_of_fold.push_back(c.count(configurations - 1)); });
    std::vector<FoldResult> outer;
    for (std::size_t f = 0; f < folds.size(); ++f)
        outer.push_back(read_fold(results.item(f), folds[f], targets, C));
    score.cv = summarize_folds(std::move(outer), targets);
    return score;
}

// What `read` makes of the fields of a line.
template <typename Read>
auto read_line(const std::string& line, const std::string& place, const Read& read) {
    try {
        const Json json = parse_ordered_json(line, place);
        return read(JsonValue(json, place));
    } catch (const InputError& error) {
        throw InputError(fmt::format(
            "{}; not a result of a comparison: remove the line, or name another journal",
            error.what()));
    }
}

}  // namespace

std::string comparison_header(const RunOptions& run) {
    Json header = {{"journal", "dhgak compare"},
                   {"format", kFormat},
                   {"version", version()},
                   {"build", build()}};
    header.update(json_of(judging_settings(run)));
    return header.dump();
}

std::string key_of(const Dataset& dataset, std::span<const OuterFold> folds,
                   const SearchOptions& options) {
    Checksum sum;
    const auto add = [&](const std::string& text) { sum.add(std::as_bytes(std::span(text))); };
    add(journal_header(dataset, folds, options));
    for (const GridPoint& point : list_points(options.grid, options.run))
        add(point_text(point, resolve(point.options).kernel->identity()));
    return sum.text();
}

std::string write_result(const std::string& key, const std::string& title,
                         const std::string& dataset, const ContenderScore& score) {
    return Json{{"key", key},
                {"dataset", dataset},
                {"kernel", title},
                {"configurations", score.configurations},
                {"chosen", score.chosen_of_fold},
                {"kernel_seconds", score.kernel_seconds},
                {"total_seconds", score.total_seconds},
                {"peak_bytes", score.peak_bytes},
                {"folds", folds_json(score.cv)}}
        .dump();
}

std::string read_key(const std::string& line, const std::string& place) {
    return read_line(line, place, [](const JsonValue& fields) { return fields.at("key").text(); });
}

ContenderScore read_result(const std::string& line, const std::string& place,
                           std::size_t configurations, std::span<const OuterFold> folds,
                           const Targets& targets, std::span<const double> C) {
    return read_line(line, place, [&](const JsonValue& fields) {
        return read_score(fields, configurations, folds, targets, C);
    });
}

}  // namespace dhgak
