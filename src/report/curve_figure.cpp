// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/figures.h"
#include "report/packed.h"

namespace dhgak {
namespace {

constexpr double kCurveSide = 240, kCurveLeft = 36, kCurveTop = 40;

// What run_facts made of the run's predictions; the file itself has no such members.
using Json = JsonValue::Json;

using Point = std::pair<double, double>;

void draw_line(Canvas& canvas, const std::vector<Point>& points, std::string_view color,
               double width, std::string_view dashes = {}) {
    for (std::size_t i = 1; i < points.size(); ++i)
        canvas.line(kCurveLeft + kCurveSide * points[i - 1].first,
                    kCurveTop + kCurveSide * (1 - points[i - 1].second),
                    kCurveLeft + kCurveSide * points[i].first,
                    kCurveTop + kCurveSide * (1 - points[i].second), color, width, dashes);
}

std::unique_ptr<Canvas> unit_canvas(const JsonValue& run, FigureFormat format,
                                    const std::string& what, const std::string& across,
                                    const std::string& up) {
    auto canvas =
        make_canvas(format, kCurveLeft + kCurveSide + 20, kCurveTop + kCurveSide + 36, what);
    canvas->text(4, 12, fmt::format("{}: {}", run.at("dataset").at("name").text(), what));
    draw_unit_axes(*canvas, kCurveLeft, kCurveTop, kCurveSide, across, up);
    return canvas;
}

// Decisions in ten groups of equal size: how many of each are truly of the second class.
std::string reliability(const JsonValue& run, FigureFormat format) {
    const Json& decisions = run.at("decisions").json();
    const std::vector<std::uint32_t> steps = unpack(decisions.at("d").get<std::string>());
    const std::string second = decisions.at("second").get<std::string>();
    const double low = decisions.at("low").get<double>();
    const std::string class_name = run.at("dataset").at("class_names").item(1).text();
    constexpr std::size_t kGroups = 10;
    std::vector<Point> means;  // decision and share, the highest first
    for (std::size_t g = 0; g < kGroups; ++g) {
        const std::size_t begin = g * steps.size() / kGroups;
        const std::size_t end = (g + 1) * steps.size() / kGroups;
        if (begin == end) continue;
        Point sum;
        for (std::size_t i = begin; i < end; ++i) {
            sum.first += low + steps[i] / 1000.0;
            sum.second += second.at(i) == '1';
        }
        means.emplace_back(sum.first / static_cast<double>(end - begin),
                           sum.second / static_cast<double>(end - begin));
    }
    if (means.size() < 2) run.at("folds").refuse("two decisions or more");
    std::ranges::reverse(means);
    const double first = means.front().first, range = std::max(1e-9, means.back().first - first);
    const auto canvas = make_canvas(format, kCurveLeft + kCurveSide + 20,
                                    kCurveTop + kCurveSide + 36, "reliability");
    canvas->text(4, 12,
                 fmt::format("{}: what a decision is worth, ten groups of equal size",
                             run.at("dataset").at("name").text()));
    for (int tick = 0; tick <= 5; ++tick) {
        const double y = kCurveTop + kCurveSide * (1 - tick / 5.0);
        canvas->line(kCurveLeft, y, kCurveLeft + kCurveSide, y, kPaleGrey, 0.5);
        canvas->text(kCurveLeft - 4, y + 3, fmt::format("{:.1f}", tick / 5.0), Anchor::end);
        canvas->text(kCurveLeft + kCurveSide * tick / 5, kCurveTop + kCurveSide + 13,
                     fmt::format("{:.2g}", first + range * tick / 5), Anchor::middle);
    }
    canvas->line(kCurveLeft, kCurveTop + kCurveSide, kCurveLeft + kCurveSide,
                 kCurveTop + kCurveSide, kInk);
    canvas->line(kCurveLeft, kCurveTop, kCurveLeft, kCurveTop + kCurveSide, kInk);
    canvas->text(kCurveLeft + kCurveSide / 2, kCurveTop + kCurveSide + 27, "decision value",
                 Anchor::middle);
    canvas->text(kCurveLeft - 24, kCurveTop - 7, fmt::format("share that is truly {}", class_name));
    std::vector<Point> places;
    places.reserve(means.size());
    for (const Point& mean : means) places.emplace_back((mean.first - first) / range, mean.second);
    draw_line(*canvas, places, kGrey, 1);
    for (const Point& place : places)
        canvas->circle(kCurveLeft + kCurveSide * place.first,
                       kCurveTop + kCurveSide * (1 - place.second), 3, kBlue);
    return canvas->finish();
}

}  // namespace

std::string curve_figure(const JsonValue& run, const std::string& kind, FigureFormat format) {
    if (kind == "reliability") return reliability(run, format);
    const Json& curves = run.at("curves").json();
    const bool is_roc = kind == "roc";
    const auto canvas = is_roc ? unit_canvas(run, format, "ROC, all folds in one",
                                             "false positives", "true positives")
                               : unit_canvas(run, format, "precision and recall, all folds in one",
                                             "recall", "precision");
    const double share = curves.at("share").get<double>();
    draw_line(
        *canvas,
        is_roc ? std::vector<Point>{{0, 0}, {1, 1}} : std::vector<Point>{{0, share}, {1, share}},
        kGrey, 1, "4 3");
    draw_line(*canvas, curves.at(is_roc ? "roc" : "precision_recall").get<std::vector<Point>>(),
              kBlue, 1.6);
    return canvas->finish();
}

}  // namespace dhgak
