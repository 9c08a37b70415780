// SPDX-License-Identifier: MIT
#include "dhgak/search/methods.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/registry.h"
#include "search/scores.h"

namespace dhgak {
namespace {

std::string title_of(const GridPoint& point) {
    const RunOptions& options = point.options;
    if (!traits_of(options.kernel.method).uses_slices) return options.kernel.method.name;
    return fmt::format("{} {}", options.kernel.method.name, options.kernel.align.nlm.text());
}

}  // namespace

std::vector<MethodScore> compare_methods(const SearchResult& result, const Targets& targets,
                                         Selection selection) {
    std::vector<std::string> titles;
    std::vector<std::vector<std::size_t>> members;
    for (std::size_t c = 0; c < result.candidates.size(); ++c) {
        const std::string title = title_of(result.candidates[c].point);
        const auto known = std::ranges::find(titles, title) - titles.begin();
        if (known == std::ssize(titles)) {
            titles.push_back(title);
            members.emplace_back();
        }
        members[static_cast<std::size_t>(known)].push_back(c);
    }

    std::vector<MethodScore> scores;
    for (std::size_t m = 0; m < titles.size(); ++m) {
        const bool was_reached = std::ranges::any_of(
            members[m], [&](std::size_t c) { return result.candidates[c].is_complete(); });
        if (was_reached)
            scores.push_back(
                {.title = titles[m], .choice = choose(result, targets, selection, members[m])});
    }
    if (scores.empty()) return scores;
    const auto best = std::ranges::max_element(
        scores, {}, [](const MethodScore& score) { return score.choice.cv.mean; });
    for (MethodScore& score : scores)
        score.p_value = p_of_difference(score.choice.cv, best->choice.cv);
    return scores;
}

}  // namespace dhgak
