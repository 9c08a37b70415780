// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "dhgak/run/model.h"

namespace dhgak::cli {

enum class RowFormat { csv, jsonl };

struct RowOptions {
    RowFormat format = RowFormat::csv;
    bool probability = false;
    bool safe_csv = false;  // names that a spreadsheet takes for formulas get a ' in front
};

// Writes predictions row by row: `graph,class,decision` for two classes, one `decision:NAME` per
// class for more, then one `probability:NAME` per class where they are wanted. As JSON lines the
// same names are fields. Graphs are numbered from 0. What the graphs have of names comes after the
// number.
class PredictionRows {
public:
    PredictionRows(const Model& model, const RowOptions& options, std::ostream& out);

    // Beside the predictions stand the columns that the graphs have: names, SMILES.
    void write(const Dataset& graphs, const Predictions& predictions);

    // After the last of them.
    void finish();

private:
    void write_header(const std::vector<GraphColumn>& columns);
    void write_csv(const Dataset& graphs, const Predictions& predictions, std::size_t graph);
    void write_jsonl(const Dataset& graphs, const Predictions& predictions, std::size_t graph);

    std::string cell(const std::string& name) const;

    RowOptions options_;
    std::ostream& out_;
    std::vector<std::string> class_names_;  // of the dataset
    std::vector<std::string> decisions_;    // names of columns
    std::vector<std::string> probabilities_;
    std::size_t next_graph_ = 0;
    bool has_header_ = false;
};

}  // namespace dhgak::cli
