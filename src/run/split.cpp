// SPDX-License-Identifier: MIT
#include "run/split.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"

namespace dhgak {
namespace {

constexpr std::uint64_t kHoldOut = 7;  // apart from the seeds of folds

bool is_test(const std::string& value) {
    return std::ranges::equal(value, std::string_view("test"), {},
                              [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
}

std::span<const std::string> split_column(const Dataset& dataset) {
    const std::span<const std::string> values = column_of(dataset, kSplitColumn);
    if (values.empty())
        throw ConfigError("a split by column needs a table of molecules that was read with it");
    for (std::size_t g = 0; g < values.size(); ++g)
        if (values[g].empty())
            throw InputError(fmt::format(
                "{}: the column of the split is empty in line {}; say there which part it is",
                dataset.name, column_of(dataset, kLineColumn)[g]));
    return values;
}

Split split_by(std::span<const std::string> values, auto goes_to_test) {
    Split split;
    for (std::size_t g = 0; g < values.size(); ++g)
        (goes_to_test(values[g]) ? split.test : split.train).push_back(g);
    return split;
}

Split random_split(const Dataset& dataset, std::uint64_t seed, double test_share) {
    std::map<std::uint32_t, std::vector<std::size_t>> members;
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g)
        members[dataset.targets.classes[g]].push_back(g);
    Random random(derive_seed(seed, {kHoldOut}));
    Split split;
    for (auto& [c, graphs] : members) {
        random.shuffle(graphs);
        const auto num_test =
            static_cast<std::size_t>(std::lround(test_share * static_cast<double>(graphs.size())));
        for (std::size_t i = 0; i < graphs.size(); ++i)
            (i < num_test ? split.test : split.train).push_back(graphs[i]);
    }
    std::ranges::sort(split.train);
    std::ranges::sort(split.test);
    return split;
}

Split scaffold_split(const Dataset& dataset, double test_share) {
    const std::vector<std::uint32_t> groups = scaffold_groups(dataset);
    std::map<std::uint32_t, std::vector<std::size_t>> members;
    for (std::size_t g = 0; g < groups.size(); ++g) members[groups[g]].push_back(g);
    std::vector<std::vector<std::size_t>> order;
    order.reserve(members.size());
    for (auto& [group, graphs] : members) order.push_back(std::move(graphs));
    std::ranges::sort(order, [](const auto& a, const auto& b) {
        return std::pair(a.size(), a.front()) > std::pair(b.size(), b.front());
    });
    const double room = (1 - test_share) * static_cast<double>(dataset.num_graphs());
    Split split;
    for (const std::vector<std::size_t>& graphs : order) {
        const bool fits = static_cast<double>(split.train.size() + graphs.size()) <= room;
        std::vector<std::size_t>& part = fits ? split.train : split.test;
        part.insert(part.end(), graphs.begin(), graphs.end());
    }
    std::ranges::sort(split.train);
    std::ranges::sort(split.test);
    return split;
}

}  // namespace

std::vector<std::uint32_t> scaffold_groups(const Dataset& dataset) {
    const std::span<const std::string> scaffolds = column_of(dataset, kScaffoldColumn);
    if (scaffolds.empty())
        throw ConfigError("a split by scaffold needs molecules: a .csv, .smi or .sdf file");
    std::map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> groups;
    for (const std::string& scaffold : scaffolds)
        groups.push_back(
            numbers.emplace(scaffold, static_cast<std::uint32_t>(numbers.size())).first->second);
    return groups;
}

std::vector<Split> column_splits(const Dataset& dataset) {
    const std::span<const std::string> values = split_column(dataset);
    if (std::ranges::any_of(values, is_test)) return {split_by(values, is_test)};
    std::vector<std::string> parts(values.begin(), values.end());
    std::ranges::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    if (parts.size() < 2)
        throw InputError(fmt::format("{}: the column of the split has one value only, '{}'",
                                     dataset.name, values.front()));
    std::vector<Split> splits;
    splits.reserve(parts.size());
    for (const std::string& part : parts)
        splits.push_back(split_by(values, [&](const std::string& value) { return value == part; }));
    return splits;
}

Split hold_out(const Dataset& dataset, const RunOptions& options, double test_share) {
    if (!(test_share > 0 && test_share < 1))
        throw ConfigError(fmt::format("test-share is {}; it must be between 0 and 1", test_share));
    Split split = options.folds.split == SplitBy::column ? split_by(split_column(dataset), is_test)
                  : options.folds.split == SplitBy::scaffold
                      ? scaffold_split(dataset, test_share)
                      : random_split(dataset, options.seed, test_share);
    if (split.test.empty() || split.train.empty())
        throw InputError(fmt::format("{}: no graph is left {}; {}", dataset.name,
                                     split.test.empty() ? "to judge by" : "to learn from",
                                     options.folds.split == SplitBy::column
                                         ? "the column of the split must say `test` for some"
                                         : "use another --test-share"));
    return split;
}

}  // namespace dhgak
