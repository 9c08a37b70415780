// SPDX-License-Identifier: MIT
#include "compare/configurations.h"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "run/render/lines.h"

namespace dhgak {

std::vector<SliceOption> slice_options(const CompareOptions& options) {
    std::vector<SliceOption> all;
    for (const Contender& contender : options.contenders)
        for (const RunOptions& configuration : list_options(contender.grid, options.run)) {
            const std::vector<Setting> shown = shown_settings(configuration);
            auto next = all.begin();  // where an option that is new belongs
            for (const Setting& setting : kernel_settings(configuration)) {
                if (setting.name == "kernel") continue;
                auto option = std::ranges::find(all, setting.name, &SliceOption::name);
                if (option == all.end()) option = all.insert(next, {setting.name, {}});
                if (std::ranges::count(option->values, setting) == 0)
                    option->values.push_back(setting);
                option->is_shown = option->is_shown || std::ranges::count(shown, setting) > 0;
                next = option + 1;
            }
        }
    return all;
}

std::string slices_text(const CompareOptions& options) {
    std::string text;
    bool is_chosen = false;
    for (const SliceOption& option : slice_options(options)) {
        if (!option.is_shown) continue;
        std::vector<std::string> values;
        for (const Setting& value : option.values) values.push_back(value.text());
        text += fmt::format(" {}={}", option.name,
                            fmt::join(values, option.name == "refine" ? "/" : ","));
        is_chosen = is_chosen || values.size() > 1;
    }
    if (text.empty()) return text;
    return fmt::format("slices:{}{}", text, is_chosen ? "; inner folds choose" : "");
}

std::vector<Chosen> chosen_of(const ContenderScore& score,
                              std::span<const RunOptions> configurations) {
    std::map<std::size_t, std::size_t> folds_of;
    for (const std::size_t chosen : score.chosen_of_fold) ++folds_of[chosen];
    std::vector<Chosen> all;
    all.reserve(folds_of.size());
    for (const auto& [chosen, folds] : folds_of) all.push_back({configurations[chosen], folds});
    std::ranges::stable_sort(all, std::greater(), &Chosen::folds);
    return all;
}

std::string choice_text(const ContenderScore& score, std::span<const RunOptions> configurations) {
    if (configurations.size() == 1) return {};
    const Chosen chosen = chosen_of(score, configurations).front();
    std::string text;
    for (const Setting& setting : kernel_settings(chosen.options)) {
        const bool is_given = std::ranges::all_of(configurations, [&](const RunOptions& other) {
            return std::ranges::count(kernel_settings(other), setting) > 0;
        });
        if (is_given) continue;
        text += setting.name == "kernel" ? setting.text() + " "
                                         : fmt::format("{}={} ", setting.name, setting.text());
    }
    return text + fmt::format("({} of {})", chosen.folds, folds_text(score.chosen_of_fold.size()));
}

}  // namespace dhgak
