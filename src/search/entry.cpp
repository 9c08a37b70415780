// SPDX-License-Identifier: MIT
#include "search/entry.h"

#include <algorithm>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/random.h"
#include "dhgak/core/version.h"
#include "dhgak/search/fingerprint.h"
#include "io/json_text.h"
#include "run/render/json.h"

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
    for (const OuterFold& fold : folds) {
        add(fold.repeat);
        for (const std::size_t graph : fold.split.test) add(graph);
        for (const std::uint32_t inner : fold.inner_folds) add(inner);
    }
    return fmt::format("{:016x}", hash);
}

void read_fold(const Json& fields, std::span<const OuterFold> folds,
               std::span<const std::uint32_t> classes, Candidate& results) {
    const auto f = fields.at("fold").get<std::size_t>();
    Predictions said = {.classes = fields.at("predicted").get<std::vector<std::uint32_t>>(),
                        .decisions = fields.at("decisions").get<std::vector<double>>()};
    const std::uint32_t last_class = std::ranges::max(classes);
    const std::size_t num_tests = f < folds.size() ? folds[f].split.test.size() : 0;
    if (num_tests == 0 || said.classes.size() != num_tests ||
        (!said.decisions.empty() && said.decisions.size() != num_tests) ||
        std::ranges::any_of(said.classes, [&](std::uint32_t c) { return c > last_class; }))
        throw std::out_of_range("fold");
    results.inner[f] = {.right = fields.at("inner_right").get<std::size_t>(),
                        .C = fields.at("C").get<double>(),
                        .score = fields.at("inner_score").get<double>()};
    results.outer[f] = compare(folds[f], classes, std::move(said), results.inner[f].C);
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
        const FoldResult& outer = candidate.outer[f];
        entry["folds"].push_back({{"fold", f},
                                  {"inner_right", candidate.inner[f].right},
                                  {"inner_score", candidate.inner[f].score},
                                  {"C", candidate.inner[f].C},
                                  {"predicted", outer.predictions},
                                  {"decisions", outer.decisions}});
    }
    return entry.dump();
}

Entry read_entry(const std::string& line, const std::string& place,
                 std::span<const OuterFold> folds, std::span<const std::uint32_t> classes) {
    Entry entry;
    entry.results.inner.resize(folds.size());
    entry.results.outer.resize(folds.size());
    try {
        const Json fields = parse_ordered_json(line, place);
        entry.point = fields.at("point").dump();
        for (const Json& fold : fields.at("folds")) read_fold(fold, folds, classes, entry.results);
    } catch (const std::exception&) {
        throw InputError(fmt::format(
            "{}: not a result of these folds; remove the line, or name another journal", place));
    }
    return entry;
}

}  // namespace dhgak
