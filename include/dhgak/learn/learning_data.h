// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/matrix/feature_rows.h"
#include "dhgak/matrix/gram.h"
#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

enum class SvmKind {
    kernel,     // on a Gram matrix, one class against one
    linear,     // on explicit features, one class against the rest
    automatic,  // linear where linear_is_better
};

// Whether a Gram matrix, 8 bytes a pair of graphs, takes more room than features, 12 bytes an
// entry, and so much that it matters: up to 256 MiB (5,792 graphs) the kernel SVM is the faster
// one.
bool linear_is_better(std::size_t num_graphs, std::size_t num_entries);

// What is learned from: a kernel matrix, for a kernel SVM, or explicit features, for a linear one.
// A view: what it was made from must outlive it.
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

// What a model says of some graphs, one after the other.
struct Predictions {
    std::vector<std::uint32_t> classes;

    // Two classes: one number a graph, positive for the larger class number. More: one a class,
    // where the model gives them.
    std::vector<double> decisions;

    // One a class, where the model gives them.
    std::vector<double> probabilities;
};

// The cost of a graph's slack, over C, by its class: 1, or n / (k n_c) if all classes are to count
// the same, for `n` known training graphs, `n_c` of them of the class. Classes without members have
// 0.
std::vector<double> class_costs(std::span<const std::size_t> train,
                                std::span<const std::uint32_t> classes, bool balance);

}  // namespace dhgak
