// SPDX-License-Identifier: MIT
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/report/figure.h"

namespace dhgak {

GramMatrix read_gram(const std::filesystem::path& path) {
    const auto refuse = [&](std::string_view reason) {
        throw InputError(fmt::format("{}: {}; `dhgak kernel -o K.npy` writes what is wanted",
                                     path.string(), reason));
    };
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) refuse("cannot be read");
    if (bytes.size() < 10 || bytes.compare(0, 7, "\x93NUMPY\x01") != 0)
        refuse("is not a NumPy array of version 1");
    const std::size_t start =
        10 + static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
    const std::string header = bytes.substr(10, start - 10);
    std::smatch match;
    if (header.find("'<f8'") == std::string::npos ||
        header.find("'fortran_order': False") == std::string::npos ||
        !std::regex_search(header, match, std::regex(R"(\((\d{1,9}), (\d{1,9}),? *\))")))
        refuse("is not a matrix of float64, row by row");
    const std::size_t rows = std::stoul(match[1]), columns = std::stoul(match[2]);
    if (rows != columns || rows == 0) refuse("is not square");
    if (bytes.size() < start || (bytes.size() - start) / sizeof(double) / rows != rows)
        refuse("was cut short");
    GramMatrix gram(rows);
    std::memcpy(gram.row(0).data(), bytes.data() + start, rows * rows * sizeof(double));
    return gram;
}

}  // namespace dhgak
