// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/run/options.h"
#include "report/canvas.h"
#include "report/figures.h"
#include "settings/settings.h"

namespace dhgak {
namespace {

using Json = JsonValue::Json;

constexpr std::size_t kMostValues = 200;  // of an option

// A configuration that was tried, and its accuracy or the like; NaN where there is none.
struct Point {
    const Json& options;
    double value = 0;
};

template <typename ValueOf>
std::vector<Point> points_of(const JsonValue& all, const ValueOf& value_of) {
    std::vector<Point> points;
    all.for_each([&](const JsonValue& point) {
        points.push_back({point.at("point").json(), value_of(point)});
    });
    return points;
}

// An option and the values that were tried, in order.
struct Axis {
    std::string option;
    std::vector<Json> values;

    std::string text(std::size_t i) const {
        if (values[i].is_null()) return "-";
        return values[i].is_string() ? values[i].get<std::string>() : values[i].dump();
    }
    double widest_text() const {
        double widest = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            widest = std::max(widest, room_for(text(i)));
        return widest;
    }
    bool has(const Json& point, std::size_t i) const {
        return option.empty() || point.value(option, Json()) == values[i];
    }
};

// `rounds=2` before `rounds=10`: digits count as numbers.
bool comes_before(const Json& a, const Json& b) {
    if (!a.is_string() || !b.is_string()) return a < b;
    const auto key = [](const std::string& text) {
        std::string padded;
        for (std::size_t i = 0; i < text.size();) {
            std::size_t end = i;
            while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
            if (end > i) padded += fmt::format("{:0>20}", text.substr(i, end - i));
            if (end < text.size()) padded += text[end];
            i = end + 1;
        }
        return padded;
    };
    return key(a) < key(b);
}

// The options with several values, those with most of them first. What a kernel does not have, as
// one without slices has no H, is a value of its own.
std::vector<Axis> varied_options(const std::vector<Point>& points) {
    std::map<std::string, std::map<std::string, Json>> values;  // by option, by text
    std::map<std::string, std::size_t> holders;
    for (const Point& point : points)
        for (const auto& [name, value] : point.options.items()) {
            values[name][value.dump()] = value;
            ++holders[name];
        }
    std::vector<Axis> axes;
    for (auto& [name, of_name] : values) {
        if (holders[name] < points.size()) of_name.emplace("", Json());
        if (of_name.size() < 2) continue;
        Axis& axis = axes.emplace_back(Axis{.option = name, .values = {}});
        for (const auto& [text, value] : of_name) axis.values.push_back(value);
        std::ranges::sort(axis.values, comes_before);
    }
    std::ranges::stable_sort(axes, std::greater(), [](const Axis& a) { return a.values.size(); });
    return axes;
}

using Cells = std::vector<std::vector<double>>;  // by row and column; NaN: not tried

// Of all other options the best value counts.
Cells best_accuracies(const std::vector<Point>& points, const Axis& down, const Axis& across) {
    Cells cells(down.values.size(), std::vector<double>(across.values.size(), NAN));
    for (const Point& point : points)
        for (std::size_t r = 0; r < down.values.size(); ++r) {
            if (!down.has(point.options, r)) continue;
            for (std::size_t c = 0; c < across.values.size(); ++c)
                if (across.has(point.options, c)) cells[r][c] = std::fmax(cells[r][c], point.value);
        }
    return cells;
}

// Of the `points`, which `all` holds. Refuses more values than anybody could read.
std::string heat_map(const JsonValue& all, const std::vector<Point>& points, const Axis& down,
                     const Axis& across, const std::string& title, FigureFormat format) {
    for (const Axis* axis : {&down, &across})
        if (axis->values.size() > kMostValues)
            all.refuse(fmt::format("at most {} values of {}, or nobody could read the figure",
                                   kMostValues, axis->option));
    const Cells cells = best_accuracies(points, down, across);
    constexpr double kTop = 24, kHeight = 24;
    const double left = 12 + down.widest_text(), width = std::max(44.0, across.widest_text() + 6);
    const std::string legend =
        down.option.empty() ? fmt::format("columns: {}", across.option)
                            : fmt::format("columns: {}, rows: {}", across.option, down.option);
    const double bottom = kTop + kHeight * static_cast<double>(cells.size());
    const auto canvas =
        make_canvas(format,
                    std::max({left + width * static_cast<double>(across.values.size()) + 10,
                              room_for(title) + 8, left + room_for(legend) + 4}),
                    bottom + 34, title);
    double low = INFINITY, high = -INFINITY;
    for (const auto& row : cells)
        for (const double value : row) low = std::fmin(low, value), high = std::fmax(high, value);
    canvas->text(4, 12, title);
    for (std::size_t r = 0; r < cells.size(); ++r) {
        const double y = kTop + kHeight * static_cast<double>(r);
        canvas->text(left - 5, y + 15, down.text(r), Anchor::end);
        for (std::size_t c = 0; c < cells[r].size(); ++c) {
            if (std::isnan(cells[r][c])) continue;
            const double x = left + width * static_cast<double>(c);
            const double share = high > low ? (cells[r][c] - low) / (high - low) : 1;
            canvas->rect(x, y, width, kHeight, heat_color(share));
            canvas->text(x + width / 2, y + 15, fmt::format("{:.1f}", 100 * cells[r][c]),
                         Anchor::middle, is_bright(share) ? "#000" : "#fff");
        }
    }
    for (std::size_t c = 0; c < across.values.size(); ++c)
        canvas->text(left + width * (static_cast<double>(c) + 0.5), bottom + 12, across.text(c),
                     Anchor::middle);
    canvas->text(left, bottom + 27, legend);
    return canvas->finish();
}

// The axis of that name, or the first that is not `other`.
const Axis* choose_axis(const std::vector<Axis>& axes, const std::string& name,
                        const std::string& other) {
    for (const Axis& axis : axes)
        if (name.empty() ? axis.option != other : axis.option == name) return &axis;
    if (name.empty()) return nullptr;
    std::string known;
    for (const Axis& axis : axes) known += " " + axis.option;
    throw ConfigError(fmt::format("'{}' is no option with several values; known:{}", name, known));
}

// The options with several values: one or more.
std::vector<Axis> axes_of(const JsonValue& all, const std::vector<Point>& points) {
    std::vector<Axis> axes = varied_options(points);
    if (axes.empty()) all.refuse("several configurations; there is nothing to draw");
    return axes;
}

// As the page and the Markdown table have it: H or b down.
const Axis* axis_of_rows(const std::vector<Axis>& axes) {
    for (const char* name : {"H", "b"})
        for (const Axis& axis : axes)
            if (axis.option == name) return &axis;
    return axes.size() > 1 ? &axes[1] : nullptr;
}

const Axis& one_row() {
    static const Axis row = {.option = "", .values = {""}};
    return row;
}

}  // namespace

std::string search_figure(const JsonValue& run, FigureFormat format, const std::string& down,
                          const std::string& across) {
    const JsonValue all = run.at("search").at("points");
    const std::vector<Point> points = points_of(all, [](const JsonValue& point) {
        const auto inner = point.find("inner");
        return inner ? inner->share() : NAN;
    });
    const std::vector<Axis> axes = axes_of(all, points);
    const Axis* columns = choose_axis(axes, across, down);
    if (columns == nullptr) columns = &axes[0];
    const Axis* rows = choose_axis(axes, down, columns->option);
    if (rows == nullptr || rows == columns) rows = &one_row();
    const auto config = run.find("config");
    const auto score = config ? config->find("score") : std::nullopt;
    return heat_map(all, points, *rows, *columns,
                    fmt::format("{}: {} on inner folds (%)", run.at("dataset").at("name").text(),
                                title_of(score ? score->text() : "accuracy")),
                    format);
}

// The first dataset of a figure of the paper.
std::string paper_figure(const JsonValue& run, FigureFormat format) {
    const JsonValue plane = run.at("planes").item(0), all = plane.at("points");
    const std::vector<Point> points = points_of(all, [](const JsonValue& point) {
        const auto test = point.find("test_accuracy");
        const auto mean = test ? test->find("mean") : std::nullopt;
        return mean ? mean->share() : NAN;
    });
    const std::vector<Axis> axes = axes_of(all, points);
    const Axis* rows = axes.size() > 1 ? axis_of_rows(axes) : &one_row();
    const Axis* columns = choose_axis(axes, "", rows->option);
    return heat_map(all, points, *rows, *columns,
                    fmt::format("{}: accuracy (%)", plane.at("dataset").text()), format);
}

}  // namespace dhgak
