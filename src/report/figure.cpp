// SPDX-License-Identifier: MIT
#include "dhgak/report/figure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/run/document.h"
#include "report/canvas.h"
#include "report/run_facts.h"

namespace dhgak {
namespace {

constexpr std::string_view kBlue = "#0072b2", kOrange = "#d55e00", kInk = "#000", kGrey = "#777";

// Numbers of cells by row and column; NaN where there is none.
struct Cells {
    std::vector<std::string> rows, columns;
    std::vector<std::vector<double>> values;
};

std::string heat_map(const Cells& cells, const std::string& title, const std::string& down,
                     const std::string& across, FigureFormat format) {
    constexpr double kLeft = 70, kTop = 24, kWidth = 44, kHeight = 24;
    double low = INFINITY, high = -INFINITY;
    for (const auto& row : cells.values)
        for (const double value : row)
            if (!std::isnan(value)) low = std::min(low, value), high = std::max(high, value);
    const double range = high > low ? high - low : 1;
    const auto canvas =
        make_canvas(format, kLeft + kWidth * static_cast<double>(cells.columns.size()) + 10,
                    kTop + kHeight * static_cast<double>(cells.rows.size()) + 34, title);
    canvas->text(4, 12, title);
    for (std::size_t r = 0; r < cells.rows.size(); ++r) {
        const double y = kTop + kHeight * static_cast<double>(r);
        canvas->text(kLeft - 5, y + 15, cells.rows[r], Anchor::end);
        for (std::size_t c = 0; c < cells.columns.size(); ++c) {
            const double value = cells.values[r][c];
            const double x = kLeft + kWidth * static_cast<double>(c);
            if (std::isnan(value)) continue;
            const double share = (value - low) / range;
            canvas->rect(x, y, kWidth, kHeight, heat_color(share));
            canvas->text(x + kWidth / 2, y + 15, fmt::format("{:.1f}", 100 * value), Anchor::middle,
                         is_bright(share) ? "#000" : "#fff");
        }
    }
    const double bottom = kTop + kHeight * static_cast<double>(cells.rows.size());
    for (std::size_t c = 0; c < cells.columns.size(); ++c)
        canvas->text(kLeft + kWidth * (static_cast<double>(c) + 0.5), bottom + 12, cells.columns[c],
                     Anchor::middle);
    canvas->text(kLeft, bottom + 27, fmt::format("columns: {}, rows: {}", across, down));
    return canvas->finish();
}

// Options with the most values that were tried, and the best accuracy of each pair of values.
std::string search_figure(const Json& run, FigureFormat format) {
    std::map<std::string, std::map<std::string, Json>> values;  // by option, by text
    for (const Json& point : run["search"]["points"])
        for (const auto& [name, value] : point.at("point").items())
            values[name][value.dump()] = value;
    std::vector<std::string> options;
    for (const auto& [name, of_name] : values)
        if (of_name.size() > 1) options.push_back(name);
    std::ranges::stable_sort(options, std::greater(),
                             [&](const std::string& name) { return values[name].size(); });
    if (options.empty()) throw InputError("tried one configuration only: there is nothing to draw");
    const std::string across = options[0], down = options.size() > 1 ? options[1] : options[0];
    const auto sorted = [&](const std::string& name) {
        std::vector<Json> list;
        for (const auto& [text, value] : values[name]) list.push_back(value);
        std::ranges::sort(list, [](const Json& a, const Json& b) { return a < b; });
        return list;
    };
    const std::vector<Json> rows = sorted(down), columns = sorted(across);
    Cells cells;
    const auto text = [](const Json& value) {
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    for (const Json& column : columns) cells.columns.push_back(text(column));
    for (const Json& row : rows) {
        cells.rows.push_back(text(row));
        std::vector<double>& line = cells.values.emplace_back(columns.size(), NAN);
        for (const Json& point : run["search"]["points"])
            for (std::size_t c = 0; c < columns.size(); ++c)
                if (point["point"].value(down, Json()) == row &&
                    point["point"].value(across, Json()) == columns[c] &&
                    point["inner"].is_number())
                    line[c] = std::isnan(line[c]) ? point["inner"].get<double>()
                                                  : std::max(line[c], point["inner"].get<double>());
    }
    return heat_map(
        cells,
        fmt::format("{}: accuracy on inner folds (%)", run["dataset"]["name"].get<std::string>()),
        down, across, format);
}

std::string folds_figure(const Json& run, FigureFormat format) {
    constexpr double kLeft = 40, kRight = 330, kTop = 26, kBottom = 200;
    const double majority = run["dataset"]["majority"], mean = run["accuracy"]["mean"];
    double low = majority;
    for (const Json& fold : run["folds"]) low = std::min(low, fold["accuracy"].get<double>());
    low = std::max(0.0, std::floor(low * 10 - 0.2) / 10);
    const auto y = [&](double value) {
        return kBottom - (std::clamp(value, low, 1.0) - low) / (1 - low) * (kBottom - kTop);
    };
    const auto canvas = make_canvas(format, kRight + 80, kBottom + 30, "accuracy by fold");
    canvas->text(4, 12,
                 fmt::format("{}: accuracy by fold", run["dataset"]["name"].get<std::string>()));
    for (double tick = low; tick < 1.001; tick += 0.1) {
        canvas->line(kLeft, y(tick), kRight, y(tick), "#ddd", 0.5);
        canvas->text(kLeft - 5, y(tick) + 3, fmt::format("{:.0f} %", 100 * tick), Anchor::end);
    }
    if (run["accuracy"].contains("interval95")) {
        const double from = run["accuracy"]["interval95"][0], to = run["accuracy"]["interval95"][1];
        canvas->rect(kLeft, y(to), kRight - kLeft, y(from) - y(to), "#cfe3f1");
    }
    canvas->line(kLeft, y(mean), kRight, y(mean), kBlue, 1.5);
    canvas->text(kRight + 4, y(mean) + 3, fmt::format("mean {:.1f} %", 100 * mean));
    canvas->line(kLeft, y(majority), kRight, y(majority), kInk, 1, "4 3");
    canvas->text(kRight + 4, y(majority) + 3, fmt::format("majority {:.1f} %", 100 * majority));
    const auto count = static_cast<double>(run["folds"].size());
    double place = 0.5;
    for (const Json& fold : run["folds"])
        canvas->circle(kLeft + (kRight - kLeft) * place++ / count, y(fold["accuracy"]), 3, kOrange);
    canvas->text((kLeft + kRight) / 2, kBottom + 16, fmt::format("{} folds", run["folds"].size()),
                 Anchor::middle);
    return canvas->finish();
}

// Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", JMLR 7, 2006.
std::string ranks_figure(const Json& run, FigureFormat format) {
    std::vector<std::pair<double, std::string>> ranks;
    for (const Json& kernel : run["compare"].at("kernels"))
        if (kernel.contains("mean_rank"))
            ranks.emplace_back(kernel["mean_rank"], kernel.at("kernel"));
    std::ranges::sort(ranks);
    if (ranks.size() < 2)
        throw InputError(
            "has no mean ranks: they need two kernels or more on two datasets or more");
    const double difference = run["compare"].value("critical_difference", 0.0);
    const auto count = static_cast<double>(ranks.size());
    const std::size_t half = (ranks.size() + 1) / 2;
    constexpr double kLeft = 120, kRight = 400, kTop = 34;
    const auto x = [&](double rank) { return kLeft + (rank - 1) / (count - 1) * (kRight - kLeft); };
    const auto canvas =
        make_canvas(format, kRight + 120, kTop + 30 + 16 * static_cast<double>(half), "mean ranks");
    canvas->text(4, 12,
                 fmt::format("mean rank, 1 is best; critical difference {:.2f}", difference));
    canvas->line(kLeft, kTop, kRight, kTop, kInk);
    for (double rank = 1; rank <= count; ++rank) {
        canvas->line(x(rank), kTop - 4, x(rank), kTop, kInk);
        canvas->text(x(rank), kTop - 7, fmt::format("{:g}", rank), Anchor::middle);
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const bool is_left = i < half;
        const double y = kTop + 24 + 16 * static_cast<double>(is_left ? i : ranks.size() - 1 - i);
        const double end = is_left ? kLeft - 4 : kRight + 4;
        canvas->line(x(ranks[i].first), kTop, x(ranks[i].first), y, kGrey, 0.8);
        canvas->line(x(ranks[i].first), y, end, y, kGrey, 0.8);
        canvas->text(is_left ? end - 3 : end + 3, y + 3,
                     fmt::format("{} {:.2f}", ranks[i].second, ranks[i].first),
                     is_left ? Anchor::end : Anchor::start);
    }
    double bar = kTop + 6;
    std::size_t reached = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1].first - ranks[i].first < difference)
            ++last;
        if (last == i || last <= reached) continue;
        reached = last;
        canvas->line(x(ranks[i].first) - 2, bar, x(ranks[last].first) + 2, bar, kOrange, 3);
        bar += 4;
    }
    return canvas->finish();
}

}  // namespace

