// SPDX-License-Identifier: MIT
#pragma once

#include "graph/molecule_drawing.h"

namespace RDKit {
class RWMol;
}

namespace dhgak {

// The molecule's atoms in their order. Throws what RDKit throws.
MoleculeDrawing draw_with_rdkit(const RDKit::RWMol& molecule);

}  // namespace dhgak
