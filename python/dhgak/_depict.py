# SPDX-License-Identifier: MIT
"""RDKit's molecules as skeletal formulas, the way the program draws them (src/graph/rdkit/draw.cpp)."""
from __future__ import annotations

from typing import Any

Atom = tuple[float, float, str]
Bond = tuple[int, int, str]
Drawing = tuple[list[Atom], list[Bond]]

_USUAL_BOND = 1.5  # in RDKit's units


def depict(molecule: Any) -> Drawing:
    """Atoms in their order with place and text, y downwards and a usual bond of length 1; bonds with their stroke."""
    from rdkit import Chem
    from rdkit.Chem import rdDepictor
    if any(atom.GetAtomicNum() == 1 for atom in molecule.GetAtoms()):
        molecule = Chem.RemoveHs(molecule)
    molecule = Chem.Mol(molecule)
    has_places = molecule.GetNumConformers() > 0 and not molecule.GetConformer().Is3D()
    if has_places and molecule.GetNumBonds() > 0:
        rdDepictor.NormalizeDepiction(molecule, canonicalize=0)
    else:
        rdDepictor.Compute2DCoords(molecule)
        rdDepictor.StraightenDepiction(molecule)
    Chem.KekulizeIfPossible(molecule)
    Chem.WedgeMolBonds(molecule, molecule.GetConformer())
    places = [(place[0] / _USUAL_BOND, -place[1] / _USUAL_BOND) for place in molecule.GetConformer().GetPositions()]
    return ([(*place, _text(atom)) for place, atom in zip(places, molecule.GetAtoms())],
            [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(), _stroke(bond, places)) for bond in molecule.GetBonds()])


def _text(atom: Any) -> str:
    charge = atom.GetFormalCharge()
    if (atom.GetAtomicNum() == 6 and charge == 0 and atom.GetIsotope() == 0 and atom.GetNumRadicalElectrons() == 0
            and atom.GetDegree() > 0 and not _is_between_double_bonds(atom)):
        return ""
    isotope = str(atom.GetIsotope()) if atom.GetIsotope() else ""
    return isotope + atom.GetSymbol() + _counted("H", atom.GetTotalNumHs()) + _counted("-" if charge < 0 else "+", abs(charge))


def _counted(sign: str, count: int) -> str:
    return "" if count == 0 else sign if count == 1 else f"{sign}{count}"


def _is_between_double_bonds(atom: Any) -> bool:
    return atom.GetDegree() == 2 and all(bond.GetBondType().name == "DOUBLE" for bond in atom.GetBonds())


_WEDGES = {"BEGINWEDGE": "w", "BEGINDASH": "h", "UNKNOWN": "~"}


def _stroke(bond: Any, places: list[tuple[float, float]]) -> str:
    kind = bond.GetBondType().name
    if kind == "SINGLE":
        return _WEDGES.get(bond.GetBondDir().name, "-")
    if kind in ("DOUBLE", "AROMATIC"):
        side = _side_of_ring(bond, places) if bond.IsInRing() else _side_of_neighbors(bond, places)
        return "=" if side == 0 else "r" if side > 0 else "l"
    return "#" if kind == "TRIPLE" else "."


def _side_of_ring(bond: Any, places: list[tuple[float, float]]) -> float:
    """Of fused rings the one with more double bonds, then the smaller one."""
    molecule = bond.GetOwningMol()
    rings = molecule.GetRingInfo()
    best, side = (-1, 0), 0.0
    for bonds, atoms in zip(rings.BondRings(), rings.AtomRings()):
        if bond.GetIdx() not in bonds:
            continue
        doubles = sum(molecule.GetBondWithIdx(b).GetBondType().name == "DOUBLE" for b in bonds)
        if (doubles, -len(bonds)) > best:
            best, side = (doubles, -len(bonds)), sum(_cross(bond, atom, places) for atom in atoms)
    return side


def _side_of_neighbors(bond: Any, places: list[tuple[float, float]]) -> float:
    """0, for two lines alike, at the end of a chain and where neighbours are on both sides."""
    ends = (bond.GetBeginAtom(), bond.GetEndAtom())
    if any(end.GetDegree() == 1 for end in ends):
        return 0.0
    side = sum(_cross(bond, atom.GetIdx(), places) for end in ends for atom in end.GetNeighbors())
    if abs(side) > 0.1:
        return side
    return 1.0 if sum(end.GetDegree() for end in ends) == 4 else 0.0  # trans: either side


def _cross(bond: Any, atom: int, places: list[tuple[float, float]]) -> float:
    """Positive where the atom is to the right of the bond, seen from its first end."""
    (ax, ay), (bx, by), (cx, cy) = (places[i] for i in (bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(), atom))
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
