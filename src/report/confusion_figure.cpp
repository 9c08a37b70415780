// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "report/figures.h"

namespace dhgak {

std::string confusion_figure(const JsonValue& run, FigureFormat format) {
    constexpr double kTop = 40, kHeight = 26;
    constexpr std::string_view kLegend = "predicted; colour: share of the true class";
    const auto counts = run.at("confusion").json().get<std::vector<std::vector<std::size_t>>>();
    const auto names = run.at("dataset").at("class_names").json().get<std::vector<std::string>>();
    double widest = 0;
    for (const std::string& name : names) widest = std::max(widest, room_for(name));
    const double left = 14 + std::max(widest, room_for("true class"));
    const double width = std::max(44.0, widest + 8), side = static_cast<double>(counts.size());
    const double bottom = kTop + kHeight * side;
    const std::string title =
        fmt::format("{}: graphs by true and predicted class", run.at("dataset").at("name").text());
    const auto canvas = make_canvas(
        format,
        std::max({left + width * side + 10, room_for(title) + 8, left + room_for(kLegend) + 4}),
        bottom + 34, "confusion");
    canvas->text(4, 12, title);
    canvas->text(left - 5, kTop - 6, "true class", Anchor::end);
    for (std::size_t r = 0; r < counts.size(); ++r) {
        std::size_t total = 0;
        for (const std::size_t count : counts.at(r)) total += count;
        const double y = kTop + kHeight * static_cast<double>(r);
        canvas->text(left - 5, y + 16, names.at(r), Anchor::end);
        for (std::size_t c = 0; c < counts[r].size(); ++c) {
            const double x = left + width * static_cast<double>(c);
            const double share =
                total == 0 ? 0 : static_cast<double>(counts[r][c]) / static_cast<double>(total);
            canvas->rect(x, y, width, kHeight, heat_color(share));
            canvas->text(x + width / 2, y + 16, fmt::format("{}", counts[r][c]), Anchor::middle,
                         is_bright(share) ? "#000" : "#fff");
        }
    }
    for (std::size_t c = 0; c < names.size() && c < counts.size(); ++c)
        canvas->text(left + width * (static_cast<double>(c) + 0.5), bottom + 12, names[c],
                     Anchor::middle);
    canvas->text(left, bottom + 27, kLegend);
    return canvas->finish();
}

}  // namespace dhgak
