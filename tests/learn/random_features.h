// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "dhgak/matrix/gram.h"
#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

struct RandomFeatures {
    SparseMatrix features;
    std::vector<std::uint32_t> classes;
};

// Rows of unit length with some small counts; columns c, c + k, ... are `signal` times as likely
// for a graph of class c of k. Columns come with multiples of themselves.
inline RandomFeatures random_features(std::size_t size, std::uint32_t num_classes, double signal,
                                      std::uint64_t seed, std::int32_t num_cols = 60) {
    Random random(seed);
    RandomFeatures problem;
    problem.features.num_cols = static_cast<std::size_t>(num_cols);
    for (std::size_t g = 0; g < size; ++g) {
        const auto c = static_cast<std::uint32_t>(random.below(num_classes));
        problem.classes.push_back(c);
        for (std::int32_t column = 0; column + 1 < num_cols; ++column) {
            if (column % 4 == 1) continue;
            const bool is_own = static_cast<std::uint32_t>(column) / 2 % num_classes == c;
            if (random.uniform() > 0.15 * (is_own ? signal : 1)) continue;
            const double count = 1 + static_cast<double>(random.below(3));
            problem.features.columns.push_back(column);
            problem.features.values.push_back(count);
            if (column % 4 == 0) {  // its multiple
                problem.features.columns.push_back(column + 1);
                problem.features.values.push_back(2 * count);
            }
        }
        problem.features.row_offsets.push_back(std::ssize(problem.features.values));
    }
    normalize_rows(problem.features);
    return problem;
}

inline GramMatrix gram_of(const SparseMatrix& features) {
    GramMatrix gram(features.num_rows());
    add_inner_products(gram, features);
    mirror(gram);
    return gram;
}

}  // namespace dhgak
