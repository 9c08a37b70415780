// SPDX-License-Identifier: MIT
#include "graph/rdkit/parse.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>

#include <GraphMol/ChemTransforms/ChemTransforms.h>
#include <GraphMol/FileParsers/FileParsers.h>
#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>
#include <RDGeneral/RDLog.h>

#include "graph/rdkit/draw.h"

namespace dhgak {
namespace {

using Molecule = std::unique_ptr<RDKit::RWMol>;

// Faults are told by exceptions; on several threads the log would be their bottleneck.
void silence() {
    static std::once_flag once;
    std::call_once(once, [] { boost::logging::disable_logs("rdApp.*"); });
}

// Without stereo RDKit's work on it, a third of the time, is left out; the rest is what it does by
// default.
Molecule read(const std::string& text, const ParseRequest& request) {
    const bool whole = request.stereo;
    RDKit::SmilesParserParams params;
    params.sanitize = whole;
    params.removeHs = whole;
    params.parseName = false;
    Molecule molecule(request.is_mol_block ? RDKit::MolBlockToMol(text, whole, whole)
                                           : RDKit::SmilesToMol(text, params));
    if (molecule && !whole) RDKit::MolOps::removeHs(*molecule, false, true, true);
    return molecule;
}

BondKind kind_of(const RDKit::Bond& bond) {
    using Type = RDKit::Bond::BondType;
    switch (bond.getBondType()) {
        case Type::SINGLE:
            return BondKind::single;
        case Type::DOUBLE:
            return BondKind::double_;
        case Type::TRIPLE:
            return BondKind::triple;
        case Type::QUADRUPLE:
            return BondKind::quadruple;
        case Type::AROMATIC:
            return BondKind::aromatic;
        case Type::DATIVE:
            return BondKind::dative;
        default:
            return BondKind::other;
    }
}

ParsedAtom describe(const RDKit::Atom& atom, bool with_stereo) {
    ParsedAtom parsed;
    const std::string symbol = atom.getSymbol();
    std::ranges::copy_n(symbol.begin(), std::min<std::ptrdiff_t>(std::ssize(symbol), 2),
                        parsed.symbol.begin());
    parsed.connections = static_cast<std::uint8_t>(atom.getTotalDegree());
    parsed.hydrogens = static_cast<std::uint8_t>(atom.getTotalNumHs());
    parsed.charge = static_cast<std::int8_t>(atom.getFormalCharge());
    parsed.in_ring = atom.getOwningMol().getRingInfo()->numAtomRings(atom.getIdx()) > 0;
    parsed.is_aromatic = atom.getIsAromatic();
    std::string code;
    if (with_stereo && atom.getPropIfPresent(RDKit::common_properties::_CIPCode, code) &&
        !code.empty())
        parsed.stereo = code.front();
    return parsed;
}

ParsedBond describe(const RDKit::Bond& bond, bool with_stereo) {
    ParsedBond parsed = {.from = bond.getBeginAtomIdx(),
                         .to = bond.getEndAtomIdx(),
                         .kind = kind_of(bond),
                         .stereo = 0};
    if (!with_stereo) return parsed;
    if (bond.getStereo() == RDKit::Bond::STEREOE) parsed.stereo = 'E';
    if (bond.getStereo() == RDKit::Bond::STEREOZ) parsed.stereo = 'Z';
    return parsed;
}

// Bemis and Murcko's: rings and what links them, without the stereo of SMILES.
std::string scaffold_of(const RDKit::RWMol& molecule) {
    const std::unique_ptr<RDKit::ROMol> scaffold(RDKit::MurckoDecompose(molecule));
    return RDKit::MolToSmiles(*scaffold, false);
}

}  // namespace

ParsedMolecule parse_with_rdkit(const std::string& text, const ParseRequest& request) {
    silence();
    ParsedMolecule parsed;
    try {
        const Molecule molecule = read(text, request);
        if (!molecule) {
            parsed.fault = "RDKit does not read it";
            return parsed;
        }
        for (const RDKit::Atom* atom : molecule->atoms())
            parsed.atoms.push_back(describe(*atom, request.stereo));
        for (const RDKit::Bond* bond : molecule->bonds())
            parsed.bonds.push_back(describe(*bond, request.stereo));
        if (request.scaffold) parsed.scaffold = scaffold_of(*molecule);
        if (request.drawing) parsed.drawing = draw_with_rdkit(*molecule);
        if (request.smiles) parsed.smiles = RDKit::MolToSmiles(*molecule, request.stereo);
    } catch (const std::exception& error) {
        parsed = {};
        parsed.fault = error.what();
        if (parsed.fault.empty()) parsed.fault = "RDKit does not read it";
    } catch (...) {
        parsed = {};
        parsed.fault = "RDKit does not read it";
    }
    return parsed;
}

}  // namespace dhgak
