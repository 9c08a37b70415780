# SPDX-License-Identifier: MIT
"""RDKit's molecules as graphs, with the labels that the library's own reader gives."""
from __future__ import annotations

from typing import Any

from dhgak import _core
from dhgak._parts import Names, Parts

_NOT_SANITIZED = "the molecule is not sanitized; call Chem.SanitizeMol first"
_STEREO_OF_BOND = {"STEREOE": "E", "STEREOZ": "Z"}


def is_molecule(graph: Any) -> bool:
    return type(graph).__module__.partition(".")[0] == "rdkit" and hasattr(graph, "GetAtoms")


def check_atoms(atoms: Any) -> None:
    """Raises ValueError where `atoms` names no labels of atoms."""
    _core.molecule_labels(str(atoms), [], [])


def from_molecule(molecule: Any, names: Names) -> Parts:
    """Hydrogens are no nodes. Bonds are labelled by their kind, where the kernel looks at them."""
    if not hasattr(molecule, "GetAtoms"):
        raise ValueError(f"a {type(molecule).__name__} of RDKit is no molecule; give its Mol")
    molecule = _without_hydrogens(molecule)
    if molecule.NeedsUpdatePropertyCache():
        raise ValueError(_NOT_SANITIZED)
    bonds = list(molecule.GetBonds())
    looks_at_rings, looks_at_stereo = not names.atoms.startswith("element"), names.atoms.endswith("+stereo")
    try:
        atom_facts = [_facts_of(atom, looks_at_rings, looks_at_stereo) for atom in molecule.GetAtoms()]
    except RuntimeError:  # rings are not known
        raise ValueError(_NOT_SANITIZED) from None
    bond_facts = [] if names.edge_label is None else [
        (bond.GetBondType().name.lower(), _STEREO_OF_BOND.get(bond.GetStereo().name, "") if looks_at_stereo else "")
        for bond in bonds]
    labels, bond_labels = _core.molecule_labels(names.atoms, atom_facts, bond_facts)
    return Parts(molecule.GetNumAtoms(),
                 [bond.GetBeginAtomIdx() for bond in bonds],
                 [bond.GetEndAtomIdx() for bond in bonds],
                 labels,
                 bond_labels if names.edge_label is not None else None,
                 is_molecule=True)


def mol_block(molecule: Any) -> str:
    """What the library draws a molecule from, with its atoms in their order; empty where RDKit cannot write one."""
    from rdkit import Chem
    from rdkit.Chem import rdDepictor
    molecule = _without_hydrogens(molecule)
    if molecule.GetNumConformers() == 0:
        molecule = Chem.Mol(molecule)
        rdDepictor.Compute2DCoords(molecule)
        rdDepictor.StraightenDepiction(molecule)
    try:
        return Chem.MolToV3KMolBlock(molecule)
    except ValueError:  # bonds that cannot be made single and double
        return ""


def _without_hydrogens(molecule: Any) -> Any:
    if not any(atom.GetAtomicNum() == 1 for atom in molecule.GetAtoms()):
        return molecule
    from rdkit.Chem import RemoveHs
    return RemoveHs(molecule)


def _facts_of(atom: Any, looks_at_rings: bool, looks_at_stereo: bool) -> tuple[str, int, int, int, bool, bool, str]:
    code = atom.GetProp("_CIPCode") if looks_at_stereo and atom.HasProp("_CIPCode") else ""  # R or S, where known
    return (atom.GetSymbol(), atom.GetTotalDegree(), atom.GetTotalNumHs(), atom.GetFormalCharge(),
            looks_at_rings and atom.IsInRing(), atom.GetIsAromatic(), code)
