// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <utility>

#include "dhgak/core/error.h"
#include "dhgak/graph/molecules.h"
#include "graph/molecule_drawing.h"
#include "graph/molecules/labels.h"
#include "graph/rdkit/plugin.h"

namespace dhgak {
namespace {

bool has_labels(const Dataset& dataset, const Graph& graph, const std::vector<ParsedAtom>& atoms,
                AtomLabels kind) {
    return std::ranges::equal(graph.labels, atoms,
                              [&](std::uint32_t label, const ParsedAtom& atom) {
                                  return dataset.label_names[label] == atom_label(atom, kind);
                              });
}

bool has_bonds(const Graph& graph, const std::vector<ParsedBond>& bonds) {
    return graph.num_arcs() == 2 * bonds.size() &&
           std::ranges::all_of(bonds, [&](const ParsedBond& bond) {
               return std::ranges::binary_search(graph.neighbors(bond.from), bond.to);
           });
}

// Mol blocks first: where there are some, SMILES were written from them, with atoms in another
// order.
std::pair<std::span<const std::string>, bool> structures_of(const Dataset& dataset) {
    const auto blocks = column_of(dataset, kMolBlockColumn);
    return blocks.empty() ? std::pair(column_of(dataset, kSmilesColumn), false)
                          : std::pair(blocks, true);
}

}  // namespace

std::optional<MoleculeDrawing> depict_molecule(const Dataset& dataset, std::size_t g) {
    const auto [structures, are_mol_blocks] = structures_of(dataset);
    if (dataset.atoms.empty() || structures.empty()) return std::nullopt;
    try {
        MoleculeOptions options;
        set_atoms(options, dataset.atoms);
        ParsedMolecule molecule = rdkit_plugin().parse(
            structures[g],
            {.is_mol_block = are_mol_blocks, .stereo = options.stereo, .drawing = true});
        const Graph graph = dataset.graph(g);
        if (!molecule.fault.empty() || !has_labels(dataset, graph, molecule.atoms, options.atoms) ||
            !has_bonds(graph, molecule.bonds))
            return std::nullopt;
        return std::move(molecule.drawing);
    } catch (const ConfigError&) {
        return std::nullopt;
    }
}

}  // namespace dhgak
