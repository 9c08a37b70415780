// SPDX-License-Identifier: MIT
#include "data_options.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/reader.h"
#include "file_options.h"
#include "run/cost.h"

namespace dhgak::cli {
namespace {

constexpr const char* kGroup = "Molecules";

void add_columns(CLI::App& command, DataFlags& flags) {
    command
        .add_option("--smiles", flags.columns.smiles_column,
                    "The column of a table that has the SMILES, by name or number from 1. If left "
                    "out: smiles, canonical_smiles, isomeric_smiles, structure or mol")
        ->group(kGroup);
    command
        .add_option("--class", flags.columns.class_column,
                    "The column (of an SDF file: field) that has the class; empty cells: not known")
        ->group(kGroup);
    command
        .add_option("--name", flags.columns.name_column,
                    "The column or field that has the molecules' names. If left out: name, id, "
                    "mol_id or the like, and of an SDF record its first line")
        ->group(kGroup);
    command
        .add_option("--bad", flags.bad,
                    "Molecules that cannot be read. fail: stop, and list them by line; skip: leave "
                    "them out with a warning")
        ->check(CLI::IsMember({"fail", "skip"}))
        ->capture_default_str()
        ->group(kGroup);
    command
        .add_option("--max-atoms", flags.columns.max_atoms,
                    "Molecules with more atoms or rings count as such that cannot be read: RDKit "
                    "may work on one of them for hours")
        ->capture_default_str()
        ->group(kGroup);
    command
        .add_option("--max-record", flags.max_record,
                    "A line or record of a file that is longer, as 64M, is refused")
        ->capture_default_str()
        ->group(kGroup);
}

}  // namespace

MoleculeOptions DataFlags::molecule_options() const {
    MoleculeOptions options = columns;
    options.atoms = atoms == "element" ? AtomLabels::element : AtomLabels::ecfp;
    options.stereo = stereo;
    options.bad = bad == "skip" ? BadMolecules::skip : BadMolecules::fail;
    options.max_record = parse_bytes(max_record);
    return options;
}

MoleculeOptions molecule_options(const DataFlags& flags, const Model& model) {
    MoleculeOptions options = flags.molecule_options();
    options.write_smiles = true;
    const std::string& wanted = model.info().atoms;
    if (wanted.empty() || !has_molecules(flags.data)) return options;
    MoleculeOptions of_model = options;
    set_atoms(of_model, wanted);
    const bool differs = (!flags.atoms.empty() && options.atoms != of_model.atoms) ||
                         (flags.stereo && !of_model.stereo);
    if (differs)
        throw ConfigError(
            fmt::format("the model was fitted with --atoms {}; leave out --atoms and --stereo, "
                        "and molecules are read as the model's were",
                        wanted));
    return of_model;
}

void add_molecule_options(CLI::App& command, DataFlags& flags) {
    add_columns(command, flags);
    command
        .add_option("--atoms", flags.atoms,
                    "What tells atoms apart. ecfp: element, connections, hydrogens, charge, ring "
                    "and aromatic, the properties that ECFP fingerprints start from; element: that "
                    "alone")
        ->check(CLI::IsMember({"ecfp", "element"}))
        ->capture_default_str()
        ->group(kGroup);
    command
        .add_flag("--stereo", flags.stereo,
                  "Tell R from S and E from Z; otherwise stereo is not looked at")
        ->group(kGroup);
}

void add_data(CLI::App& command, DataFlags& flags) {
    reads(command.add_option("DATA", flags.data, kMeaningOfData))->required();
    add_molecule_options(command, flags);
}

void add_new_data(CLI::App& command, DataFlags& flags) {
    flags.atoms.clear();
    reads(command.add_option("DATA", flags.data, kMeaningOfData))->required();
    add_columns(command, flags);
    command
        .add_option("--atoms", flags.atoms,
                    "Not needed: atoms are told apart as in the model; refused if it differs")
        ->check(CLI::IsMember({"ecfp", "element"}))
        ->group(kGroup);
    command.add_flag("--stereo", flags.stereo, "Likewise")->group(kGroup);
}

}  // namespace dhgak::cli
