// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
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
// The matrix as a heat map from 0 to its largest value, with a colour bar; of many graphs,
// neighbouring ones share a cell that shows their mean, and the figure says so. With `graphs`,
// those of a class stand together, and strips show the classes, by their names in the dataset.
// Throws InputError if the dataset has another number of graphs, or no classes.
std::string gram_figure(const GramMatrix& gram, FigureFormat format = FigureFormat::svg,
                        const Dataset* graphs = nullptr);

struct RunFigureOptions {
    // What to draw: empty for what the run is, `folds` for `cv`, `search`, `ranks` for `compare`,
    // `paper` for `reproduce`; of the folds also `confusion`, and of two classes, with `data`,
    // `roc`, `precision-recall`, `reliability`.
    std::string kind;
    std::optional<Dataset> data;  // the run's graphs, which tell true classes
    std::string down, across;     // options of a search; empty: those with most values
    DisplayNames names;           // of classes
};

// Throws InputError if the file has nothing of the kind, ConfigError if there is no such kind, or
// it needs data.
std::string run_figure(const RunFile& file, FigureFormat format = FigureFormat::svg,
                       const RunFigureOptions& options = {});

struct ModelFigureOptions {
    // `map` (kernel PCA), `neighbors` (t-SNE), `graph`: one graph, its nodes by what they did to
    // the decision.
    std::string kind = "map";
    std::size_t graph = 0;
    DisplayNames names;  // of classes and labels
};

// What a model makes of the graphs. Throws ConfigError for another kind, or a kernel without
// features that are sums over nodes; InputError if there is no such graph.
std::string model_figure(const Model& model, const Dataset& graphs,
                         FigureFormat format = FigureFormat::svg,
                         const ModelFigureOptions& options = {});

}  // namespace dhgak
