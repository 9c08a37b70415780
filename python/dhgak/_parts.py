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


class Parts(NamedTuple):
    """One graph. Nodes are numbered from 0; labels and attributes are None where there are none."""

    num_nodes: int
    sources: Sequence[int] | np.ndarray
    targets: Sequence[int] | np.ndarray
    labels: Sequence[Any] | np.ndarray | None = None
    edge_labels: Sequence[Any] | np.ndarray | None = None
    attributes: Any = None
    is_molecule: bool = False


def all_or_none(values: list[Any], what: str) -> list[Any] | None:
    missing = sum(value is None for value in values)
    if missing == len(values):
        return None
    if missing:
        place = next(i for i, value in enumerate(values) if value is None)
        raise ValueError(f"{what} {place} has no label, but others have; give each of them one, or none")
    return values
