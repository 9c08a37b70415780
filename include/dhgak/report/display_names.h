// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dhgak {

// What classes and node labels mean, by the names that files give them: `1` is mutagenic, `0` is C.
// For pages and figures alone: what is learned and matched keeps the names of the files.
struct DisplayNames {
    std::map<std::string, std::string> classes;
    std::map<std::string, std::string> labels;

    bool empty() const { return classes.empty() && labels.empty(); }

    // What a name means; the name itself where nothing is said.
    std::string of_class(const std::string& name) const;
    std::string of_label(const std::string& name) const;
    std::vector<std::string> of_classes(std::vector<std::string> names) const;
};

// Lines `class,NAME,MEANING` or `label,NAME,MEANING`; a name may have commas in it where it is in
// quotes, as in CSV. Empty lines and lines that begin with # do not count. Throws InputError, with
// file and line, for another line, a name that is there twice, and a meaning that two names have.
DisplayNames read_display_names(const std::filesystem::path& path);
DisplayNames parse_display_names(std::string_view text, const std::string& file);

// Of a folder of the TU collection: NAME_names.txt, if there is one. Empty: there is none.
std::filesystem::path names_beside(const std::filesystem::path& data);

// The names in the file, or where none is given, in the file beside the data.
DisplayNames names_of(const std::filesystem::path& file, const std::filesystem::path& data);

}  // namespace dhgak
