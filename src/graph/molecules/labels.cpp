// SPDX-License-Identifier: MIT
#include "graph/molecules/labels.h"

#include <cstdlib>

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

const char* name_of(BondKind kind) {
    switch (kind) {
        case BondKind::single:
            return "single";
        case BondKind::double_:
            return "double";
        case BondKind::triple:
            return "triple";
        case BondKind::quadruple:
            return "quadruple";
        case BondKind::aromatic:
            return "aromatic";
        case BondKind::dative:
            return "dative";
        case BondKind::other:
            break;
    }
    return "other";
}

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
    return with_stereo(name_of(bond.kind), bond.stereo);
}

}  // namespace dhgak
