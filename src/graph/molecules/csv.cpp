// SPDX-License-Identifier: MIT
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "graph/molecules/records.h"
#include "graph/molecules/table.h"

namespace dhgak {
namespace {

class CsvRecords : public MoleculeRecords {
public:
    CsvRecords(const std::filesystem::path& path, const MoleculeOptions& options)
        : table_(TextLines(path, options.max_record)) {
        smiles_ = smiles_column(options);
        name_ = wanted(options.name_column, "--name");
        if (!name_)
            name_ = guess_column(table_.names(), {"name", "id", "mol_id", "molecule_id",
                                                  "compound_id", "compound", "title", "CID"});
        class_ = wanted(options.class_column, "--class");
        split_ = wanted(options.split_column, "--split");
    }

    bool has_names() const override { return name_.has_value(); }

    bool next(MoleculeRecord& record) override {
        if (!table_.next(row_)) return false;
        const auto cell = [&](std::optional<std::size_t> column) {
            return column ? std::move(row_.cells[*column]) : std::string();
        };
        // A column may be asked for twice.
        record = {.line = row_.line, .fault = std::move(row_.fault)};
        if (class_) record.class_name = class_of_cell(row_.cells[*class_]);
        if (split_) record.split = row_.cells[*split_];
        if (name_ && *name_ != smiles_) record.name = cell(name_);
        record.structure = cell(smiles_);
        if (record.fault.empty() && record.structure.empty()) record.fault = "no SMILES";
        return true;
    }

private:
    std::optional<std::size_t> wanted(const std::string& column, std::string_view option) const {
        if (column.empty()) return std::nullopt;
        return find_column(table_.place(), table_.names(), column, option);
    }

    std::size_t smiles_column(const MoleculeOptions& options) const {
        if (const auto column = wanted(options.smiles_column, "--smiles")) return *column;
        if (const auto column =
                guess_column(table_.names(),
                             {"smiles", "canonical_smiles", "isomeric_smiles", "structure", "mol"}))
            return *column;
        throw ConfigError(
            fmt::format("{}: which column has the SMILES? Name it with --smiles; there are: {}",
                        table_.place(), fmt::join(table_.names(), ", ")));
    }

    CsvTable table_;
    std::size_t smiles_ = 0;
    std::optional<std::size_t> name_, class_, split_;
    TableRow row_;
};

}  // namespace

std::unique_ptr<MoleculeRecords> open_csv(const std::filesystem::path& path,
                                          const MoleculeOptions& options) {
    return std::make_unique<CsvRecords>(path, options);
}

}  // namespace dhgak
