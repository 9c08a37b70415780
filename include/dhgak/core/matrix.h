// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "dhgak/core/large_block.h"

namespace dhgak {

// A row-major matrix of floats that owns its storage.
class Matrix {
public:
    Matrix() = default;
    Matrix(std::size_t rows, std::size_t cols)
        : rows_(rows), cols_(cols), values_(rows * cols, 0.0f) {}

    // A matrix of whatever was in memory, to be filled by many threads: zeroing gigabytes by one
    // thread first would take longer than filling them.
    static Matrix for_overwrite(std::size_t rows, std::size_t cols) {
        Matrix matrix;
        matrix.rows_ = rows;
        matrix.cols_ = cols;
        matrix.values_ = std::vector<float, Unfilled>(rows * cols);
        return matrix;
    }

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
    // Leaves the values that nobody gives as they are.
    struct Unfilled {
        using value_type = float;
        template <typename>
        struct rebind {
            using other = Unfilled;
        };
        float* allocate(std::size_t size) {
            return static_cast<float*>(allocate_block(size * sizeof(float)));
        }
        void deallocate(float* values, std::size_t size) noexcept {
            free_block(values, size * sizeof(float));
        }
        template <typename... Args>
        void construct(float* place, Args&&... args) {
            if constexpr (sizeof...(Args) == 0)
                ::new (static_cast<void*>(place)) float;
            else
                ::new (static_cast<void*>(place)) float(std::forward<Args>(args)...);
        }
        bool operator==(const Unfilled&) const = default;
    };

    std::size_t rows_ = 0;
    std::size_t cols_ = 0;
    std::vector<float, Unfilled> values_;
};

}  // namespace dhgak
