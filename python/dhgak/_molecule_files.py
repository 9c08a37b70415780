# SPDX-License-Identifier: MIT
"""Files of molecules, tables of SMILES and SDF, as RDKit's molecules."""
from __future__ import annotations

import csv
import gzip
import io
import logging
import os
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dhgak._classes import class_values

_log = logging.getLogger("dhgak")

_SMILES_COLUMNS = ("smiles", "canonical_smiles", "isomeric_smiles", "structure", "mol")
_NOTHING = {"", "NA", "N/A", "n/a", "#N/A", "#NA", "<NA>", "NaN", "nan", "-NaN", "-nan", "NULL", "null", "None"}
_MOST_NAMED = 3


class _Record(NamedTuple):
    """A molecule as the file has it."""

    line: int  # its first one
    structure: str  # SMILES, or a mol block
    class_cell: str = ""
    name: str = ""


def read_smiles(path: str | os.PathLike[str], smiles: str | None = None, target: str | int | None = None, *,
                bad: str = "fail") -> tuple[list[Any], np.ndarray | None]:
    """The molecules of a table, as RDKit's `Mol`, and their classes.

    The file is a `.csv` or `.tsv` with names of columns in its first line, or a `.smi` with SMILES, a blank or tab, and
    a name on each line; each may be packed (`.gz`). `smiles` and `target` are columns by name or by number from 1;
    `smiles` may be left out where the column is called so, and in `.smi` files, where it is the first.

    Classes are whole numbers where all of them are, else texts, and None where the cell is empty; without `target`
    there are none. A molecule that RDKit cannot read is an error that counts them all and names lines, or with
    `bad="skip"` left out with a warning.
    """
    text = _content(path, bad)
    records = _smi_records if _ending(path) in (".smi", ".smiles") else _table_records
    return _molecules(path, list(records(text, path, smiles, target)), target, bad, "MolFromSmiles")


def read_sdf(path: str | os.PathLike[str], target: str | None = None, *,
             bad: str = "fail") -> tuple[list[Any], np.ndarray | None]:
    """The molecules of an SDF file (V2000 or V3000, plain or `.gz`), as RDKit's `Mol`, and their classes.

    `target` names the data field that holds the class. Otherwise as `read_smiles`; the line of a molecule is the first
    one of its record.
    """
    records, fields = _sdf_records(_content(path, bad, errors="replace"), target)
    if target is not None and target not in fields:
        raise ValueError(f"{path}: no field '{target}'; there are: {' '.join(sorted(fields)) or 'none'}")
    return _molecules(path, records, target, bad, "MolFromMolBlock")


def reader_of(path: str | os.PathLike[str]) -> Callable[..., tuple[list[Any], Any]] | None:
    """What reads molecules from a file of such a name; None where it is something else."""
    ending = _ending(path)
    if ending in (".csv", ".tsv", ".smi", ".smiles"):
        return read_smiles
    return read_sdf if ending in (".sdf", ".sd", ".mol") else None


def _ending(path: str | os.PathLike[str]) -> str:
    name = Path(path)
    return (Path(name.stem) if name.suffix.lower() == ".gz" else name).suffix.lower()


def _content(path: str | os.PathLike[str], bad: str, errors: str = "strict") -> str:
    if bad not in ("fail", "skip"):
        raise ValueError(f"unknown bad '{bad}'; known: fail skip")
    try:
        packed = Path(path).suffix.lower() == ".gz"
        with (gzip.open if packed else open)(path, "rt", encoding="utf-8-sig", errors=errors, newline="") as file:
            return file.read()
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise ValueError(f"{path}: {error}") from None


def _column(path: Any, names: list[str], wanted: str | int) -> int:
    """By name, in any case, or by number from 1."""
    if wanted in names:
        return names.index(str(wanted))
    lower = [name.lower() for name in names]
    if str(wanted).lower() in lower:
        return lower.index(str(wanted).lower())
    if str(wanted).isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise ValueError(f"{path}: no column '{wanted}'; there are: {' '.join(names)}")


def _table_records(text: str, path: Any, smiles: str | None, target: str | int | None) -> Iterator[_Record]:
    try:
        unquoted = re.sub(r'"[^"]*"', "", text.partition("\n")[0])
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=unquoted.count))
        names = [name.strip() for name in next(rows, [])]
        if smiles is None:
            lower = [name.lower() for name in names]
            smiles = next((name for name in _SMILES_COLUMNS if name in lower), _SMILES_COLUMNS[0])
        structure = _column(path, names, smiles)
        of_class = None if target is None else _column(path, names, target)
        for row in rows:
            if row:
                row += [""] * (len(names) - len(row))
                yield _Record(rows.line_num, row[structure].strip(), "" if of_class is None else row[of_class])
    except csv.Error as error:
        raise ValueError(f"{path}: line {rows.line_num}: {error}") from None


