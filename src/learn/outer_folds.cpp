// SPDX-License-Identifier: MIT
#include "dhgak/learn/outer_folds.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "learn/grouped_folds.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostNamed = 3;  // small classes in a warning

std::string name_of(std::size_t c, const Targets& targets) {
    return c < targets.class_names.size() ? fmt::format("'{}'", targets.class_names[c])
                                          : fmt::format("{}", c);
}

std::vector<std::size_t> known_graphs(const Targets& targets) {
    std::vector<std::size_t> known = targets.known();
    if (!known.empty()) return known;
    throw InputError(targets.kind() == Targets::Kind::values
                         ? "no graph has a value; there is nothing to learn from"
                         : "no graph has a class; classification needs two or more");
}

// `num_folds` is 0 for folds that are given: these may overlap, however many there are.
void check(const Targets& targets, std::span<const std::size_t> known, std::size_t num_folds) {
    if (known.size() < num_folds)
        throw InputError(fmt::format("{} graphs cannot be spread over {} folds; use fewer folds",
                                     known.size(), num_folds));
    if (targets.kind() != Targets::Kind::classes) return;
    std::vector<std::size_t> members;
    for (const std::size_t graph : known) {
        const std::size_t c = targets.classes[graph];
        members.resize(std::max(members.size(), c + 1));
        ++members[c];
    }
    if (std::ranges::count_if(members, [](std::size_t count) { return count > 0; }) < 2)
        throw InputError("all graphs are of one class; classification needs two or more");

    std::vector<std::size_t> small;
    for (std::size_t c = 0; c < members.size(); ++c)
        if (members[c] > 0 && members[c] < num_folds) small.push_back(c);
    if (small.empty()) return;
    std::vector<std::string> named;
    for (std::size_t i = 0; i < std::min(small.size(), kMostNamed); ++i)
        named.push_back(
            fmt::format("class {} has {}", name_of(small[i], targets), members[small[i]]));
    if (small.size() > kMostNamed)
        named.push_back(fmt::format("{} more", small.size() - kMostNamed));
    log_warning(fmt::format("fewer graphs than the {} folds, so some folds lack the class: {}",
                            num_folds, fmt::join(named, ", ")));
}

std::vector<std::size_t> choose_graphs(std::span<const std::size_t> train,
                                       std::span<const std::uint32_t> strata,
                                       const LearnOptions& options, std::uint64_t seed) {
    if (options.inner_graphs == 0 || train.size() <= options.inner_graphs)
        return {train.begin(), train.end()};
    std::vector<std::uint32_t> of_train;
    for (const std::size_t graph : train) of_train.push_back(strata[graph]);
    std::vector<std::size_t> chosen = stratified_sample(of_train, options.inner_graphs, seed);
    for (std::size_t& member : chosen) member = train[member];
    return chosen;
}

OuterFold make_fold(Split split, const Targets& targets, const LearnOptions& options,
                    std::uint64_t inner_seed, const FoldSource& source) {
    OuterFold fold;
    fold.split = std::move(split);
    fold.visible = targets.without(fold.split.test);
    // Of the training graphs alone: nothing that is chosen inside depends on others.
    const std::vector<std::uint32_t> of_train = targets.of(fold.split.train).strata();
    std::vector<std::uint32_t> strata(targets.size(), kUnknownClass);
    for (std::size_t i = 0; i < of_train.size(); ++i) strata[fold.split.train[i]] = of_train[i];
    fold.choosing = choose_graphs(fold.split.train, strata, options, inner_seed);
    if (fold.choosing.empty()) return fold;
    fold.inner_folds = inner_folds_of(fold.choosing, strata, source.group_of_graph,
                                      options.inner_folds, inner_seed);
    fold.num_inner = std::ranges::max(fold.inner_folds) + 1;
    return fold;
}

std::vector<Split> make_splits(std::span<const std::size_t> known,
                               std::span<const std::uint32_t> strata, const FoldOptions& options,
                               std::uint64_t seed, const FoldSource& source) {
    const auto folds = grouped_folds(known, strata, source.group_of_graph, options.count, seed);
    std::vector<Split> splits;
    for (std::uint32_t f = 0; f < options.count; ++f)
        splits.push_back(renumbered(split_at(folds, f), known));
    return splits;
}

