// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/kernel/gram.h"
#include "dhgak/learn/learning_data.h"

namespace dhgak {

// A Gram matrix laid out once as libsvm reads it; any subset of its graphs is trained on and
// predicted as a view, without copying kernel values.
class SvmGram {
public:
    explicit SvmGram(const GramMatrix& gram);
    ~SvmGram();
    SvmGram(SvmGram&&) noexcept;
    SvmGram& operator=(SvmGram&&) noexcept;

    std::size_t size() const;

private:
    friend class SvmModel;
    struct Rows;
    std::unique_ptr<Rows> rows_;
};

// A C-SVM (libsvm, one against one) on some graphs of a Gram matrix, which must outlive it.
class SvmModel {
public:
    // `train` are graphs, `classes` the class of every graph of the matrix; `balance` makes the
    // training graphs of every class cost the same, see class_costs.
    SvmModel(const SvmGram& gram, std::span<const std::size_t> train,
             std::span<const std::uint32_t> classes, double C, bool balance = false);
    ~SvmModel();
    SvmModel(SvmModel&&) noexcept;
    SvmModel& operator=(SvmModel&&) noexcept;

    std::uint32_t predict(std::size_t graph) const;

    // Signed distance of a two-class model, positive for class 1; for AUROC.
    double decision(std::size_t graph) const;

    // The decision function of each pair of classes (0, 1), (0, 2), ..., (1, 2), ..., positive for
    // the second class of the pair: offset + sum of coefficient * kernel with that graph.
    struct Coefficient {
        std::size_t graph = 0;
        double value = 0;
    };
    struct Machines {
        std::vector<std::uint32_t> classes;  // ascending
        std::vector<std::vector<Coefficient>> coefficients;
        std::vector<double> offsets;
    };
    Machines machines() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dhgak