def _smi_records(text: str, path: Any, smiles: str | None, target: str | int | None) -> Iterator[_Record]:
    lines = [(number, line.strip()) for number, line in enumerate(_lines(text), 1) if line.strip()]
    if not lines:
        return
    names = _cells(lines[0][1])
    if names[0].lower() == "smiles":
        del lines[0]
    else:
        names = [str(i + 1) for i in range(len(names))]
    structure = 0 if smiles is None else _column(path, names, smiles)
    of_class = None if target is None else _column(path, names, target)
    for number, line in lines:
        cells = _cells(line)
        cells += [""] * (len(names) - len(cells))
        # The name is all that follows, unless there are other columns.
        name = line[len(cells[0]):].strip() if smiles is None and target is None else ""
        yield _Record(number, cells[structure], "" if of_class is None else cells[of_class], name)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("\t")] if "\t" in line else line.split()


def _sdf_records(text: str, target: str | None) -> tuple[list[_Record], set[str]]:
    """The molecules, and the names of all data fields."""
    records: list[_Record] = []
    fields: set[str] = set()
    lines = _lines(text)
    first = 0
    while first < len(lines):
        end = next((i for i in range(first, len(lines)) if lines[i].startswith("$$$$")), len(lines))
        record = lines[first:end]
        if end < len(lines) or any(line.strip() for line in record):
            values = _fields(record)
            fields |= values.keys()
            records.append(_Record(first + 1, _mol_block(record), values.get(target or "", ""),
                                   record[0].strip() if record else ""))
        first = end + 1
    return records, fields


def _mol_block(record: list[str]) -> str:
    end = next((i for i, line in enumerate(record) if line.startswith("M  END")), None)
    return "" if end is None else "\n".join(record[:end + 1]) + "\n"


def _fields(record: list[str]) -> dict[str, str]:
    """A line `> <NAME>` and the lines that follow it, up to an empty one."""
    values: dict[str, str] = {}
    field = None
    for line in record:
        header = re.match(r">.*?<(.*)>", line) if field is None else None
        if header:
            field = header[1]
            values[field] = ""
        elif field is not None and line.strip():
            values[field] = (values[field] + "\n" + line).strip()
        else:
            field = None
    return values


def _molecules(path: Any, records: list[_Record], target: Any, bad: str,
               parser: str) -> tuple[list[Any], np.ndarray | None]:
    if not records:
        raise ValueError(f"{path}: holds no molecules")
    molecules = _parsed([record.structure for record in records], parser)
    wrong = [record for record, molecule in zip(records, molecules) if molecule is None]
    if wrong:
        is_smiles = parser == "MolFromSmiles"
        first = ", ".join(f"line {record.line}: {record.structure if is_smiles else record.name!r}"
                          for record in wrong[:_MOST_NAMED])
        text = f"{path}: {len(wrong)} of {len(records)} molecules that RDKit cannot read: {first}"
        if bad == "fail":
            raise ValueError(f'{text}; set them right, or leave them out by bad="skip"')
        _log.warning("%s; left out", text)
    kept = [(molecule, record) for molecule, record in zip(molecules, records) if molecule is not None]
    for molecule, record in kept:
        if record.name:
            molecule.SetProp("_Name", record.name)
    return [molecule for molecule, _ in kept], \
        None if target is None else _classes([record.class_cell for _, record in kept])


def _parsed(structures: list[str], parser: str) -> list[Any]:
    """None where RDKit cannot read one."""
    try:
        from rdkit import Chem, rdBase
    except ImportError:
        raise ValueError("molecules need RDKit: pip install rdkit") from None
    parse = getattr(Chem, parser)
    with rdBase.BlockLogs():
        return [parse(text) if text else None for text in structures]


def _classes(cells: list[str]) -> np.ndarray:
    named = [_class_name(cell.strip()) for cell in cells]
    names = sorted({name for name in named if name is not None})
    value_of = dict(zip(names, class_values(names).tolist()))
    if None not in named:
        return np.array([value_of[name] for name in named])
    return np.array([value_of.get(name) for name in named], dtype=object)


def _class_name(cell: str) -> str | None:
    """None where it is not known; `1.0` is the class `1`, as for the command line."""
    if cell in _NOTHING:
        return None
    cell = re.sub(r"^\+(?=[0-9])", "", cell)
    whole = re.fullmatch(r"(-?[0-9]+)\.0*", cell)
    return whole[1] if whole else cell
