// SPDX-License-Identifier: MIT
#include "graph/molecules/molecule_set.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "graph/label_order.h"
#include "graph/molecules/labels.h"

namespace dhgak {
namespace {

// Equal for atoms of the same label.
std::uint64_t code_of(const ParsedAtom& atom, AtomLabels kind) {
    std::uint64_t code = 0;
    const auto push = [&](auto value) { code = code << 8 | static_cast<std::uint8_t>(value); };
    push(atom.symbol[0]);
    push(atom.symbol[1]);
    push(atom.stereo);
    if (kind == AtomLabels::element) return code;
    push(atom.connections);
    push(atom.hydrogens);
    push(atom.charge);
    push(atom.in_ring);
    push(atom.is_aromatic);
    return code;
}

std::uint64_t code_of(const ParsedBond& bond) {
    return static_cast<std::uint64_t>(bond.kind) << 8 | static_cast<std::uint8_t>(bond.stereo);
}

void renumber(std::vector<std::uint32_t>& numbers, const std::vector<std::uint32_t>& place) {
    for (std::uint32_t& number : numbers)
        if (number != kUnknownClass) number = place[number];
}

}  // namespace

std::vector<std::string> MoleculeSet::Codes::sort(std::vector<std::uint32_t>& numbers) {
    renumber(numbers, sort_label_names(names_));
    return std::move(names_);
}

MoleculeSet::MoleculeSet(std::string name, const MoleculeOptions& options,
                         std::vector<std::string> columns)
    : options_(options) {
    dataset_.name = std::move(name);
    dataset_.atoms = atoms_text(options);
    for (std::string& column : columns) dataset_.columns.push_back({std::move(column), {}});
}

void MoleculeSet::add(const ParsedMolecule& molecule, MoleculeRecord&& record) {
    const std::size_t first = dataset_.num_nodes();
    if (first + molecule.atoms.size() >= std::numeric_limits<std::uint32_t>::max())
        throw InputError(
            fmt::format("{}: more atoms than 32-bit numbers count; cut the file", dataset_.name));
    for (const ParsedAtom& atom : molecule.atoms)
        dataset_.node_labels.push_back(atoms_.number(
            code_of(atom, options_.atoms), [&] { return atom_label(atom, options_.atoms); }));
    for (const ParsedBond& bond : molecule.bonds) {
        const std::uint32_t label = bonds_.number(code_of(bond), [&] { return bond_label(bond); });
        arcs_.push_back({static_cast<std::uint32_t>(first + bond.from), bond.to});
        arcs_.push_back({static_cast<std::uint32_t>(first + bond.to), bond.from});
        arc_labels_.insert(arc_labels_.end(), 2, label);
    }
    dataset_.node_offsets.push_back(first + molecule.atoms.size());

    std::uint32_t number = kUnknownClass;
    if (!record.class_name.empty()) {
        const auto [entry, is_new] = class_numbers_.try_emplace(
            record.class_name, static_cast<std::uint32_t>(dataset_.targets.class_names.size()));
        if (is_new) dataset_.targets.class_names.push_back(record.class_name);
        number = entry->second;
    }
    dataset_.targets.classes.push_back(number);

    for (GraphColumn& column : dataset_.columns) {
        std::string& value = column.values.emplace_back();
        if (column.name == kLineColumn) value = std::to_string(record.line);
        if (column.name == kNameColumn) value = record.name;
        if (column.name == kSmilesColumn)
            value = molecule.smiles.empty() ? record.structure : molecule.smiles;
        if (column.name == kMolBlockColumn) value = record.structure;
        if (column.name == kScaffoldColumn) value = molecule.scaffold;
        if (column.name == kSplitColumn) value = record.split;
    }
}

Dataset MoleculeSet::build() && {
    dataset_.edge_label_names = bonds_.sort(arc_labels_);
    ArcList list{std::make_unique_for_overwrite<Arc[]>(arcs_.size()), arcs_.size()};
    std::ranges::copy(arcs_, list.arcs.get());
    arcs_ = {};
    build_rows(dataset_, std::move(list), std::move(arc_labels_));
    dataset_.label_names = atoms_.sort(dataset_.node_labels);
    renumber(dataset_.targets.classes, sort_label_names(dataset_.targets.class_names));
    if (options_.class_column.empty()) dataset_.targets.classes.clear();
    return std::move(dataset_);
}

}  // namespace dhgak
