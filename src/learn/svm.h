// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/matrix/gram.h"

namespace dhgak {

struct SvmRows;

// A Gram matrix, which must outlive it, and its values in single precision: any subset of its
// graphs can be trained on.
class SvmGram {
public:
    explicit SvmGram(const GramMatrix& gram);
    explicit SvmGram(GramMatrix&&) = delete;
    ~SvmGram();
    SvmGram(SvmGram&&) noexcept;
    SvmGram& operator=(SvmGram&&) noexcept;

    std::size_t size() const;

private:
    friend class SvmModel;
    friend class SvmPath;
    std::unique_ptr<SvmRows> rows_;
};

// A C-SVM, one class against one, on some graphs of a Gram matrix, which must outlive it: the
// problem that libsvm solves, to the same tolerance, in a third to a ninth of the time. It can be
// interrupted; after ten million moves it stops where it is, as libsvm does, and says so.
class SvmModel {
public:
    // `train` are graphs, `classes` the class of every graph of the matrix; `balance` makes the
    // training graphs of every class cost the same, see class_costs.
    SvmModel(const SvmGram& gram, std::span<const std::size_t> train,
             std::span<const std::uint32_t> classes, double C, bool balance = false);

    // By votes; the first of equals.
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
    const Machines& machines() const { return machines_; }

private:
    double value_of(std::size_t machine, std::size_t graph) const;

    const GramMatrix* gram_;
    Machines machines_;
};

}  // namespace dhgak
