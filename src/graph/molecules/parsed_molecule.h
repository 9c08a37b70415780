// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/molecule_drawing.h"

namespace dhgak {

// What is known of an atom; hydrogens that are not nodes count for the atom they sit on.
struct ParsedAtom {
    std::array<char, 3> symbol = {};  // ends with a zero; `*` where any element may be
    std::uint8_t connections = 0;     // to other atoms, hydrogens included
    std::uint8_t hydrogens = 0;
    std::int8_t charge = 0;
    bool in_ring = false;
    bool is_aromatic = false;
    char stereo = 0;  // R or S, where that was asked for and is known
};

enum class BondKind : std::uint8_t { single, double_, triple, quadruple, aromatic, dative, other };

struct ParsedBond {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    BondKind kind = BondKind::single;
    char stereo = 0;  // E or Z, where that was asked for and is known
};

// A molecule as it was read, or why it cannot be.
struct ParsedMolecule {
    std::vector<ParsedAtom> atoms;
    std::vector<ParsedBond> bonds;
    std::string scaffold;  // as canonical SMILES; empty without rings
    std::string smiles;    // canonical
    MoleculeDrawing drawing;
    std::string fault;  // empty: none
};

// What to find out beyond atoms and bonds.
struct ParseRequest {
    bool is_mol_block = false;  // the text is an MDL mol block (V2000 or V3000), else SMILES
    bool stereo = false;
    bool scaffold = false;
    bool smiles = false;
    bool drawing = false;
};

// Never throws; may run on several threads at once.
using ParseMolecule = ParsedMolecule (*)(const std::string& text, const ParseRequest& request);

}  // namespace dhgak
