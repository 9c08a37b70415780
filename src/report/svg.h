// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dhgak {

// For text between tags and in quoted attributes, of HTML and SVG.
std::string escape_markup(std::string_view text);

enum class Anchor { start, middle, end };

// A figure in the making; y grows downwards, lengths are points.
class Svg {
public:
    Svg(double width, double height, std::string_view title);

    void rect(double x, double y, double width, double height, std::string_view fill);
    void line(double x1, double y1, double x2, double y2, std::string_view stroke, double width = 1,
              std::string_view dashes = {});
    void circle(double x, double y, double radius, std::string_view fill);
    void text(double x, double y, std::string_view text, Anchor anchor = Anchor::start,
              std::string_view fill = "#000");

    std::string finish() const;

private:
    std::string text_;
};

// From dark blue (0) over grey to yellow (1), even in lightness and for the colour-blind: cividis
// (Nunez, Anderton, Renslow, PLoS ONE 2018) by some of its colours.
std::string heat_color(double share);
bool is_bright(double share);

}  // namespace dhgak
