// SPDX-License-Identifier: MIT
#include "sparse_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <ostream>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "io/atomic_file.h"
#include "io/npy.h"

namespace dhgak::cli {
namespace {

// What scipy.sparse.load_npz reads.
void write_scipy(std::ostream& out, const SparseMatrix& features) {
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(features.num_rows()),
                                             static_cast<std::int64_t>(features.num_cols)};
    const std::vector<NamedArray> arrays = {
        {"indices", {std::span<const std::int32_t>(features.columns), {features.num_entries()}}},
        {"indptr",
         {std::span<const std::int64_t>(features.row_offsets), {features.row_offsets.size()}}},
        {"format", {std::string_view("csr"), {}}},
        {"shape", {std::span<const std::int64_t>(shape), {2}}},
        {"data", {std::span<const double>(features.values), {features.num_entries()}}}};
    write_npz(out, arrays);
}

bool is_whole_number(const std::string& text) {
    long long number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    return parsed.ec == std::errc() && parsed.ptr == end;
}

// Readers of the format want numbers: where a class is not called by one, classes are numbered from
// 1 as `names` has them, then those that are in `classes` only. An unknown one is 0, or nan where a
// class is called 0.
std::map<std::string, std::string> number_classes(std::vector<std::string> names,
                                                  const std::vector<std::string>& classes) {
    for (const std::string& name : std::set(classes.begin(), classes.end()))
        if (!name.empty() && std::ranges::count(names, name) == 0) names.push_back(name);
    const bool are_numbers = std::ranges::all_of(names, is_whole_number);
    std::map<std::string, std::string> numbers;
    for (std::size_t i = 0; i < names.size(); ++i)
        numbers[names[i]] = are_numbers ? names[i] : fmt::format("{}", i + 1);
    numbers[""] = are_numbers && numbers.contains("0") ? "nan" : "0";
    return numbers;
}

// One line a graph: its class, then index:value pairs, indices from 1.
void write_svmlight(std::ostream& out, const SparseMatrix& features, const RowClasses& rows) {
    const std::map<std::string, std::string> numbers = number_classes(rows.names, rows.of_row);
    for (std::size_t g = 0; g < features.num_rows(); ++g) {
        fmt::print(out, "{}", numbers.at(rows.of_row[g]));
        for (auto i = features.row_offsets[g]; i < features.row_offsets[g + 1]; ++i)
            fmt::print(out, " {}:{}", features.columns[static_cast<std::size_t>(i)] + 1,
                       features.values[static_cast<std::size_t>(i)]);
        fmt::print(out, "\n");
    }
}

}  // namespace

void RowClasses::append(const Dataset& graphs) {
    const std::size_t before = of_row.size();
    of_row.resize(before + graphs.num_graphs());
    for (std::size_t g = 0; g < graphs.targets.classes.size(); ++g)
        if (graphs.targets.classes[g] != kUnknownClass)
            of_row[before + g] = graphs.targets.class_names[graphs.targets.classes[g]];
}

void write_features(const std::string& path, const std::string& format,
                    const SparseMatrix& features, const RowClasses& classes) {
    write_atomically(path, [&](std::ostream& out) {
        if (format == "npz")
            write_scipy(out, features);
        else
            write_svmlight(out, features, classes);
    });
}

}  // namespace dhgak::cli
