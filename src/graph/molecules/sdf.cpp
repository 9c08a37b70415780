// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "graph/molecules/records.h"
#include "graph/molecules/table.h"
#include "graph/molecules/text_lines.h"

namespace dhgak {
namespace {

// Records that end with `$$$$`: a mol block up to `M  END`, whose first line is the name, then data
// fields: a line `> <NAME>` and lines of text up to an empty one.
class SdfRecords : public MoleculeRecords {
public:
    SdfRecords(const std::filesystem::path& path, const MoleculeOptions& options)
        : lines_(path, options.max_record), options_(options) {
        if (!options.smiles_column.empty())
            throw ConfigError(lines_.place() +
                              ": an SDF file has structures instead of a column of SMILES; leave "
                              "--smiles out");
    }

    bool has_mol_blocks() const override { return true; }
    bool has_names() const override { return true; }

    bool next(MoleculeRecord& record) override {
        record = {.line = lines_.number() + 1};
        std::string line, field, value;
        bool is_empty = true, has_end = false, is_closed = false;
        for (std::size_t bytes = 0; !is_closed && lines_.next(line);) {
            bytes += line.size() + 1;
            if (bytes > options_.max_record) fail_long(record.line);
            is_closed = line.starts_with("$$$$");
            is_empty = is_empty && trimmed(line).empty();
            const bool field_ends = is_closed || trimmed(line).empty();
            if (!field.empty() && field_ends) keep(std::exchange(field, {}), value, record);
            if (is_closed) break;
            if (!has_end) {
                if (record.structure.empty()) record.name = trimmed(line);
                record.structure += line + '\n';
                has_end = line.starts_with("M  END");
            } else if (!field.empty()) {
                value += line + '\n';
            } else if (line.starts_with('>')) {
                field = field_name(line);
                value.clear();
            }
        }
        if (!field.empty()) keep(field, value, record);
        if (is_empty && !is_closed) return end();
        if (!has_end) record.fault = "the record has no line 'M  END'";
        ++num_records_;
        return true;
    }

private:
    [[noreturn]] void fail_long(std::size_t line) const {
        throw InputError(fmt::format("{}:{}: the record is longer than {} bytes; {}",
                                     lines_.place(), line, options_.max_record, kRaiseLongest));
    }

    static std::string field_name(const std::string& line) {
        const std::size_t begin = line.find('<'), end = line.rfind('>');
        if (begin == std::string::npos || end <= begin) return {};
        return line.substr(begin + 1, end - begin - 1);
    }

    void keep(const std::string& field, const std::string& text, MoleculeRecord& record) {
        if (fields_.size() < kMostNamed) fields_.insert(field);
        const std::string_view value = trimmed(text);
        if (is_same_name(field, options_.name_column)) {
            record.name = value;
            has_name_ = true;
        }
        if (is_same_name(field, options_.class_column)) {
            record.class_name = class_of_cell(value);
            has_class_ = true;
        }
        if (is_same_name(field, options_.split_column)) {
            record.split = value;
            has_split_ = true;
        }
    }

    // Only the whole file tells whether a field is there.
    bool end() const {
        if (num_records_ == 0)
            throw InputError(lines_.place() + ": the file is empty, expected records of molecules");
        require(has_name_, options_.name_column, "--name");
        require(has_class_, options_.class_column, "--class");
        require(has_split_, options_.split_column, "--split");
        return false;
    }

    void require(bool is_there, const std::string& field, std::string_view option) const {
        if (is_there || field.empty()) return;
        throw ConfigError(fmt::format(
            "{}: no field '{}' for {}; there {}", lines_.place(), field, option,
            fields_.empty() ? "are none" : fmt::format("are: {}", fmt::join(fields_, ", "))));
    }

    static constexpr std::size_t kMostNamed = 30;

    TextLines lines_;
    MoleculeOptions options_;
    std::set<std::string> fields_;  // the first ones, for messages
    bool has_name_ = false, has_class_ = false, has_split_ = false;
    std::size_t num_records_ = 0;
};

}  // namespace

std::unique_ptr<MoleculeRecords> open_sdf(const std::filesystem::path& path,
                                          const MoleculeOptions& options) {
    return std::make_unique<SdfRecords>(path, options);
}

}  // namespace dhgak
