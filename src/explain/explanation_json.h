// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "explain/explanation_report.h"
#include "run/render/json.h"

namespace dhgak {

// The graph around a slice's node, with labels as names.
Json json_of(const RootedGraph& slice, const Graph& graph, const std::vector<std::string>& labels);

// The columns that explanations name, each once, under the numbers that they are named by.
class NamedColumns {
public:
    NamedColumns(const Explainer& explainer, const TrainingIndex* training)
        : explainer_(explainer), training_(training) {}

    std::size_t number_of(const ColumnScore& column);
    bool has(const ColumnScore& column) const {
        return numbers_.contains({column.level, column.column});
    }
    std::size_t size() const { return columns_.size(); }
    Json json() const;

private:
    Json json_of_column(const ColumnScore& column) const;

    const Explainer& explainer_;
    const TrainingIndex* training_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers_;
    std::vector<ColumnScore> columns_;
};

// One member a line, and in lists of objects one object a line.
std::string lines_of(const Json& json);

}  // namespace dhgak
