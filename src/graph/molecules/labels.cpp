// SPDX-License-Identifier: MIT
#include "graph/molecules/labels.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

namespace dhgak {
namespace {

std::string with_stereo(std::string label, char stereo) {
    return stereo == 0 ? label : fmt::format("{} ({})", label, stereo);
}

std::string charge_text(int charge) {
    if (charge == 0) return {};
    return fmt::format("{}{}", charge > 0 ? '+' : '-',
                       std::abs(charge) > 1 ? std::to_string(std::abs(charge)) : "");
}

// In the order of BondKind.
constexpr std::string_view kBondNames[] = {"single",   "double", "triple", "quadruple",
                                           "aromatic", "dative", "other"};

}  // namespace

std::string atom_label(const ParsedAtom& atom, AtomLabels kind) {
    std::string symbol = atom.symbol.data();
    if (kind == AtomLabels::element) return with_stereo(symbol, atom.stereo);
    if (atom.is_aromatic && symbol.front() >= 'A' && symbol.front() <= 'Z')
        symbol.front() = static_cast<char>(symbol.front() - 'A' + 'a');
    return with_stereo(
        fmt::format("[{}X{}H{}{}{}]", symbol, atom.connections, atom.hydrogens,
                    atom.in_ring && !atom.is_aromatic ? "R" : "", charge_text(atom.charge)),
        atom.stereo);
}

std::string bond_label(const ParsedBond& bond) {
    return with_stereo(std::string(kBondNames[static_cast<std::size_t>(bond.kind)]), bond.stereo);
}

BondKind bond_kind(std::string_view name) {
    const auto found = std::ranges::find(kBondNames, name);
    return found == std::end(kBondNames) ? BondKind::other
                                         : static_cast<BondKind>(found - std::begin(kBondNames));
}

}  // namespace dhgak
