// SPDX-License-Identifier: MIT
#include "sparse_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <ostream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "dhgak/io/atomic_file.h"
#include "dhgak/io/npy.h"

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

// One line a graph: its class, then index:value pairs, indices from 1. Readers of the format want
// numbers: classes with other names are numbered from 1 in the order of their names. 0 is unknown.
void write_svmlight(std::ostream& out, const SparseMatrix& features,
                    const std::vector<std::string>& classes) {
    std::map<std::string, std::string> numbers;
    for (const std::string& name : classes) numbers.emplace(name, name);
    numbers.erase("");
    if (!std::ranges::all_of(numbers,
                             [](const auto& entry) { return is_whole_number(entry.first); }))
        for (int next = 1; auto& [name, number] : numbers) number = fmt::format("{}", next++);
    numbers[""] = "0";
    for (std::size_t g = 0; g < features.num_rows(); ++g) {
        fmt::print(out, "{}", numbers.at(classes[g]));
        for (auto i = features.row_offsets[g]; i < features.row_offsets[g + 1]; ++i)
            fmt::print(out, " {}:{}", features.columns[static_cast<std::size_t>(i)] + 1,
                       features.values[static_cast<std::size_t>(i)]);
        fmt::print(out, "\n");
    }
}

}  // namespace

void append_classes(std::vector<std::string>& names, const Dataset& graphs) {
    const std::size_t before = names.size();
    names.resize(before + graphs.num_graphs());
    for (std::size_t g = 0; g < graphs.classes.size(); ++g)
        if (graphs.classes[g] != kUnknownClass)
            names[before + g] = graphs.class_names[graphs.classes[g]];
}

void write_features(const std::string& path, const std::string& format,
                    const SparseMatrix& features, const std::vector<std::string>& classes) {
    write_atomically(path, [&](std::ostream& out) {
        if (format == "npz")
            write_scipy(out, features);
        else
            write_svmlight(out, features, classes);
    });
}

}  // namespace dhgak::cli
