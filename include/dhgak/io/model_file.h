// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// A model in the making: named arrays and named small values, written as one safetensors file whose
// metadata holds the values as JSON.
//
// Every part of a model writes under a name of its own: `writer.at("align").at("hop3")` adds
// `align.hop3.centers`. Writers made by `at` share what they collect.
class ModelWriter {
public:
    ModelWriter();

    ModelWriter at(std::string_view part) const;

    // Arrays are copied. Names must be new.
    void add(std::string_view name, const Matrix& values) const;
    void add(std::string_view name, std::span<const float> values) const;
    void add(std::string_view name, std::span<const double> values) const;
    void add(std::string_view name, std::span<const std::int32_t> values) const;
    void add(std::string_view name, std::span<const std::uint32_t> values) const;
    void add(std::string_view name, std::span<const std::int64_t> values) const;

    void set(std::string_view name, std::string_view value) const;
    void set(std::string_view name, const char* value) const { set(name, std::string_view(value)); }
    void set(std::string_view name, double value) const;
    void set(std::string_view name, std::int64_t value) const;
    void set(std::string_view name, std::size_t value) const;
    void set(std::string_view name, bool value) const;
    void set(std::string_view name, const std::vector<std::string>& values) const;

    // Whole or not at all; the same content gives the same bytes. Throws InputError where a text
    // is not UTF-8 or has control characters: no reader would take it.
    void write(const std::filesystem::path& path) const;

private:
    struct Content;
    std::shared_ptr<Content> content_;
    std::string prefix_;
};

// Real numbers of a model are at most that large, and where only positive ones make sense at least
// its inverse: products of two of them, and sums of these, are finite.
inline constexpr double kLargestOfModel = 1e100;

// A model file that was opened and checked: its format, its version and a checksum over everything
// in it. Each getter throws InputError, naming the file and the part, where that is missing, of
// another type or shape, not finite, too large or out of range, or where a text has control
// characters: a model that loads is whole.
class ModelReader {
public:
    explicit ModelReader(const std::filesystem::path& path);

    ModelReader at(std::string_view part) const;
    bool has(std::string_view name) const;

    Matrix matrix(std::string_view name) const;
    std::vector<float> floats(std::string_view name) const;
    std::vector<double> doubles(std::string_view name) const;
    std::vector<std::int64_t> offsets(std::string_view name) const;  // from 0, never falling
    std::vector<std::int64_t> counts(std::string_view name) const;   // none negative

    // Whole numbers from `least` to `most`.
    std::vector<std::int32_t> integers(std::string_view name, std::int32_t least,
                                       std::int32_t most) const;
    std::vector<std::uint32_t> numbers(std::string_view name, std::uint32_t most) const;

    std::string text(std::string_view name) const;
    double number(std::string_view name) const;
    double number(std::string_view name, double least, double most) const;
    double positive(std::string_view name) const;
    std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most) const;
    bool flag(std::string_view name) const;
    std::vector<std::string> texts(std::string_view name) const;

    // For what only the part itself can judge, like two arrays that must fit each other.
    [[noreturn]] void refuse(std::string_view name, std::string_view reason) const;
    void require(bool is_right, std::string_view name, std::string_view reason) const {
        if (!is_right) refuse(name, reason);
    }

    const std::filesystem::path& path() const;

private:
    struct Content;
    std::shared_ptr<const Content> content_;
    std::string prefix_;
};

}  // namespace dhgak
