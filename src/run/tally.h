// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/run/document.h"
#include "dhgak/run/model.h"

namespace dhgak {

// How right a model was on graphs whose class is known after all. Classes are matched by name: a
// new file may number them otherwise, and may have some that the model never saw.
class Tally {
public:
    explicit Tally(const Model& model);

    // Graphs of unknown class are passed over.
    void add(const Dataset& graphs, const Predictions& predictions);

    bool empty() const { return total_ == 0; }

    // Accuracy, AUROC and average precision of two classes, and who was taken for whom.
    Document document() const;

private:
    std::size_t num_known() const;

    std::vector<std::string> names_;  // the model's, then others that turned up
    std::size_t num_model_classes_ = 0;
    std::size_t low_ = 0, high_ = 0;  // the two that a decision value is about
    std::map<std::string, std::size_t> number_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts_;  // of true and said
    std::size_t right_ = 0;
    std::size_t total_ = 0;
    std::vector<double> decisions_;  // of two classes
    std::vector<bool> is_positive_;
};

}  // namespace dhgak
