// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "dhgak/matrix/gram.h"
#include "dhgak/report/report_page.h"

namespace dhgak {

// A Gram matrix that `dhgak kernel` wrote: NumPy's .npy, square, of float64. Throws InputError,
// naming the file and what is wrong.
GramMatrix read_gram(const std::filesystem::path& path);

// PDF has the letters of Latin-1 only; others become question marks.
enum class FigureFormat { svg, pdf };

// Single figures for papers, as the bytes of a file, the same for every call.
//
// The matrix as a heat map from 0 to its largest value; of many graphs, neighbouring ones share a
// cell that shows their mean.
std::string gram_figure(const GramMatrix& gram, FigureFormat format = FigureFormat::svg);

// What the run is: accuracy by fold for `cv`, a heat map over the two options with most values for
// `search`, mean ranks with their critical difference for `compare`. Throws InputError if the file
// is none of these.
std::string run_figure(const RunFile& file, FigureFormat format = FigureFormat::svg);

}  // namespace dhgak
