// SPDX-License-Identifier: MIT
#include "graph/rdkit/draw.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <tuple>

#include <GraphMol/Depictor/RDDepictor.h>
#include <GraphMol/FileParsers/MolFileStereochem.h>
#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>

namespace dhgak {
namespace {

using Stroke = MoleculeDrawing::Stroke;
using Type = RDKit::Bond::BondType;

constexpr double kUsualBond = 1.5;  // in RDKit's units

// Places of a mol block stay if they are in a plane; their unit is anyone's.
void place_atoms(RDKit::RWMol& molecule) {
    const bool has_places = molecule.getNumConformers() > 0 && !molecule.getConformer().is3D();
    if (has_places && molecule.getNumBonds() > 0) {
        RDDepict::normalizeDepiction(molecule, -1, 0);
    } else {
        RDDepict::compute2DCoords(molecule, nullptr, true);
        RDDepict::straightenDepiction(molecule);
    }
}

bool is_between_double_bonds(const RDKit::Atom& atom) {
    int doubles = 0;
    for (const RDKit::Bond* bond : atom.getOwningMol().atomBonds(&atom))
        doubles += bond->getBondType() == Type::DOUBLE;
    return doubles == 2 && atom.getDegree() == 2;
}

std::string counted(char sign, unsigned count) {
    return count == 0 ? "" : sign + (count == 1 ? "" : std::to_string(count));
}

std::string text_of(const RDKit::Atom& atom) {
    const int charge = atom.getFormalCharge();
    const bool is_plain_carbon = atom.getAtomicNum() == 6 && charge == 0 &&
                                 atom.getIsotope() == 0 && atom.getNumRadicalElectrons() == 0 &&
                                 atom.getDegree() > 0 && !is_between_double_bonds(atom);
    if (is_plain_carbon) return {};
    return (atom.getIsotope() == 0 ? "" : std::to_string(atom.getIsotope())) + atom.getSymbol() +
           counted('H', atom.getTotalNumHs()) +
           counted(charge < 0 ? '-' : '+', static_cast<unsigned>(std::abs(charge)));
}

// Draws the bonds of a molecule that has its places, Kekule's bonds and wedges.
class BondPen {
public:
    BondPen(const RDKit::RWMol& molecule, const MoleculeDrawing& drawing)
        : molecule_(molecule), drawing_(drawing) {}

    MoleculeDrawing::Bond draw(const RDKit::Bond& bond) const {
        return {bond.getBeginAtomIdx(), bond.getEndAtomIdx(), stroke_of(bond)};
    }

private:
    Stroke stroke_of(const RDKit::Bond& bond) const {
        switch (bond.getBondType()) {
            case Type::SINGLE:
                return single(bond.getBondDir());
            case Type::DOUBLE:
            case Type::AROMATIC:
                return double_bond(bond);
            case Type::TRIPLE:
                return Stroke::triple;
            default:
                return Stroke::dashed;
        }
    }

    static Stroke single(RDKit::Bond::BondDir direction) {
        switch (direction) {
            case RDKit::Bond::BEGINWEDGE:
                return Stroke::wedge;
            case RDKit::Bond::BEGINDASH:
                return Stroke::hashed;
            case RDKit::Bond::UNKNOWN:
                return Stroke::wavy;
            default:
                return Stroke::single;
        }
    }

    // The second line is inside the ring, of fused rings the one with more double bonds, or where
    // the neighbours are; symmetric if they are on both sides alike or at one end only.
    Stroke double_bond(const RDKit::Bond& bond) const {
        const double side = bond.getOwningMol().getRingInfo()->numBondRings(bond.getIdx()) > 0
                                ? side_of_ring(bond)
                                : side_of_neighbors(bond);
        if (side == 0) return Stroke::double_middle;
        return side > 0 ? Stroke::double_right : Stroke::double_left;
    }

    double side_of_ring(const RDKit::Bond& bond) const {
        const RDKit::RingInfo& rings = *molecule_.getRingInfo();
        std::tuple<std::ptrdiff_t, std::ptrdiff_t> best = {-1, 0};
        double side = 0;
        for (std::size_t r = 0; r < rings.bondRings().size(); ++r) {
            const std::vector<int>& bonds = rings.bondRings()[r];
            if (std::ranges::count(bonds, static_cast<int>(bond.getIdx())) == 0) continue;
            const auto doubles = std::ranges::count_if(bonds, [&](int b) {
                return molecule_.getBondWithIdx(static_cast<unsigned>(b))->getBondType() ==
                       Type::DOUBLE;
            });
            const std::tuple rank = {doubles, -std::ssize(bonds)};
            if (rank <= best) continue;
            best = rank;
            side = 0;
            for (const int atom : rings.atomRings()[r])
                side += cross(bond, static_cast<unsigned>(atom));
        }
        return side;
    }

    double side_of_neighbors(const RDKit::Bond& bond) const {
        const RDKit::Atom &from = *bond.getBeginAtom(), &to = *bond.getEndAtom();
        if (from.getDegree() == 1 || to.getDegree() == 1) return 0;
        double side = 0;
        for (const RDKit::Atom* end : {&from, &to})
            for (const RDKit::Atom* neighbor : molecule_.atomNeighbors(end))
                side += cross(bond, neighbor->getIdx());
        constexpr double kBothSides = 0.1;
        if (side > kBothSides || side < -kBothSides) return side;
        return from.getDegree() + to.getDegree() == 4 ? 1 : 0;  // trans: either side
    }

    // Positive where the atom is to the right of the bond, seen from its first end.
    double cross(const RDKit::Bond& bond, unsigned atom) const {
        const MoleculeDrawing::Atom &a = drawing_.atoms[bond.getBeginAtomIdx()],
                                    &b = drawing_.atoms[bond.getEndAtomIdx()],
                                    &c = drawing_.atoms[atom];
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    }

    const RDKit::RWMol& molecule_;
    const MoleculeDrawing& drawing_;
};

}  // namespace

MoleculeDrawing draw_with_rdkit(const RDKit::RWMol& source) {
    RDKit::RWMol molecule(source);
    // Readers that do not ask for stereo leave it half done.
    RDKit::MolOps::assignStereochemistry(molecule, true, true);
    place_atoms(molecule);
    RDKit::MolOps::KekulizeIfPossible(molecule, false);
    RDKit::WedgeMolBonds(molecule, &molecule.getConformer());
    MoleculeDrawing drawing;
    for (const RDKit::Atom* atom : molecule.atoms()) {
        const RDGeom::Point3D place = molecule.getConformer().getAtomPos(atom->getIdx());
        drawing.atoms.push_back({place.x / kUsualBond, -place.y / kUsualBond, text_of(*atom)});
    }
    const BondPen pen(molecule, drawing);
    for (const RDKit::Bond* bond : molecule.bonds()) drawing.bonds.push_back(pen.draw(*bond));
    return drawing;
}

}  // namespace dhgak
