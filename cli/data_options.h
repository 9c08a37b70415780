// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "dhgak/graph/molecules.h"
#include "dhgak/run/model.h"
#include "settings.h"

namespace dhgak::cli {

inline constexpr const char* kMeaningOfData =
    "A TU folder, a TU zip, molecules in a .csv, .smi or .sdf file, or 'demo'";

inline constexpr const char* kMeaningOfNames =
    "What classes and labels mean: a file of lines class,1,mutagenic or label,0,C. Where nothing "
    "is said, NAME_names.txt in a folder NAME of DATA, if it is there";

// DATA and settings, as they were typed.
struct DataFlags {
    std::string data;
    GivenSettings given;

    MoleculeOptions molecule_options() const;
};

// For graphs that a model is applied to: atoms are read as the model's were. Throws ConfigError if
// the command line says otherwise.
MoleculeOptions molecule_options(const DataFlags& flags, const Model& model);

void add_data(CLI::App& command, DataFlags& flags);
void add_molecule_options(CLI::App& command, DataFlags& flags);  // without DATA

// DATA that a model is applied to.
void add_new_data(CLI::App& command, DataFlags& flags);

}  // namespace dhgak::cli
