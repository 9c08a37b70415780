// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dhgak {

// What a structure has as it is written, explicit hydrogens included. Rings are those that SMILES
// close by numbers, and bonds beyond a tree's in a mol block.
struct WrittenSize {
    std::size_t atoms = 0;
    std::size_t rings = 0;
};

WrittenSize size_of_smiles(std::string_view smiles);
WrittenSize size_of_mol_block(std::string_view block);

// Why a molecule is not given to RDKit, which needs minutes for some of 10,000 atoms and cannot be
// stopped meanwhile; empty if it is small enough: neither more atoms nor more rings than
// `max_atoms`.
std::string size_fault(std::string_view structure, bool is_mol_block, std::size_t max_atoms);

}  // namespace dhgak
