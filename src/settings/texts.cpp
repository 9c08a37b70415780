// SPDX-License-Identifier: MIT
#include "settings/texts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "align/aligner.h"
#include "dhgak/core/error.h"
#include "dhgak/settings/options.h"

namespace dhgak {
namespace {

// Whether an option of the method takes its default from one of the run.
bool inherits(std::string_view method, std::string_view run_option) {
    for (const MethodInfo& info : list_aligners())
        if (info.name == method)
            return std::ranges::count(info.options, run_option, &OptionInfo::inherits) > 0;
    return false;
}

}  // namespace

std::string text_of(const std::vector<Spec>& specs) {
    std::string text;
    for (const Spec& spec : specs)
        text += fmt::format("{}{}", text.empty() ? "" : ",", spec.text());
    return text;
}

double shortest(float value) {
    const std::string digits = fmt::format("{}", value);
    double result = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), result);
    return result;
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<int> parse_rounds(const std::string& text) {
    std::vector<int> rounds;
    for (const std::string_view part : parts_of(text, ',')) {
        const char* const end = part.data() + part.size();
        if (const auto [last, error] = std::from_chars(part.data(), end, rounds.emplace_back());
            error != std::errc{} || last != end)
            throw ConfigError(fmt::format(
                "refine is '{}'; it must be a list of whole numbers, like 0,1,2", text));
    }
    std::ranges::sort(rounds);
    return rounds;
}

std::string text_of_rounds(const std::vector<int>& rounds) {
    return fmt::format("{}", fmt::join(rounds, ","));
}

std::size_t parse_bytes(const std::string& text) {
    char* rest = nullptr;
    const double number = std::strtod(text.c_str(), &rest);
    std::string unit(rest);
    std::ranges::transform(unit, unit.begin(), [](unsigned char c) { return std::toupper(c); });
    for (const char* ending : {"IB", "B"})
        if (unit.ends_with(ending)) {
            unit.resize(unit.size() - std::string(ending).size());
            break;
        }
    const std::string units = "KMGT";
    const bool is_known = unit.empty() || (unit.size() == 1 && units.find(unit) != units.npos);
    const double bytes =
        number * (unit.empty() ? 1 : std::pow(1024, 1 + static_cast<double>(units.find(unit))));
    if (rest == text.c_str() || !is_known || !(bytes >= 1) || bytes > 1e18)
        throw ConfigError(fmt::format("'{}' is no amount of memory; write it as 8G or 500M", text));
    return static_cast<std::size_t>(bytes);
}

bool uses_cluster_factor(const std::vector<Spec>& cluster) {
    return std::ranges::any_of(cluster, [](const Spec& spec) {
        return inherits(spec.name, "cluster_factor") && !spec.has("factor") && !spec.has("k");
    });
}

bool refines_labels(const AlignOptions& options) { return options.refine != std::vector{0}; }

bool has_own_folds(const RunOptions& options) {
    return !options.folds.splits.empty() || options.folds.split == SplitBy::column;
}

std::string split_text(const RunOptions& options) {
    switch (options.folds.split) {
        case SplitBy::random:
            return "random";
        case SplitBy::scaffold:
            return "scaffold";
        case SplitBy::column:
            break;
    }
    return "column:" + options.read.molecules.split_column;
}

void set_split(RunOptions& options, const std::string& text) {
    const std::string column = "column:";
    options.read.molecules.scaffolds = text == "scaffold";
    options.read.molecules.split_column.clear();
    if (text == "random") {
        options.folds.split = SplitBy::random;
    } else if (text == "scaffold") {
        options.folds.split = SplitBy::scaffold;
    } else if (text.starts_with(column) && text.size() > column.size()) {
        options.folds.split = SplitBy::column;
        options.read.molecules.split_column = text.substr(column.size());
    } else {
        throw ConfigError(
            fmt::format("unknown split '{}'; known: random scaffold column:NAME", text));
    }
}

std::string Setting::text() const {
    return std::visit(
        [](const auto& held) {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::vector<double>>)
                return fmt::format("{}", fmt::join(held, ","));
            else
                return fmt::format("{}", held);
        },
        value);
}

}  // namespace dhgak
