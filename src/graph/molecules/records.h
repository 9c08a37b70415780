// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "dhgak/graph/molecules.h"

namespace dhgak {

// The molecules of a file, one after the other.
class MoleculeRecords {
public:
    virtual ~MoleculeRecords() = default;

    virtual bool has_mol_blocks() const { return false; }
    virtual bool has_names() const = 0;

    // False at the end. Throws InputError where the rest of the file cannot be told apart.
    virtual bool next(MoleculeRecord& record) = 0;
};

// Throw InputError for what can be seen at once, and ConfigError for a column that is not there.
std::unique_ptr<MoleculeRecords> open_csv(const std::filesystem::path& path,
                                          const MoleculeOptions& options);  // csv.cpp
std::unique_ptr<MoleculeRecords> open_smi(const std::filesystem::path& path,
                                          const MoleculeOptions& options);  // smi.cpp
std::unique_ptr<MoleculeRecords> open_sdf(const std::filesystem::path& path,
                                          const MoleculeOptions& options);  // sdf.cpp

// A class as a cell writes it: empty where it says that there is none (`NA`, `NaN`), and `1` for
// `1.0`, which tables with empty cells often have.
std::string class_of_cell(std::string_view cell);

}  // namespace dhgak
