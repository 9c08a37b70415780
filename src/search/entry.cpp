// SPDX-License-Identifier: MIT
#include "search/entry.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "dhgak/core/random.h"
#include "dhgak/core/version.h"
#include "dhgak/run/names.h"
#include "dhgak/search/fingerprint.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

Json object_of(const GridPoint& point) {
    if (!point.on_slices) return {{"kernel", point.kernel.text()}};
    return {{"kernel", point.kernel.text()},
            {"nlm", point.nlm.text()},
            {"H", point.H},
            {"b", point.b},
            {"alpha", shortest(point.alpha)},
            {"cluster_factor", point.cluster_factor},
            {"T", point.T}};
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
    auto predictions = fields.at("predicted").get<std::vector<std::uint32_t>>();
    const std::uint32_t last_class = std::ranges::max(classes);
    if (f >= folds.size() || predictions.size() != folds[f].split.test.size() ||
        std::ranges::any_of(predictions, [&](std::uint32_t c) { return c > last_class; }))
        throw std::out_of_range("fold");
    results.inner[f] = {.right = fields.at("inner_right").get<std::size_t>(),
                        .C = fields.at("C").get<double>()};
    results.outer[f] =
        compare(folds[f], classes, {.classes = std::move(predictions)}, results.inner[f].C);
    if (!fields.at("auroc").is_null()) results.outer[f].auroc = fields["auroc"].get<double>();
}

}  // namespace

std::string journal_header(const Dataset& dataset, std::span<const OuterFold> folds,
                           const SearchOptions& options) {
    const AlignOptions& align = options.run.align;
    const CvOptions& cv = options.run.cv;
    const Json header = {{"journal", "dhgak search"},
                         {"version", version()},
                         {"dataset", dataset.name + " " + fingerprint(dataset)},
                         {"seed", align.seed},
                         {"folds", cv.folds},
                         {"inner_folds", cv.inner_folds},
                         {"repeats", cv.repeats},
                         {"C", cv.C},
                         {"split", hash_of(folds)},
                         {"inductive", options.run.inductive},
                         {"cluster", text_of(align.cluster)},
                         {"attributes", align.embed.attributes.text()},
                         {"short_hops", name_of(align.slices.short_hops)},
                         {"hop0", name_of(align.slices.hop0)},
                         {"first_hop", align.first_hop}};
    return header.dump();
}

std::string json_of(const GridPoint& point) { return object_of(point).dump(); }

std::string write_entry(const Candidate& candidate, std::span<const std::size_t> folds) {
    Json entry = {{"point", object_of(candidate.point)}, {"folds", Json::array()}};
    for (const std::size_t f : folds) {
        const FoldResult& outer = candidate.outer[f];
        entry["folds"].push_back({{"fold", f},
                                  {"inner_right", candidate.inner[f].right},
                                  {"C", candidate.inner[f].C},
                                  {"auroc", outer.auroc ? Json(*outer.auroc) : Json()},
                                  {"predicted", outer.predictions}});
    }
    return entry.dump();
}

Entry read_entry(const std::string& line, const std::string& place,
                 std::span<const OuterFold> folds, std::span<const std::uint32_t> classes) {
    Entry entry;
    entry.results.inner.resize(folds.size());
    entry.results.outer.resize(folds.size());
    try {
        const Json fields = Json::parse(line);
        entry.point = fields.at("point").dump();
        for (const Json& fold : fields.at("folds")) read_fold(fold, folds, classes, entry.results);
    } catch (const std::exception&) {
        throw InputError(fmt::format(
            "{}: not a result of these folds; remove the line, or name another journal", place));
    }
    return entry;
}

}  // namespace dhgak
