# SPDX-License-Identifier: MIT
"""Graphs that the library already holds, as a sequence that scikit-learn can split."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from dhgak import _core


class Graph:
    """One graph of a `Dataset`.

    >>> import dhgak
    >>> graphs, _ = dhgak.datasets.demo()
    >>> graph = graphs[0]
    >>> graph.num_nodes, graph.edge_index.shape
    (14, (2, 14))
    """

    __slots__ = ("_dataset", "_number")

    def __init__(self, dataset: Dataset, number: int):
        self._dataset = dataset
        self._number = number

    def _parts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        return self._dataset._core.graph_parts(self._number)

    @property
    def num_nodes(self) -> int:
        return len(self._parts()[1])

    @property
    def edge_index(self) -> np.ndarray:
        """Two rows; a column for each edge."""
        return self._parts()[0]

    @property
    def node_labels(self) -> list[str] | None:
        """By node; None where the graphs came without labels."""
        core = self._dataset._core
        if core.labels_are_degrees:
            return None
        names = core.label_names
        return [names[label] for label in self._parts()[1]]

    @property
    def edge_labels(self) -> list[str] | None:
        """By column of `edge_index`; None where there are none."""
        names = self._dataset._core.edge_label_names
        return [names[label] for label in self._parts()[2]] if names else None

    @property
    def node_attributes(self) -> np.ndarray | None:
        """A row for each node; None where there are none."""
        return self._parts()[3] if self._dataset._core.num_attributes else None

    def __repr__(self) -> str:
        return f"<graph {self._number} of {self._dataset.name!r}>"


class Dataset(Sequence):
    """Graphs in the library's own form; what `dhgak.datasets` gives.

    A number picks a `Graph`, a slice or a list of numbers a smaller dataset. A list of its graphs is
    worth the same to every estimator, so that scikit-learn can split it.
    """

    def __init__(self, core: _core.Dataset):
        self._core = core

    @property
    def name(self) -> str:
        return self._core.name

    def __len__(self) -> int:
        return len(self._core)

    @overload
    def __getitem__(self, key: int) -> Graph: ...
    @overload
    def __getitem__(self, key: slice | Sequence[int] | np.ndarray) -> Dataset: ...
    def __getitem__(self, key: Any) -> Graph | Dataset:
        numbers = np.arange(len(self))[key]
        if numbers.ndim == 0:
            return Graph(self, int(numbers))
        return Dataset(self._core.choose(np.ascontiguousarray(numbers, dtype=np.int64)))

    def __repr__(self) -> str:
        return f"<{len(self)} graphs of {self.name!r}>"
