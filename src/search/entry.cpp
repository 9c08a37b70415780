// SPDX-License-Identifier: MIT
#include "search/entry.h"

#include <utility>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/version.h"
#include "io/json_text.h"
#include "search/fingerprint.h"
#include "search/fold_line.h"

namespace dhgak {
namespace {

Json point_json(const GridPoint& point, const std::string& identity) {
    Json json = json_of(point.settings());
    if (!identity.empty()) json["identity"] = identity;
    return json;
}

// Folds can be given by the caller, so the seed does not tell them apart.
std::string hash_of(std::span<const OuterFold> folds) {
    std::uint64_t hash = 0;
    const auto add = [&](std::uint64_t value) { hash = derive_seed(hash, {value}); };
    const auto add_all = [&](const auto& values) {
        add(values.size());
        for (const auto value : values) add(value);
    };
    for (const OuterFold& fold : folds) {
        add(fold.repeat);
        add_all(fold.split.train);
        add_all(fold.split.test);
        add_all(fold.choosing);
        add_all(fold.inner_folds);
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace

std::string journal_header(const Dataset& dataset, std::span<const OuterFold> folds,
                           const SearchOptions& options) {
    Json header = {{"journal", "dhgak search"},
                   {"version", version()},
                   {"build", build()},
                   {"dataset", dataset.name + " " + fingerprint(dataset)}};
    header.update(json_of(judging_settings(options.run)));
    header["split"] = hash_of(folds);  // last: what else differs says more
    return header.dump();
}

std::string point_text(const GridPoint& point, const std::string& identity) {
    return point_json(point, identity).dump();
}

std::string write_entry(const Candidate& candidate, std::span<const std::size_t> folds) {
    Json entry = {{"point", point_json(candidate.point, candidate.identity)},
                  {"folds", Json::array()}};
    for (const std::size_t f : folds) {
        Json fold = {{"fold", f},
                     {"inner_right", candidate.inner[f].right},
                     {"inner_score", candidate.inner[f].score}};
        fold.update(fold_line(candidate.outer[f]));
        entry["folds"].push_back(std::move(fold));
    }
    return entry.dump();
}

Entry read_entry(const std::string& line, const std::string& place,
                 std::span<const OuterFold> folds, const Targets& targets,
                 std::span<const double> C) {
    Entry entry;
    entry.results.inner.resize(folds.size());
    entry.results.outer.resize(folds.size());
    try {
        const Json json = parse_ordered_json(line, place);
        const JsonValue fields(json, place);
        entry.point = fields.at("point").object().json().dump();
        fields.at("folds").for_each([&](const JsonValue& fold) {
            const JsonValue number = fold.at("fold");
            if (folds.empty()) number.refuse("nothing");
            const std::size_t f = number.count(folds.size() - 1);
            FoldResult& outer = entry.results.outer[f];
            outer = read_fold(fold, folds[f], targets, C);
            entry.results.inner[f] = {
                .right = fold.at("inner_right").count(folds[f].choosing.size()),
                .C = outer.C,
                .score = fold.at("inner_score").share()};
        });
    } catch (const InputError& error) {
        throw InputError(
            fmt::format("{}; not a result of these folds: remove the line, or name another journal",
                        error.what()));
    }
    return entry;
}

}  // namespace dhgak
