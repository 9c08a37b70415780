// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "dhgak/graph/molecules.h"
#include "graph/molecules/parsed_molecule.h"

namespace dhgak {

// The label of an atom: its element, or all of it as SMARTS. Small letters are aromatic, X counts
// connections, H hydrogens; R is a ring that is not aromatic, no charge is none.
std::string atom_label(const ParsedAtom& atom, AtomLabels kind);

// `single`, `aromatic`, `double (E)`.
std::string bond_label(const ParsedBond& bond);

// The kind that `bond_label` names so; `other` for names it does not use.
BondKind bond_kind(std::string_view name);

}  // namespace dhgak
