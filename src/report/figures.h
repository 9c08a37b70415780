// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/report/figure.h"
#include "io/json_value.h"
#include "report/canvas.h"

namespace dhgak {

// The figures of figure.h, from what run_facts tells of a file. Throw InputError if there is
// nothing to draw.
std::string folds_figure(const JsonValue& run, FigureFormat format);  // folds_figure.cpp
std::string ranks_figure(const JsonValue& run, FigureFormat format);  // ranks_figure.cpp
std::string search_figure(const JsonValue& run, FigureFormat format,  // search_figure.cpp
                          const std::string& down = {}, const std::string& across = {});
std::string paper_figure(const JsonValue& run, FigureFormat format);      // search_figure.cpp
std::string confusion_figure(const JsonValue& run, FigureFormat format);  // confusion_figure.cpp

// curve_figure.cpp; `kind`: roc, precision-recall or reliability. The run has `curves`.
std::string curve_figure(const JsonValue& run, const std::string& kind, FigureFormat format);

inline constexpr std::string_view kBlue = "#0072b2", kOrange = "#d55e00", kInk = "#000",
                                  kGrey = "#777", kPaleGrey = "#ddd", kPaleBlue = "#cfe3f1";

// Of classes, as the page has them.
inline constexpr std::array<std::string_view, 8> kClassColors = {
    "#0072b2", "#d55e00", "#007a5a", "#a3528a", "#7a6a00", "#3a8fbf", "#8c564b", "#6b6b6b"};
inline std::string_view class_color(std::size_t c) { return kClassColors[c % kClassColors.size()]; }

// Enough room on paper for a text of usual letters.
double room_for(std::string_view text);

// What colours mean: a strip from dark to bright with both ends named.
void draw_color_bar(Canvas& canvas, double x, double y, const std::string& low,
                    const std::string& high);

// A square with two axes from 0 to 1, `side` wide, its upper left corner at (x, y).
void draw_unit_axes(Canvas& canvas, double x, double y, double side, const std::string& across,
                    const std::string& up);

// Names of classes with their colours, side by side; where the line ends.
double draw_class_legend(Canvas& canvas, double x, double y, const std::vector<std::string>& names);

}  // namespace dhgak
