// SPDX-License-Identifier: MIT
#include "report/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace dhgak {

std::unique_ptr<Canvas> make_canvas(FigureFormat format, double width, double height,
                                    std::string_view title) {
    return format == FigureFormat::pdf ? make_pdf(width, height, title)
                                       : make_svg(width, height, title);
}

std::string heat_color(double share) {
    constexpr std::array<std::array<double, 3>, 6> kColors = {{{0, 34, 78},
                                                               {53, 69, 108},
                                                               {102, 105, 112},
                                                               {148, 142, 119},
                                                               {200, 184, 102},
                                                               {254, 232, 56}}};
    const double place = std::clamp(share, 0.0, 1.0) * (kColors.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), kColors.size() - 2);
    const double part = place - static_cast<double>(below);
    std::array<int, 3> color{};
    for (std::size_t i = 0; i < 3; ++i)
        color[i] = static_cast<int>(
            std::lround((1 - part) * kColors[below][i] + part * kColors[below + 1][i]));
    return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
}

bool is_bright(double share) { return share > 0.55; }

}  // namespace dhgak
