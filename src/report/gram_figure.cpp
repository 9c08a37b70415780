// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "report/figures.h"

namespace dhgak {
namespace {

// Rows in the order of their classes; graphs of unknown class are last.
std::vector<std::size_t> class_order(const GramMatrix& gram, const Dataset* graphs) {
    std::vector<std::size_t> order(gram.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (graphs == nullptr) return order;
    if (graphs->num_graphs() != gram.size())
        throw InputError(
            fmt::format("{}: has {} graphs, but the matrix is of {}; name the graphs "
                        "that it was made from",
                        graphs->name, graphs->num_graphs(), gram.size()));
    if (graphs->targets.classes.empty())
        throw InputError(fmt::format("{}: has no classes to order by", graphs->name));
    std::ranges::stable_sort(order, {}, [&](std::size_t g) { return graphs->targets.classes[g]; });
    return order;
}

// Cells of several rows and columns, or of one each.
class Cells {
public:
    Cells(const GramMatrix& gram, const std::vector<std::size_t>& order, std::size_t most)
        : step_((gram.size() + most - 1) / most),
          count_((gram.size() + step_ - 1) / step_),
          means_(count_ * count_) {
        const auto end = [&](std::size_t cell) {
            return std::min((cell + 1) * step_, gram.size());
        };
        for (std::size_t r = 0; r < count_; ++r)
            for (std::size_t c = 0; c < count_; ++c) {
                // Divided before they are added: a sum of the largest numbers would be infinite.
                const auto count = static_cast<double>((end(r) - r * step_) * (end(c) - c * step_));
                double mean = 0;
                for (std::size_t i = r * step_; i < end(r); ++i)
                    for (std::size_t j = c * step_; j < end(c); ++j)
                        mean += gram(order[i], order[j]) / count;
                means_[r * count_ + c] = std::clamp(mean, std::numeric_limits<double>::lowest(),
                                                    std::numeric_limits<double>::max());
            }
    }

    std::size_t step() const { return step_; }
    std::size_t count() const { return count_; }
    double mean(std::size_t r, std::size_t c) const { return means_[r * count_ + c]; }
    double largest() const { return std::max(1e-300, std::ranges::max(means_)); }

private:
    std::size_t step_, count_;
    std::vector<double> means_;
};

// By class, beside the rows and above the columns.
void draw_strips(Canvas& canvas, const std::vector<std::size_t>& order, const Dataset& graphs,
                 double x, double y, double side) {
    constexpr double kWidth = 6;
    const auto count = static_cast<double>(order.size());
    for (std::size_t i = 0; i < order.size();) {
        const std::uint32_t c = graphs.targets.classes[order[i]];
        std::size_t end = i;
        while (end < order.size() && graphs.targets.classes[order[end]] == c) ++end;
        const double from = side * static_cast<double>(i) / count;
        const double length = side * static_cast<double>(end - i) / count;
        const std::string_view color = c == kUnknownClass ? kGrey : class_color(c);
        canvas.rect(x + from, y - kWidth - 2, length, kWidth, color);
        canvas.rect(x - kWidth - 2, y + from, kWidth, length, color);
        i = end;
    }
}

}  // namespace

std::string gram_figure(const GramMatrix& gram, FigureFormat format, const Dataset* graphs) {
    constexpr std::size_t kMostCells = 160;
    constexpr double kShades = 60;
    constexpr double kSide = 360, kLeft = 14, kTop = 34;
    const std::vector<std::size_t> order = class_order(gram, graphs);
    const Cells cells(gram, order, kMostCells);
    const double side = kSide / static_cast<double>(cells.count()), bottom = kTop + kSide;
    const auto canvas =
        make_canvas(format, kSide + kLeft + 8, bottom + (graphs ? 44 : 26), "similarity of graphs");
    canvas->text(
        kLeft, 13,
        fmt::format("similarity of {} graphs{}{}", gram.size(), graphs ? ", ordered by class" : "",
                    cells.step() > 1
                        ? fmt::format("; a cell is the mean of {0} x {0}", cells.step())
                        : ""));
    for (std::size_t r = 0; r < cells.count(); ++r)
        for (std::size_t c = 0; c < cells.count();) {
            // Neighbours of one colour are one rectangle, which keeps the file small.
            const auto shade = [&](std::size_t column) {
                return std::round(kShades * (cells.mean(r, column) / cells.largest())) / kShades;
            };
            std::size_t end = c + 1;
            while (end < cells.count() && shade(end) == shade(c)) ++end;
            canvas->rect(
                kLeft + side * static_cast<double>(c), kTop + side * static_cast<double>(r),
                side * (static_cast<double>(end - c) + 0.02), side * 1.02, heat_color(shade(c)));
            c = end;
        }
    draw_color_bar(*canvas, kLeft, bottom + 9, "0", fmt::format("{:.2g}", cells.largest()));
    if (graphs != nullptr) {
        draw_strips(*canvas, order, *graphs, kLeft, kTop, kSide);
        draw_class_legend(*canvas, kLeft, bottom + 36, graphs->targets.class_names);
    }
    return canvas->finish();
}

}  // namespace dhgak
