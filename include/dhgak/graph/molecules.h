// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// What the label of an atom says.
enum class AtomLabels {
    ecfp,     // what ECFP fingerprints begin with, as SMARTS: `[CX4H3]`, `[nX3H1]`, `[OX1H0-]`
    element,  // `C`, `Cl`
};

// What happens to a molecule that cannot be read.
enum class BadMolecules {
    fail,  // InputError that counts them all and names the first by line
    skip,  // it is left out, and a warning says so
};

// How molecules become graphs, and where a file says what. Hydrogens are never nodes.
struct MoleculeOptions {
    AtomLabels atoms = AtomLabels::ecfp;
    bool stereo = false;  // labels tell R from S and E from Z
    BadMolecules bad = BadMolecules::fail;

    // Columns of a table, by the name in its first line or by number from 1; fields of an SDF file,
    // by name. Empty: for SMILES and names what docs/molecules.md lists; no classes; no splits.
    std::string smiles_column;
    std::string name_column;
    std::string class_column;
    std::string split_column;

    // What is refused before RDKit sees it: more atoms or rings in a molecule than RDKit is quick
    // with, more bytes in a line or record of a file than a molecule needs.
    std::size_t max_atoms = 2000;
    std::size_t max_record = std::size_t{16} << 20;

    bool scaffolds = false;     // find each molecule's Bemis-Murcko scaffold
    bool write_smiles = false;  // of an SDF file's molecules, too
    bool mol_blocks = false;    // keep those of an SDF file, which it takes to draw its molecules

    bool operator==(const MoleculeOptions&) const = default;
};

// Names of Dataset::columns that readers of molecules fill: the line of the file, and what the
// options ask for and the file has.
inline constexpr const char* kLineColumn = "line";
inline constexpr const char* kNameColumn = "name";
inline constexpr const char* kSmilesColumn = "smiles";
inline constexpr const char* kMolBlockColumn = "mol_block";
inline constexpr const char* kScaffoldColumn = "scaffold";
inline constexpr const char* kSplitColumn = "split";

// Molecules in memory, in their order, through RDKit, side by side. `line` counts them from 1, and
// tells after a skip which are left. Columns of the options are not used.
//
// Throws InputError for what cannot be read, unless that is to be skipped, and ConfigError with the
// remedy where RDKit is missing.
Dataset read_smiles(std::span<const std::string> smiles, const MoleculeOptions& options = {});

// What a file says of one molecule, as text.
struct MoleculeRecord {
    std::size_t line = 0;    // where it begins, from 1
    std::string structure;   // SMILES or a mol block
    std::string name;        // empty: none
    std::string class_name;  // empty: not known
    std::string split;
    std::string fault;  // why it cannot be used; empty: it can
};

// The molecules of a file as they are written, for those who have RDKit of their own.
struct MoleculeTexts {
    std::vector<MoleculeRecord> records;
    bool are_mol_blocks = false;  // of an SDF file; else SMILES
};

// Reads columns, names and classes as `read_dataset` does, without RDKit. Throws InputError or
// ConfigError for a file that cannot be told apart into molecules, or is of no kind that is known.
MoleculeTexts read_molecule_texts(const std::filesystem::path& path,
                                  const MoleculeOptions& options = {});

// How `Dataset::atoms` and models name it: `ecfp`, `element`, with `+stereo`. Parsing sets `atoms`
// and `stereo` and throws ConfigError for another text.
std::string atoms_text(const MoleculeOptions& options);
void set_atoms(MoleculeOptions& options, const std::string& text);

}  // namespace dhgak
