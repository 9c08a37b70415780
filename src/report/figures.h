// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "dhgak/report/figure.h"
#include "io/json_value.h"

namespace dhgak {

// The figures of figure.h, from what run_facts tells of a file. Throw InputError if there is
// nothing to draw.
std::string folds_figure(const JsonValue& run, FigureFormat format);   // folds_figure.cpp
std::string ranks_figure(const JsonValue& run, FigureFormat format);   // ranks_figure.cpp
std::string search_figure(const JsonValue& run, FigureFormat format);  // search_figure.cpp

inline constexpr std::string_view kBlue = "#0072b2", kOrange = "#d55e00", kInk = "#000",
                                  kGrey = "#777", kPaleGrey = "#ddd", kPaleBlue = "#cfe3f1";

// Enough room on paper for a text of usual letters.
double room_for(std::string_view text);

}  // namespace dhgak
