// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <variant>

#include "dhgak/matrix/feature_rows.h"
#include "dhgak/matrix/gram.h"
#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// What is learned from: a kernel matrix or explicit features. A view: what it was made from must
// outlive it.
class LearningData {
public:
    LearningData(const GramMatrix& gram) : data_(&gram) {}
    LearningData(const FeatureRows& features) : data_(&features) {}
    LearningData(const SparseMatrix& features)
        : whole_(std::make_shared<WholeFeatures>(features)), data_(whole_.get()) {}

    std::size_t num_graphs() const;
    const GramMatrix* gram() const;       // null if there are features
    const FeatureRows* features() const;  // null if there is a kernel matrix

private:
    std::shared_ptr<const FeatureRows> whole_;
    std::variant<const GramMatrix*, const FeatureRows*> data_;
};

}  // namespace dhgak
