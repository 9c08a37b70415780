# SPDX-License-Identifier: MIT
"""Tables of SMILES as RDKit's molecules."""
from __future__ import annotations

import csv
import gzip
import logging
import os
from pathlib import Path
from typing import Any

import numpy as np

from dhgak._classes import class_values

_log = logging.getLogger("dhgak")


def read_smiles(path: str | os.PathLike[str], smiles: str = "smiles", target: str | None = None, *,
                bad: str = "fail") -> tuple[list[Any], np.ndarray | None]:
    """The molecules of a CSV file, as RDKit's `Mol`, and their classes.

    `smiles` and `target` name columns, and the file may be packed (.gz). Classes are whole numbers where all of them
    are, else texts, and None where the cell is empty; without `target` there are none. A molecule that RDKit cannot
    read is an error that counts them all, or with `bad="skip"` left out with a warning.
    """
    if bad not in ("fail", "skip"):
        raise ValueError(f"unknown bad '{bad}'; known: fail skip")
    rows = _table(Path(path), [smiles] if target is None else [smiles, target])
    molecules, wrong = _molecules([row[0] for row in rows])
    if wrong:
        first = ", ".join(f"line {rows[i][-1]}: {rows[i][0]!r}" for i in wrong[:3])
        text = f"{path}: {len(wrong)} of {len(rows)} SMILES that RDKit cannot read: {first}"
        if bad == "fail":
            raise ValueError(f'{text}; set them right, or leave them out by bad="skip"')
        _log.warning("%s; left out", text)
    kept = [i for i, molecule in enumerate(molecules) if molecule is not None]
    if target is None:
        return [molecules[i] for i in kept], None
    cells = [rows[i][1].strip() or None for i in kept]
    names = sorted({cell for cell in cells if cell is not None})
    value_of = dict(zip(names, class_values(names).tolist()))
    known = np.array([value_of[cell] for cell in cells]) if None not in cells else \
        np.array([value_of.get(cell) for cell in cells], dtype=object)
    return [molecules[i] for i in kept], known


def _table(path: Path, columns: list[str]) -> list[tuple[Any, ...]]:
    """The cells of the columns by row, and behind them the number of the line."""
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            missing = [column for column in columns if column not in (reader.fieldnames or [])]
            if missing:
                raise ValueError(f"{path}: no column '{missing[0]}'; there are: {' '.join(reader.fieldnames or [])}")
            return [(*((row[column] or "") for column in columns), reader.line_num) for row in reader]
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None


def _molecules(smiles: list[str]) -> tuple[list[Any], list[int]]:
    """The molecules, None where RDKit cannot read one, and where that is."""
    try:
        from rdkit import Chem, rdBase
    except ImportError:
        raise ValueError("molecules need RDKit: pip install rdkit") from None
    with rdBase.BlockLogs():
        molecules = [Chem.MolFromSmiles(text) if text.strip() else None for text in smiles]
    return molecules, [i for i, molecule in enumerate(molecules) if molecule is None]
