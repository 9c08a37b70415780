// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "report/figures.h"

namespace dhgak {

double room_for(std::string_view text) {
    return 0.6 * kLetterSize * static_cast<double>(text.size());
}

void draw_color_bar(Canvas& canvas, double x, double y, const std::string& low,
                    const std::string& high) {
    constexpr int kSteps = 40;
    constexpr double kWidth = 100, kHeight = 8;
    const double start = x + room_for(low) + 4;
    canvas.text(x, y + kHeight, low);
    for (int i = 0; i < kSteps; ++i)
        canvas.rect(start + kWidth * i / kSteps, y, kWidth / kSteps + 0.3, kHeight,
                    heat_color((i + 0.5) / kSteps));
    canvas.text(start + kWidth + 4, y + kHeight, high);
}

void draw_unit_axes(Canvas& canvas, double x, double y, double side, const std::string& across,
                    const std::string& up) {
    for (int tick = 0; tick <= 5; ++tick) {
        const double share = tick / 5.0;
        canvas.line(x, y + side * (1 - share), x + side, y + side * (1 - share), kPaleGrey, 0.5);
        canvas.text(x - 4, y + side * (1 - share) + 3, fmt::format("{:.1f}", share), Anchor::end);
        canvas.text(x + side * share, y + side + 13, fmt::format("{:.1f}", share), Anchor::middle);
    }
    canvas.line(x, y + side, x + side, y + side, kInk);
    canvas.line(x, y, x, y + side, kInk);
    canvas.text(x + side / 2, y + side + 27, across, Anchor::middle);
    canvas.text(x - 24, y - 7, up);
}

double draw_class_legend(Canvas& canvas, double x, double y,
                         const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 12;
    for (std::size_t c = 0; c < std::min(names.size(), kMost); ++c) {
        canvas.rect(x, y - 7, 8, 8, class_color(c));
        canvas.text(x + 11, y, names[c]);
        x += 22 + room_for(names[c]);
    }
    return x;
}

}  // namespace dhgak
