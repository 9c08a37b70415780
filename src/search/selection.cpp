// SPDX-License-Identifier: MIT
#include "dhgak/search/selection.h"

#include <algorithm>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {

std::string name_of(Selection selection) {
    switch (selection) {
        case Selection::nested:
            return "nested";
        case Selection::paper:
            return "paper";
        case Selection::fixed:
            return "fixed";
    }
    return {};
}

Selection parse_selection(const std::string& text) {
    for (const Selection selection : {Selection::nested, Selection::paper, Selection::fixed})
        if (name_of(selection) == text) return selection;
    throw ConfigError(fmt::format("unknown selection '{}'; known: nested paper fixed", text));
}

void require_selectable(Selection selection, std::size_t num_configurations) {
    if (selection == Selection::fixed && num_configurations != 1)
        throw ConfigError(
            fmt::format("select fixed takes one configuration, the grid has {}; give one value of "
                        "each parameter, or select nested",
                        num_configurations));
}

std::vector<std::size_t> choose_nested(std::span<const std::vector<InnerScore>> scores,
                                       std::size_t num_folds) {
    std::vector<std::size_t> chosen;
    for (std::size_t f = 0; f < num_folds; ++f) {
        std::size_t best = scores.size();
        for (std::size_t c = 0; c < scores.size(); ++c) {
            if (scores[c][f].C == 0) continue;
            if (best == scores.size() || scores[c][f].score > scores[best][f].score) best = c;
        }
        if (best == scores.size())
            throw Error(
                fmt::format("no configuration was evaluated on fold {}; give more time", f));
        chosen.push_back(best);
    }
    return chosen;
}

std::size_t choose_by_test_mean(std::span<const double> means) {
    if (means.empty()) throw Error("no configuration was evaluated on all folds; give more time");
    return static_cast<std::size_t>(std::ranges::max_element(means) - means.begin());
}

}  // namespace dhgak
