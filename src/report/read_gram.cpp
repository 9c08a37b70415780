// SPDX-License-Identifier: MIT
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/report/figure.h"

namespace dhgak {
namespace {

constexpr std::size_t kPreamble = 10;  // magic, version, length of the header
constexpr std::size_t kMostHeader = 4096;

// Takes the text if `rest` begins with it.
bool take(std::string_view& rest, std::string_view text) {
    if (!rest.starts_with(text)) return false;
    rest.remove_prefix(text.size());
    return true;
}

// At most nine digits: the squares of such numbers are far from overflowing.
std::optional<std::uint64_t> take_number(std::string_view& rest) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const auto length = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc() || length > 9) return std::nullopt;
    rest.remove_prefix(length);
    return number;
}

struct Shape {
    std::uint64_t rows = 0, columns = 0;
};

// Of `'shape': (3, 3), `; nothing if the array has not two dimensions.
std::optional<Shape> shape_of(std::string_view header) {
    constexpr std::string_view kName = "'shape': (";
    const std::size_t at = header.find(kName);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = header.substr(at + kName.size());
    const auto rows = take_number(rest);
    if (!rows || !take(rest, ", ")) return std::nullopt;
    const auto columns = take_number(rest);
    take(rest, ",");
    while (take(rest, " ")) {
    }
    if (!columns || !take(rest, ")")) return std::nullopt;
    return Shape{.rows = *rows, .columns = *columns};
}

std::string read_bytes(std::istream& file, std::size_t count) {
    std::string bytes(count, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(count));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

}  // namespace

GramMatrix read_gram(const std::filesystem::path& path) {
    const auto refuse = [&](std::string_view reason) {
        throw InputError(fmt::format("{}: {}; `dhgak kernel -o K.npy` writes what is wanted",
                                     path.string(), reason));
    };
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);  // of plain files only
    std::ifstream file(path, std::ios::binary);
    if (error || !file) refuse("cannot be read");
    const std::string preamble = read_bytes(file, kPreamble);
    if (preamble.size() < kPreamble || preamble.compare(0, 7, "\x93NUMPY\x01") != 0)
        refuse("is not a NumPy array of version 1");
    const std::size_t length =
        static_cast<unsigned char>(preamble[8]) + 256U * static_cast<unsigned char>(preamble[9]);
    if (length > kMostHeader) refuse(fmt::format("has a header of {} bytes", length));
    const std::string header = read_bytes(file, length);
    const std::optional<Shape> shape = shape_of(header);
    if (header.find("'<f8'") == std::string::npos ||
        header.find("'fortran_order': False") == std::string::npos || !shape)
        refuse("is not a matrix of float64, row by row");
    if (shape->rows != shape->columns || shape->rows == 0) refuse("is not square");
    const std::uint64_t wanted = shape->rows * shape->rows * sizeof(double);
    if (size < kPreamble + length || size - kPreamble - length < wanted) refuse("was cut short");
    GramMatrix gram(shape->rows);
    file.read(reinterpret_cast<char*>(gram.row(0).data()), static_cast<std::streamsize>(wanted));
    if (!file) refuse("was cut short");
    for (std::size_t i = 0; i < gram.size(); ++i)
        for (const double value : gram.row(i))
            if (!std::isfinite(value))
                refuse(fmt::format("has a value in row {} that is no finite number", i));
    return gram;
}

}  // namespace dhgak
