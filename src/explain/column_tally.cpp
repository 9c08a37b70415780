// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <tuple>

#include "dhgak/explain/explain.h"

namespace dhgak {

void ColumnTally::add(const GraphExplanation& graph) {
    sums_.resize(graph.functions.size());
    for (std::size_t f = 0; f < sums_.size(); ++f)
        for (const ColumnScore& column : graph.functions[f].columns)
            sums_[f][{column.level, column.column}].by_prediction[graph.predicted] += column.score;
    ++num_graphs_[graph.predicted];
}

std::vector<ClassColumns> ColumnTally::most_important(const Explainer& explainer) const {
    std::vector<ClassColumns> result;
    const auto add = [&](std::size_t function, double sign, std::uint32_t for_class) {
        double num_inside = 0, num_outside = 0;
        for (const auto& [c, count] : num_graphs_)
            (c == for_class ? num_inside : num_outside) += static_cast<double>(count);
        ClassColumns& columns = result.emplace_back();
        columns.for_class = for_class;
        for (const auto& [place, sums] : sums_[function]) {
            ImportantColumn column;
            column.level = place.first;
            column.column = place.second;
            for (const auto& [c, sum] : sums.by_prediction)
                (c == for_class ? column.mean_inside : column.mean_outside) +=
                    sum / (c == for_class ? num_inside : num_outside);
            column.score = column.mean_inside - column.mean_outside;
            if (sign * column.mean_inside > 0 && sign * column.score > 0)
                columns.columns.push_back(column);
        }
        std::ranges::sort(columns.columns, {}, [](const ImportantColumn& column) {
            return std::tuple(-std::abs(column.score), column.level, column.column);
        });
    };
    for (std::size_t f = 0; f < sums_.size(); ++f) add(f, 1, explainer.class_of(f));
    if (sums_.size() == 1) add(0, -1, explainer.model().predictor().classes()[0]);
    return result;
}

}  // namespace dhgak
