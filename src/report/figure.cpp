// SPDX-License-Identifier: MIT
#include "dhgak/report/figure.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "io/json_value.h"
#include "report/canvas.h"
#include "report/figures.h"
#include "report/run_facts.h"

namespace dhgak {

double room_for(std::string_view text) {
    return 0.6 * kLetterSize * static_cast<double>(text.size());
}

std::string gram_figure(const GramMatrix& gram, FigureFormat format) {
    constexpr std::size_t kMostCells = 100;
    constexpr double kSide = 360, kTop = 20;
    const std::size_t step = std::max<std::size_t>(1, (gram.size() + kMostCells - 1) / kMostCells);
    const std::size_t cells = (gram.size() + step - 1) / step;
    const auto end = [&](std::size_t cell) { return std::min((cell + 1) * step, gram.size()); };
    std::vector<double> means(cells * cells);
    for (std::size_t r = 0; r < cells; ++r)
        for (std::size_t c = 0; c < cells; ++c) {
            // Divided before they are added: a sum of the largest numbers would be infinite.
            const auto count = static_cast<double>((end(r) - r * step) * (end(c) - c * step));
            double mean = 0;
            for (std::size_t i = r * step; i < end(r); ++i)
                for (std::size_t j = c * step; j < end(c); ++j) mean += gram(i, j) / count;
            means[r * cells + c] = std::clamp(mean, std::numeric_limits<double>::lowest(),
                                              std::numeric_limits<double>::max());
        }
    const double largest = std::max(1e-300, std::ranges::max(means));
    const double side = kSide / static_cast<double>(cells);
    const auto canvas = make_canvas(format, kSide + 10, kSide + kTop + 10, "similarity of graphs");
    canvas->text(5, 13,
                 fmt::format("similarity of {} graphs, from 0 (dark) to {:.2g} (bright)",
                             gram.size(), largest));
    for (std::size_t r = 0; r < cells; ++r)
        for (std::size_t c = 0; c < cells; ++c)
            canvas->rect(5 + side * static_cast<double>(c), kTop + side * static_cast<double>(r),
                         side * 1.02, side * 1.02, heat_color(means[r * cells + c] / largest));
    return canvas->finish();
}

std::string run_figure(const RunFile& file, FigureFormat format) {
    std::vector<std::string> notes;
    const Json facts = run_facts(file, std::nullopt, notes);
    const JsonValue run(facts, file.name);
    if (run.has("search")) return search_figure(run, format);
    if (run.has("compare")) return ranks_figure(run, format);
    if (run.has("folds") && run.at("folds").size() > 0) return folds_figure(run, format);
    throw InputError(
        fmt::format("{}: has nothing to draw; a run of cv, search or compare has", file.name));
}

}  // namespace dhgak
