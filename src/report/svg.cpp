// SPDX-License-Identifier: MIT
#include "report/svg.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace dhgak {

std::string escape_markup(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else if (c == '\'')
            escaped += "&#39;";
        else
            escaped += c;
    }
    return escaped;
}

Svg::Svg(double width, double height, std::string_view title)
    : text_(
          fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}pt\" "
                      "height=\"{1:g}pt\" viewBox=\"0 0 {0:g} {1:g}\" "
                      "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"9\">\n"
                      "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
                      width, height, escape_markup(title))) {}

void Svg::rect(double x, double y, double width, double height, std::string_view fill) {
    text_ += fmt::format(
        "<rect x=\"{:.5g}\" y=\"{:.5g}\" width=\"{:.5g}\" height=\"{:.5g}\" fill=\"{}\"/>\n", x, y,
        width, height, fill);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view stroke, double width,
               std::string_view dashes) {
    text_ += fmt::format(
        "<line x1=\"{:.5g}\" y1=\"{:.5g}\" x2=\"{:.5g}\" y2=\"{:.5g}\" stroke=\"{}\" "
        "stroke-width=\"{:g}\"{}/>\n",
        x1, y1, x2, y2, stroke, width,
        dashes.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", dashes));
}

void Svg::circle(double x, double y, double radius, std::string_view fill) {
    text_ += fmt::format("<circle cx=\"{:.5g}\" cy=\"{:.5g}\" r=\"{:g}\" fill=\"{}\"/>\n", x, y,
                         radius, fill);
}

void Svg::text(double x, double y, std::string_view text, Anchor anchor, std::string_view fill) {
    constexpr std::array kAnchors = {"start", "middle", "end"};
    text_ +=
        fmt::format("<text x=\"{:.5g}\" y=\"{:.5g}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x,
                    y, kAnchors[static_cast<std::size_t>(anchor)], fill, escape_markup(text));
}

std::string Svg::finish() const { return text_ + "</svg>\n"; }

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
