# SPDX-License-Identifier: MIT
"""What one graph is between the library it comes from and ours."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np


class Names(NamedTuple):
    """Where a graph keeps what; None for what the kernel does not look at."""

    node_label: str | None = "label"
    edge_label: str | None = None
    node_attributes: str | None = None
    atoms: str = "ecfp"
    # Whether rows of floats in `x` of PyG are labels, as training tells. None: if all of them are one-hot.
    x_is_label: bool | None = None


class Parts(NamedTuple):
    """One graph. Nodes are numbered from 0; labels and attributes are None where there are none."""

    num_nodes: int
    sources: Sequence[int] | np.ndarray
    targets: Sequence[int] | np.ndarray
    labels: Sequence[Any] | np.ndarray | None = None
    edge_labels: Sequence[Any] | np.ndarray | None = None
    attributes: Any = None
    is_molecule: bool = False
    # What its library calls nodes and edges; None: their numbers.
    node_names: Sequence[Any] | None = None
    edge_names: Sequence[Any] | None = None
    # PyG's `x`: what it holds, and the rows of which all graphs together tell whether they are labels.
    x_kind: str | None = None
    undecided_x: np.ndarray | None = None


def place_text(what: str, place: int, names: Sequence[Any] | None) -> str:
    """A node or an edge as its library calls it: `node 3`, `node 'a'`."""
    return f"{what} {place if names is None else repr(names[place])}"


def all_or_none(values: list[Any], what: str, noun: str, names: Sequence[Any] | None = None) -> list[Any] | None:
    missing = sum(value is None for value in values)
    if missing == len(values):
        return None
    if missing:
        place = next(i for i, value in enumerate(values) if value is None)
        raise ValueError(f"{place_text(what, place, names)} has no {noun}, but others have; "
                         "give each of them one, or none")
    return values
