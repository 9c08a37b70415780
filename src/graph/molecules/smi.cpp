// SPDX-License-Identifier: MIT
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "graph/molecules/records.h"
#include "graph/molecules/table.h"

namespace dhgak {
namespace {

// Cells between tabs, if the line has any, or else between blanks.
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    const bool has_tabs = line.find('\t') != std::string_view::npos;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(has_tabs ? '\t' : ' '), line.size());
        cells.emplace_back(trimmed(line.substr(0, end)));
        line.remove_prefix(std::min(end + 1, line.size()));
        if (!has_tabs) line = trimmed(line);
    }
    return cells;
}

// A line a molecule: SMILES, then its name, or further columns where one of them is asked for.
class SmiRecords : public MoleculeRecords {
public:
    SmiRecords(const std::filesystem::path& path, const MoleculeOptions& options)
        : lines_(path, options.max_record) {
        if (!read_line())
            throw InputError(lines_.place() +
                             ": the file is empty, expected SMILES and a name on each line");
        names_ = cells_of(line_);
        has_line_ = !guess_column({names_.front()}, {"smiles"});
        if (has_line_)  // a molecule: columns have numbers only
            for (std::size_t c = 0; c < names_.size(); ++c) names_[c] = std::to_string(c + 1);
        smiles_ = wanted(options.smiles_column, "--smiles").value_or(0);
        name_ = wanted(options.name_column, "--name");
        class_ = wanted(options.class_column, "--class");
        split_ = wanted(options.split_column, "--split");
        name_is_rest_ = smiles_ == 0 && !name_ && !class_ && !split_;
        if (!name_ && !name_is_rest_ && smiles_ == 0 && class_ != 1U && split_ != 1U) name_ = 1;
    }

    bool has_names() const override { return name_ || name_is_rest_; }

    bool next(MoleculeRecord& record) override {
        if (!has_line_ && !read_line()) return false;
        has_line_ = false;
        const std::vector<std::string> cells = cells_of(line_);
        const auto cell = [&](std::optional<std::size_t> column) {
            return column && *column < cells.size() ? cells[*column] : std::string();
        };
        record = {.line = lines_.number(),
                  .structure = cell(smiles_),
                  .name = cell(name_),
                  .class_name = class_of_cell(cell(class_)),
                  .split = cell(split_)};
        if (name_is_rest_)
            record.name = trimmed(std::string_view(line_).substr(record.structure.size()));
        if (record.structure.empty()) record.fault = "no SMILES";
        return true;
    }

private:
    bool read_line() {
        do {
            if (!lines_.next(line_)) return false;
            line_ = trimmed(line_);
        } while (line_.empty());
        return true;
    }

    std::optional<std::size_t> wanted(const std::string& column, std::string_view option) const {
        if (column.empty()) return std::nullopt;
        return find_column(lines_.place(), names_, column, option);
    }

    TextLines lines_;
    std::string line_;
    bool has_line_ = false;  // that was read and is the next record
    std::vector<std::string> names_;
    std::size_t smiles_ = 0;
    std::optional<std::size_t> name_, class_, split_;
    bool name_is_rest_ = false;
};

}  // namespace

std::unique_ptr<MoleculeRecords> open_smi(const std::filesystem::path& path,
                                          const MoleculeOptions& options) {
    return std::make_unique<SmiRecords>(path, options);
}

}  // namespace dhgak
