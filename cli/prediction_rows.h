// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "dhgak/run/model.h"

namespace dhgak::cli {

enum class RowFormat { csv, jsonl };

// Writes predictions row by row: `graph,class,decision` for two classes, one `decision:NAME` per
// class for more, then one `probability:NAME` per class where they are wanted. As JSON lines the
// same names are fields. Graphs are numbered from 0.
class PredictionRows {
public:
    PredictionRows(const Model& model, RowFormat format, bool probability, std::ostream& out);

    void write(const Predictions& predictions);

private:
    void write_csv(const Predictions& predictions, std::size_t graph);
    void write_jsonl(const Predictions& predictions, std::size_t graph);

    RowFormat format_;
    std::ostream& out_;
    std::vector<std::string> class_names_;  // of the dataset
    std::vector<std::string> decisions_;    // names of columns
    std::vector<std::string> probabilities_;
    std::size_t next_graph_ = 0;
};

}  // namespace dhgak::cli
