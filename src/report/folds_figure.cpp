// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "report/canvas.h"
#include "report/figures.h"

namespace dhgak {
namespace {

// Two texts beside their lines, moved apart where they would overlap.
void label_lines(Canvas& canvas, double x, double y1, const std::string& text1, double y2,
                 const std::string& text2) {
    constexpr double kLineHeight = 11;
    const double missing = std::max(0.0, kLineHeight - std::abs(y1 - y2)) / 2;
    const double shift = y1 <= y2 ? -missing : missing;
    canvas.text(x, y1 + shift + 3, text1);
    canvas.text(x, y2 - shift + 3, text2);
}

}  // namespace

std::string folds_figure(const JsonValue& run, FigureFormat format) {
    constexpr double kLeft = 40, kRight = 330, kTop = 26, kBottom = 200;
    const JsonValue dataset = run.at("dataset"), accuracy = run.at("accuracy");
    const double majority = dataset.at("majority").share(), mean = accuracy.at("mean").share();
    std::vector<double> folds;
    run.at("folds").for_each(
        [&](const JsonValue& fold) { folds.push_back(fold.at("accuracy").share()); });
    double low = majority;
    for (const double fold : folds) low = std::min(low, fold);
    low = std::clamp(std::floor(low * 10 - 0.2) / 10, 0.0, 0.9);
    const auto y = [&](double value) {
        return kBottom - (std::clamp(value, low, 1.0) - low) / (1 - low) * (kBottom - kTop);
    };
    const auto canvas = make_canvas(format, kRight + 140, kBottom + 30, "accuracy by fold");
    canvas->text(4, 12, fmt::format("{}: accuracy by fold", dataset.at("name").text()));
    for (double tick = low; tick < 1.001; tick += 0.1) {
        canvas->line(kLeft, y(tick), kRight, y(tick), kPaleGrey, 0.5);
        canvas->text(kLeft - 5, y(tick) + 3, fmt::format("{:.0f} %", 100 * tick), Anchor::end);
    }
    if (const auto interval = accuracy.find("interval95")) {
        const double from = interval->item(0).number(), to = interval->item(1).number();
        canvas->rect(kLeft, y(to), kRight - kLeft, y(from) - y(to), kPaleBlue);
    }
    canvas->line(kLeft, y(mean), kRight, y(mean), kBlue, 1.5);
    canvas->line(kLeft, y(majority), kRight, y(majority), kInk, 1, "4 3");
    label_lines(*canvas, kRight + 4, y(mean), fmt::format("mean {:.1f} %", 100 * mean), y(majority),
                fmt::format("most frequent class {:.1f} %", 100 * majority));
    double place = 0.5;
    for (const double fold : folds)
        canvas->circle(kLeft + (kRight - kLeft) * place++ / static_cast<double>(folds.size()),
                       y(fold), 3, kOrange);
    canvas->text((kLeft + kRight) / 2, kBottom + 16, fmt::format("{} folds", folds.size()),
                 Anchor::middle);
    return canvas->finish();
}

}  // namespace dhgak
