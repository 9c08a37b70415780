// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// Decision functions, linear in some inputs: features, or kernel values with training graphs.
struct Machines {
    // Two classes have one machine either way, positive for the second.
    enum class Scheme {
        pairs,  // (0, 1), (0, 2), ..., (1, 2), ...: positive for the second of the pair
        rest,   // one a class, positive for it
    };

    Scheme scheme = Scheme::pairs;
    std::vector<std::uint32_t> classes;  // ascending
    std::size_t num_inputs = 0;
    std::vector<double> weights;  // [input * num_machines() + machine]
    std::vector<double> offsets;  // by machine

    std::size_t num_machines() const { return offsets.size(); }

    void evaluate(std::span<const double> inputs, std::span<double> values) const;
    void evaluate(const SparseMatrix& inputs, std::size_t row, std::span<double> values) const;

    // Which class they choose by their values: the first of equals.
    std::size_t winner(std::span<const double> values) const;

    // One a class, or one for two classes: values of machines, or weights of an input, added up
    // with the signs that speak for the class.
    std::vector<double> class_sums(std::span<const double> values) const;

    // What Predictions call decision values: one for two classes, else one a class.
    std::vector<double> decisions(std::span<const double> values) const;
};

// How many machines `num_classes` take.
std::size_t count_machines(Machines::Scheme scheme, std::size_t num_classes);

}  // namespace dhgak
