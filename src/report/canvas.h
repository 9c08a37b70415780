// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "dhgak/report/figure.h"

namespace dhgak {

enum class Anchor { start, middle, end };

// A figure in the making; y grows downwards, lengths are points, colours `#rgb` or `#rrggbb`.
class Canvas {
public:
    virtual ~Canvas() = default;

    virtual void rect(double x, double y, double width, double height, std::string_view fill) = 0;
    virtual void line(double x1, double y1, double x2, double y2, std::string_view stroke,
                      double width = 1, std::string_view dashes = {}) = 0;
    virtual void circle(double x, double y, double radius, std::string_view fill) = 0;
    virtual void text(double x, double y, std::string_view text, Anchor anchor = Anchor::start,
                      std::string_view fill = "#000") = 0;

    // The whole file.
    virtual std::string finish() const = 0;
};

inline constexpr double kLetterSize = 9;

// White paper.
std::unique_ptr<Canvas> make_canvas(FigureFormat format, double width, double height,
                                    std::string_view title);
std::unique_ptr<Canvas> make_svg(double width, double height, std::string_view title);  // svg.cpp
std::unique_ptr<Canvas> make_pdf(double width, double height, std::string_view title);  // pdf.cpp

// From dark blue (0) over grey to yellow (1), even in lightness and for the colour-blind: cividis
// (Nunez, Anderton, Renslow, PLoS ONE 2018) by some of its colours.
std::string heat_color(double share);
bool is_bright(double share);

}  // namespace dhgak
