// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/canvas.h"
#include "report/figures.h"

namespace dhgak {
namespace {

using Ranks = std::vector<std::pair<double, std::string>>;  // mean rank and kernel, best first
using Group = std::pair<std::size_t, std::size_t>;          // its first and last

Ranks ranks_of(const JsonValue& compare) {
    Ranks ranks;
    const JsonValue kernels = compare.at("kernels");
    kernels.for_each([&](const JsonValue& kernel) {
        if (const auto rank = kernel.find("mean_rank"))
            ranks.emplace_back(rank->number_in(1, static_cast<double>(kernels.size())),
                               kernel.at("kernel").text());
    });
    std::ranges::sort(ranks);
    if (ranks.size() < 2)
        compare.refuse("mean ranks, which need two kernels or more on two datasets or more");
    return ranks;
}

// Kernels whose ranks differ by less; none that another one contains.
std::vector<Group> groups_of_equals(const Ranks& ranks, double difference) {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1].first - ranks[i].first < difference)
            ++last;
        if (last > i && (groups.empty() || last > groups.back().second))
            groups.emplace_back(i, last);
    }
    return groups;
}

}  // namespace

// Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", JMLR 7, 2006.
std::string ranks_figure(const JsonValue& run, FigureFormat format) {
    constexpr double kAxis = 280, kTop = 34, kRow = 16, kBar = 5;
    const JsonValue compare = run.at("compare");
    const Ranks ranks = ranks_of(compare);
    const auto critical = compare.find("critical_difference");
    const double difference = critical ? critical->number() : 0;
    const std::vector<Group> groups = groups_of_equals(ranks, difference);
    double side = 0;
    std::vector<std::string> texts;
    for (const auto& [rank, kernel] : ranks) {
        texts.push_back(fmt::format("{} {:.2f}", kernel, rank));
        side = std::max(side, room_for(texts.back()) + 12);
    }
    const auto count = static_cast<double>(ranks.size());
    const std::size_t half = (ranks.size() + 1) / 2;
    const double left = side, right = side + kAxis;
    const double first = kTop + 14 + kBar * static_cast<double>(groups.size());
    const auto x = [&](double rank) { return left + (rank - 1) / (count - 1) * kAxis; };
    const auto canvas =
        make_canvas(format, right + side, first + kRow * static_cast<double>(half), "mean ranks");
    canvas->text(4, 12,
                 fmt::format("mean rank, 1 is best; critical difference {:.2f}", difference));
    canvas->line(left, kTop, right, kTop, kInk);
    for (double rank = 1; rank <= count; ++rank) {
        canvas->line(x(rank), kTop - 4, x(rank), kTop, kInk);
        canvas->text(x(rank), kTop - 7, fmt::format("{:g}", rank), Anchor::middle);
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const bool is_left = i < half;
        const double y = first + kRow * static_cast<double>(is_left ? i : ranks.size() - 1 - i);
        const double end = is_left ? left - 4 : right + 4;
        canvas->line(x(ranks[i].first), kTop, x(ranks[i].first), y, kGrey, 0.8);
        canvas->line(x(ranks[i].first), y, end, y, kGrey, 0.8);
        canvas->text(is_left ? end - 3 : end + 3, y + 3, texts[i],
                     is_left ? Anchor::end : Anchor::start);
    }
    double bar = kTop + 6;
    for (const auto& [from, to] : groups) {
        canvas->line(x(ranks[from].first) - 2, bar, x(ranks[to].first) + 2, bar, kOrange, 3);
        bar += kBar;
    }
    return canvas->finish();
}

}  // namespace dhgak
