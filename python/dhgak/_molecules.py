# SPDX-License-Identifier: MIT
"""RDKit's molecules as graphs, with the labels that the library's own reader gives."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dhgak._parts import Names, Parts

_BONDS = {"single", "double", "triple", "quadruple", "aromatic", "dative"}
_NOT_SANITIZED = "the molecule is not sanitized; call Chem.SanitizeMol first"
_STEREO = "+stereo"
_STEREO_OF_BOND = {"STEREOE": "E", "STEREOZ": "Z"}


def is_molecule(graph: Any) -> bool:
    return type(graph).__module__.partition(".")[0] == "rdkit" and hasattr(graph, "GetAtoms")


def from_molecule(molecule: Any, names: Names) -> Parts:
    """Hydrogens are no nodes. Bonds are labelled by their kind, where the kernel looks at them."""
    if not hasattr(molecule, "GetAtoms"):
        raise ValueError(f"a {type(molecule).__name__} of RDKit is no molecule; give its Mol")
    atom_label, bond_label = labels_by(names.atoms)
    if any(atom.GetAtomicNum() == 1 for atom in molecule.GetAtoms()):
        from rdkit.Chem import RemoveHs
        molecule = RemoveHs(molecule)
    if molecule.NeedsUpdatePropertyCache():
        raise ValueError(_NOT_SANITIZED)
    bonds = list(molecule.GetBonds())
    try:
        labels = [atom_label(atom) for atom in molecule.GetAtoms()]
    except RuntimeError:  # rings are not known
        raise ValueError(_NOT_SANITIZED) from None
    return Parts(molecule.GetNumAtoms(),
                 [bond.GetBeginAtomIdx() for bond in bonds],
                 [bond.GetEndAtomIdx() for bond in bonds],
                 labels,
                 [bond_label(bond) for bond in bonds] if names.edge_label is not None else None,
                 is_molecule=True)


def labels_by(atoms: Any) -> tuple[Callable[[Any], str], Callable[[Any], str]]:
    """What labels atoms, and what labels bonds. Raises ValueError where `atoms` names nothing known."""
    kind = str(atoms).removesuffix(_STEREO)
    label = _ATOM_LABELS.get(kind)
    if label is None:
        raise ValueError(f"unknown atoms '{atoms}'; known: {' '.join(_ATOM_LABELS)}, and {_STEREO}")
    if kind == atoms:
        return label, _bond_label
    return (lambda atom: _with_stereo(label(atom), _code_of(atom)),
            lambda bond: _with_stereo(_bond_label(bond), _STEREO_OF_BOND.get(bond.GetStereo().name, "")))


def _ecfp(atom: Any) -> str:
    """What ECFP fingerprints begin with, as SMARTS: `[CX4H3]`, `[nX3H1]`, `[OX1H0-]`."""
    symbol = atom.GetSymbol()
    is_aromatic = atom.GetIsAromatic()
    ring = "R" if atom.IsInRing() and not is_aromatic else ""
    charge = atom.GetFormalCharge()
    sign = "" if charge == 0 else ("+" if charge > 0 else "-") + (str(abs(charge)) if abs(charge) > 1 else "")
    if is_aromatic:
        symbol = symbol[0].lower() + symbol[1:]
    return f"[{symbol}X{atom.GetTotalDegree()}H{atom.GetTotalNumHs()}{ring}{sign}]"


_ATOM_LABELS = {"ecfp": _ecfp, "element": lambda atom: atom.GetSymbol()}


def _bond_label(bond: Any) -> str:
    name = bond.GetBondType().name.lower()
    return name if name in _BONDS else "other"


def _code_of(atom: Any) -> str:
    """R or S, where RDKit could tell."""
    return atom.GetProp("_CIPCode")[:1] if atom.HasProp("_CIPCode") else ""


def _with_stereo(label: str, stereo: str) -> str:
    return f"{label} ({stereo})" if stereo else label
