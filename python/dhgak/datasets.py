# SPDX-License-Identifier: MIT
"""Graphs to try things with, datasets in the TU format, and files of molecules.

>>> import dhgak
>>> graphs, classes = dhgak.datasets.demo()
>>> len(graphs), classes[:3].tolist()
(200, ['meta', 'ortho', 'ortho'])
"""
from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from dhgak import _core
from dhgak._classes import class_values
from dhgak._dataset import Dataset
from dhgak._molecule_files import read_sdf, read_smiles

__all__ = ["demo", "load", "read_sdf", "read_smiles"]


def demo() -> tuple[Dataset, np.ndarray]:
    """200 molecule-like graphs and their classes, `ortho` or `meta`, which counting atoms cannot tell."""
    return _with_classes(_core.Dataset.read("demo"))


def load(name: str, root: str | os.PathLike[str] = ".") -> tuple[Dataset, np.ndarray]:
    """The graphs of the TU dataset `name` in the folder `root`, and their classes.

    Takes `root/name/name_A.txt` and its neighbours, or `root/name.zip`. Classes are whole numbers where
    all of them are, else texts.
    """
    folder = Path(root) / name
    archive = Path(root) / f"{name}.zip"
    return _with_classes(_core.Dataset.read(str(folder if folder.exists() or not archive.exists() else archive)))


def _with_classes(core: _core.Dataset) -> tuple[Dataset, np.ndarray]:
    numbers = core.classes
    values = class_values(core.class_names)
    if len(numbers) and (numbers >= 0).all():
        return Dataset(core), values[numbers]
    known = np.full(len(core), None, dtype=object)
    for graph, number in enumerate(numbers):
        known[graph] = values[number].item() if number >= 0 else None
    return Dataset(core), known
