// SPDX-License-Identifier: MIT
#include "dhgak/report/display_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "io/read_text.h"

namespace dhgak {
namespace {

// Fields between commas; in quotes a comma is a letter, and two quotes are one.
std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"')
            fields.back() += line[++i];
        else if (line[i] == '"')
            is_quoted = !is_quoted;
        else if (line[i] == ',' && !is_quoted)
            fields.emplace_back();
        else
            fields.back() += line[i];
    }
    return fields;
}

std::string meaning(const std::map<std::string, std::string>& meanings, const std::string& name) {
    const auto found = meanings.find(name);
    return found == meanings.end() ? name : found->second;
}

}  // namespace

std::string DisplayNames::of_class(const std::string& name) const { return meaning(classes, name); }
std::string DisplayNames::of_label(const std::string& name) const { return meaning(labels, name); }

std::vector<std::string> DisplayNames::of_classes(std::vector<std::string> names) const {
    for (std::string& name : names) name = of_class(name);
    return names;
}

DisplayNames parse_display_names(std::string_view text, const std::string& file) {
    DisplayNames names;
    std::set<std::pair<std::string, std::string>> meant;  // class or label, and its meaning
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line.starts_with('#')) continue;
        const auto refuse = [&](const std::string& why) {
            throw InputError(fmt::format("{}:{}: {}", file, number, why));
        };
        const std::vector<std::string> fields = fields_of(line);
        if (fields.size() != 3 || (fields[0] != "class" && fields[0] != "label") ||
            fields[2].empty())
            refuse("a line is class,NAME,MEANING or label,NAME,MEANING");
        auto& meanings = fields[0] == "class" ? names.classes : names.labels;
        if (!meant.emplace(fields[0], fields[2]).second)
            refuse(fmt::format("two names mean '{}'; give each a meaning of its own", fields[2]));
        if (!meanings.emplace(fields[1], fields[2]).second)
            refuse(fmt::format("{} '{}' is there twice", fields[0], fields[1]));
    }
    return names;
}

DisplayNames read_display_names(const std::filesystem::path& path) {
    return parse_display_names(read_text(path), path.string());
}

std::filesystem::path names_beside(const std::filesystem::path& data) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(data, ignored)) return {};
    const std::filesystem::path folder = data.has_filename() ? data : data.parent_path();
    const std::filesystem::path file = folder / (folder.filename().string() + "_names.txt");
    return std::filesystem::exists(file, ignored) ? file : std::filesystem::path();
}

DisplayNames names_of(const std::filesystem::path& file, const std::filesystem::path& data) {
    if (!file.empty()) return read_display_names(file);
    const std::filesystem::path beside = names_beside(data);
    if (beside.empty()) return {};
    return parse_display_names(read_plain_text(beside), beside.string());
}

}  // namespace dhgak