std::string gram_figure(const GramMatrix& gram, FigureFormat format) {
    constexpr std::size_t kMostCells = 100;
    constexpr double kSide = 360, kTop = 20;
    const std::size_t cells = std::min(gram.size(), kMostCells);
    const auto first = [&](std::size_t cell) { return cell * gram.size() / cells; };
    std::vector<double> means(cells * cells);
    for (std::size_t r = 0; r < cells; ++r)
        for (std::size_t c = 0; c < cells; ++c) {
            double sum = 0;
            for (std::size_t i = first(r); i < first(r + 1); ++i)
                for (std::size_t j = first(c); j < first(c + 1); ++j) sum += gram(i, j);
            means[r * cells + c] =
                sum / static_cast<double>((first(r + 1) - first(r)) * (first(c + 1) - first(c)));
        }
    const double largest = std::max(1e-300, std::ranges::max(means));
    const double side = kSide / static_cast<double>(cells);
    const auto canvas = make_canvas(format, kSide + 10, kSide + kTop + 10, "similarity of graphs");
    canvas->text(5, 13,
                 fmt::format("similarity of {} graphs, from 0 (dark) to {:.2g} (bright)",
                             gram.size(), largest));
    for (std::size_t r = 0; r < cells; ++r)
        for (std::size_t c = 0; c < cells; ++c)
            canvas->rect(5 + side * static_cast<double>(c), kTop + side * static_cast<double>(r),
                         side * 1.02, side * 1.02, heat_color(means[r * cells + c] / largest));
    return canvas->finish();
}

std::string run_figure(const RunFile& file, FigureFormat format) {
    const Json run = run_facts(file, std::nullopt);
    try {
        if (run.contains("search")) return search_figure(run, format);
        if (run.contains("compare")) return ranks_figure(run, format);
        if (run.contains("folds") && !run["folds"].empty()) return folds_figure(run, format);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", file.name, error.what()));
    } catch (const Json::exception& error) {
        throw InputError(fmt::format("{}: is not a result of dhgak: {}", file.name, error.what()));
    }
    throw InputError(
        fmt::format("{}: has nothing to draw; a run of cv, search or compare has", file.name));
}

}  // namespace dhgak
