// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dhgak {

// An array to be written, borrowed: its values and its shape, row-major.
struct ArrayView {
    std::variant<std::span<const float>, std::span<const double>, std::span<const std::int32_t>,
                 std::span<const std::int64_t>, std::string_view>
        values;  // a string_view is written as a zero-dimensional byte string
    std::vector<std::size_t> shape;
};

struct NamedArray {
    std::string name;
    ArrayView array;
};

// NumPy's .npy format, version 1.0.
void write_npy(std::ostream& out, const ArrayView& array);

// NumPy's .npz format: a zip of .npy files, stored without compression (zip64 where needed).
void write_npz(std::ostream& out, std::span<const NamedArray> arrays);

}  // namespace dhgak
