// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// A molecule as chemists draw it, without colours: the skeletal formula.
struct MoleculeDrawing {
    // y grows downwards; a usual bond has length 1.
    struct Atom {
        double x = 0;
        double y = 0;
        std::string text;  // isotope, symbol, hydrogens, charge: `O`, `NH2`, `13CH3`, `N+`, `O-`;
                           // empty for a carbon that only the bonds show
    };

    // Which lines show a bond. A double bond has its second line beside the first, or both beside
    // the middle; a wedge has its point at `from`.
    enum class Stroke : char {
        single = '-',
        double_middle = '=',
        double_left = 'l',  // seen from `from` to `to`
        double_right = 'r',
        triple = '#',
        wedge = 'w',   // towards the reader
        hashed = 'h',  // away from the reader
        wavy = '~',    // stereo not known
        dashed = '.',  // dative, or no usual bond
    };

    struct Bond {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        Stroke stroke = Stroke::single;
    };

    std::vector<Atom> atoms;
    std::vector<Bond> bonds;
};

// Graph `g` drawn by RDKit, from the mol block or SMILES in the dataset's columns: atoms are the
// graph's nodes in their order. A mol block with places in the plane keeps them.
//
// Nothing where the graph is no molecule, where text and graph do not agree atom by atom, or where
// RDKit is missing or cannot draw it. May run on several threads at once.
std::optional<MoleculeDrawing> depict_molecule(const Dataset& dataset, std::size_t g);

}  // namespace dhgak