// The user's folds without the graphs of unknown target.
std::vector<Split> take_splits(const Targets& targets, const FoldOptions& options,
                               const FoldSource& source) {
    if (options.repeats > 1)
        throw ConfigError(fmt::format(
            "repeats is {}, but given splits are the same each time; use 1", options.repeats));
    std::vector<Split> splits(source.splits.begin(), source.splits.end());
    for (std::size_t s = 0; s < splits.size(); ++s) {
        const auto is_unknown = [&](std::size_t g) { return !targets.is_known(g); };
        std::erase_if(splits[s].train, is_unknown);
        std::erase_if(splits[s].test, is_unknown);
        if (splits[s].train.empty() || splits[s].test.empty())
            throw InputError(
                fmt::format("split {} has no {} graph of known {}", s,
                            splits[s].train.empty() ? "training" : "test",
                            targets.kind() == Targets::Kind::values ? "value" : "class"));
        if (targets.kind() != Targets::Kind::classes) continue;
        const std::uint32_t first = targets.classes[splits[s].train[0]];
        const auto in_class = [&](std::size_t g) { return targets.classes[g] == first; };
        if (std::ranges::all_of(splits[s].train, in_class))
            log_warning(
                fmt::format("all training graphs of split {} are of class {}: so is all "
                            "that it predicts",
                            s, name_of(first, targets)));
    }
    return splits;
}

// The same for every fold: inner folds depend on the training graphs and the seed alone, so that a
// model that is fitted on the training graphs of a fold chooses the C of that fold.
std::uint64_t inner_seed(std::uint64_t seed) { return derive_seed(seed, {0}); }

}  // namespace

std::vector<OuterFold> make_outer_folds(const Targets& targets, const FoldOptions& options,
                                        const LearnOptions& learn, std::uint64_t seed,
                                        const FoldSource& source) {
    const std::vector<std::size_t> known = known_graphs(targets);
    const std::vector<std::uint32_t> strata = targets.strata();
    const bool is_given = !source.splits.empty();
    check(targets, known, is_given ? 0 : options.count);
    if (const std::size_t groups = count_groups(known, source.group_of_graph);
        groups < options.count && !is_given)
        throw InputError(fmt::format(
            "{} groups of graphs (equal ones, or those of a scaffold) cannot be spread over {} "
            "folds; use fewer folds",
            groups, options.count));

    std::vector<OuterFold> folds;
    for (std::size_t r = 0; r < options.repeats; ++r) {
        // Two parts, so that no repeat shares a seed with the inner folds of another.
        const std::uint64_t of_repeat = r == 0 ? seed : derive_seed(seed, {r, r});
        std::vector<Split> splits = is_given
                                        ? take_splits(targets, options, source)
                                        : make_splits(known, strata, options, of_repeat, source);
        for (Split& split : splits) {
            folds.push_back(
                make_fold(std::move(split), targets, learn, inner_seed(of_repeat), source));
            folds.back().repeat = r;
        }
    }
    return folds;
}

OuterFold make_whole_fold(const Targets& targets, const LearnOptions& learn, std::uint64_t seed,
                          const FoldSource& source) {
    return make_fold({.train = known_graphs(targets), .test = {}}, targets, learn, inner_seed(seed),
                     source);
}

std::size_t count_straddling(std::span<const std::uint32_t> group_of_graph,
                             std::span<const OuterFold> folds) {
    if (group_of_graph.empty()) return 0;
    std::size_t count = 0;
    for (const OuterFold& fold : folds) {
        if (fold.repeat > 0) break;
        std::vector<bool> is_trained(std::ranges::max(group_of_graph) + std::size_t{1});
        for (const std::size_t g : fold.split.train) is_trained[group_of_graph[g]] = true;
        for (const std::size_t g : fold.split.test) count += is_trained[group_of_graph[g]];
    }
    return count;
}

}  // namespace dhgak
