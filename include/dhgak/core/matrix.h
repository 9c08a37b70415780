// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

namespace dhgak {

// A row-major matrix of floats that owns its storage.
class Matrix {
public:
    Matrix() = default;
    Matrix(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols), values_(rows * cols) {}

    std::size_t rows() const { return rows_; }
    std::size_t cols() const { return cols_; }

    std::span<float> row(std::size_t r) { return {values_.data() + r * cols_, cols_}; }
    std::span<const float> row(std::size_t r) const { return {values_.data() + r * cols_, cols_}; }

    float& operator()(std::size_t r, std::size_t c) {
        assert(r < rows_ && c < cols_);
        return values_[r * cols_ + c];
    }
    float operator()(std::size_t r, std::size_t c) const {
        assert(r < rows_ && c < cols_);
        return values_[r * cols_ + c];
    }

    std::span<float> values() { return values_; }
    std::span<const float> values() const { return values_; }

    bool operator==(const Matrix&) const = default;

private:
    std::size_t rows_ = 0;
    std::size_t cols_ = 0;
    std::vector<float> values_;
};

}  // namespace dhgak
