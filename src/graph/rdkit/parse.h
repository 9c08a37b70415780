// SPDX-License-Identifier: MIT
#pragma once

#include "graph/molecules/parsed_molecule.h"

namespace dhgak {

// Hydrogens become implicit, aromaticity is RDKit's. What RDKit refuses is a fault in its words.
ParsedMolecule parse_with_rdkit(const std::string& text, const ParseRequest& request);

}  // namespace dhgak
