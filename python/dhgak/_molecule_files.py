# SPDX-License-Identifier: MIT
"""Files of molecules, tables of SMILES and SDF, as RDKit's molecules."""
from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dhgak import _core
from dhgak._classes import class_values

_log = logging.getLogger("dhgak")

_MOST_NAMED = 3


class _Record(NamedTuple):
    """A molecule as the file has it."""

    line: int  # its first one
    structure: str  # SMILES, or a mol block
    name: str
    class_name: str  # empty where it is not known
    fault: str  # why it cannot be used; empty where it can


def read_smiles(path: str | os.PathLike[str], smiles: str | int | None = None, target: str | int | None = None, *,
                bad: str = "fail", max_atoms: int = 2000,
                max_record: int = 16 << 20) -> tuple[list[Any], np.ndarray | None]:
    """The molecules of a table, as RDKit's `Mol`, and their classes.

    The file is a `.csv` or `.tsv` with names of columns in its first line, or a `.smi` with SMILES, a blank or tab, and
    a name on each line; each may be packed (`.gz`). `smiles` and `target` are columns by name or by number from 1;
    `smiles` may be left out where the column is called so, and in `.smi` files, where it is the first.

    Classes are whole numbers where all of them are, else texts, and None where the cell is empty; without `target`
    there are none. A molecule that cannot be read is an error that counts them all and names lines, or with
    `bad="skip"` left out with a warning. Those with more than `max_atoms` atoms or rings count as such, since RDKit may
    work on one of them for hours; a line of more than `max_record` bytes is an error.
    """
    return _molecules(path, smiles, target, bad, max_atoms, max_record)


def read_sdf(path: str | os.PathLike[str], target: str | None = None, *,
             bad: str = "fail", max_atoms: int = 2000, max_record: int = 16 << 20) -> tuple[list[Any], np.ndarray | None]:
    """The molecules of an SDF file (V2000 or V3000, plain or `.gz`), as RDKit's `Mol`, and their classes.

    `target` names the data field that holds the class. Otherwise as `read_smiles`; the line of a molecule is the first
    one of its record.
    """
    return _molecules(path, None, target, bad, max_atoms, max_record)


def reader_of(path: str | os.PathLike[str]) -> Callable[..., tuple[list[Any], Any]] | None:
    """What reads molecules from a file of such a name; None where it is something else."""
    name = Path(path)
    ending = (Path(name.stem) if name.suffix.lower() == ".gz" else name).suffix.lower()
    if ending in (".csv", ".tsv", ".smi", ".smiles"):
        return read_smiles
    return read_sdf if ending in (".sdf", ".sd", ".mol") else None


def _molecules(path: str | os.PathLike[str], smiles: str | int | None, target: str | int | None,
               bad: str, max_atoms: int, max_record: int) -> tuple[list[Any], np.ndarray | None]:
    if bad not in ("fail", "skip"):
        raise ValueError(f"unknown bad '{bad}'; known: fail skip")
    if max_atoms < 0 or max_record < 0:
        raise ValueError("max_atoms and max_record must be at least 0")
    are_mol_blocks, texts = _core.molecule_texts(os.fspath(path), str(smiles or ""), str(target or ""), max_atoms,
                                                 max_record)
    records = [_Record(*text) for text in texts]
    if not records:
        raise ValueError(f"{path}: holds no molecules")
    molecules = _parsed(records, are_mol_blocks)
    wrong = [record for record, molecule in zip(records, molecules) if molecule is None]
    if wrong:
        first = ", ".join(f"line {record.line}: {_complaint(record, are_mol_blocks)}" for record in wrong[:_MOST_NAMED])
        text = f"{path}: {len(wrong)} of {len(records)} molecules cannot be read: {first}"
        if bad == "fail":
            raise ValueError(f'{text}; set them right, or leave them out by bad="skip"')
        _log.warning("%s; left out", text)
    kept = [(molecule, record) for molecule, record in zip(molecules, records) if molecule is not None]
    for molecule, record in kept:
        if record.name:
            molecule.SetProp("_Name", record.name)
    return [molecule for molecule, _ in kept], \
        None if target is None else _classes([record.class_name for _, record in kept])


def _complaint(record: _Record, is_mol_block: bool) -> str:
    return record.fault or f"RDKit cannot read {(record.name if is_mol_block else record.structure)!r}"


def _parsed(records: list[_Record], are_mol_blocks: bool) -> list[Any]:
    """None where a molecule cannot be read."""
    try:
        from rdkit import Chem, rdBase
    except ImportError:
        raise ValueError("molecules need RDKit: pip install rdkit") from None
    parse = Chem.MolFromMolBlock if are_mol_blocks else Chem.MolFromSmiles
    with rdBase.BlockLogs():
        return [None if record.fault else parse(record.structure) for record in records]


def _classes(named: list[str]) -> np.ndarray:
    names = sorted({name for name in named if name})
    value_of = dict(zip(names, class_values(names).tolist()))
    if "" not in named:
        return np.array([value_of[name] for name in named])
    return np.array([value_of.get(name) for name in named], dtype=object)
