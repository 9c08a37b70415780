// SPDX-License-Identifier: MIT
#include "graph/label_order.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace dhgak {
namespace {

std::optional<std::int64_t> parse_number(std::string_view text) {
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    const bool is_usual = digits.size() == 1 || !digits.starts_with('0');
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (!is_usual || error != std::errc() || stop != end || text == "-0") return std::nullopt;
    return value;
}

// The numbers of a row; empty for a text.
std::vector<std::int64_t> parse_row(std::string_view name) {
    std::vector<std::int64_t> row;
    while (true) {
        const std::size_t end = std::min(name.find(','), name.size());
        const std::optional<std::int64_t> number = parse_number(name.substr(0, end));
        if (!number) return {};
        row.push_back(*number);
        if (end == name.size()) return row;
        name.remove_prefix(end + 1);
    }
}

struct Entry {
    std::string name;
    std::vector<std::int64_t> row;
    std::size_t old_place;

    bool operator<(const Entry& other) const {
        if (row.empty() != other.row.empty()) return !row.empty();
        return row.empty() ? name < other.name : row < other.row;
    }
};

}  // namespace

std::vector<std::uint32_t> sort_label_names(std::vector<std::string>& names) {
    std::vector<Entry> entries;
    entries.reserve(names.size());
    for (std::string& name : names) {
        std::vector<std::int64_t> row = parse_row(name);
        entries.push_back({std::move(name), std::move(row), entries.size()});
    }
    std::ranges::sort(entries, [](const Entry& a, const Entry& b) { return a < b; });
    std::vector<std::uint32_t> new_place(names.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        names[i] = std::move(entries[i].name);
        new_place[entries[i].old_place] = static_cast<std::uint32_t>(i);
    }
    return new_place;
}

}  // namespace dhgak
