# SPDX-License-Identifier: MIT
"""Graphs that the library already holds, as a sequence that scikit-learn can split."""
from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, overload

import numpy as np

from dhgak import _core
from dhgak._drawing import MOST_NODES, Picture, class_color, draw, label_colors, score_colors

_MOST_SHOWN = 6


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

    def plot(self, scores: np.ndarray | None = None) -> Picture:
        """A drawing that notebooks show; nodes in the colours of their labels, or of `scores`, one for each node.

        >>> import dhgak
        >>> graphs, _ = dhgak.datasets.demo()
        >>> graphs[0].plot().svg[:4]
        '<svg'
        """
        core = self._dataset._core
        edge_index, numbers, _, _ = self._parts()
        labels = [core.label_names[number] for number in numbers]
        hints = [f"node {v}, label {label}" for v, label in enumerate(labels)]
        fills = label_colors(numbers.tolist())
        if scores is not None:
            scores = np.asarray(scores, dtype=float)
            if scores.shape != (len(labels),):
                raise ValueError(f"scores have the shape {scores.shape} for {len(labels)} nodes; give one number for each node")
            hints = [f"{hint}, score {score:+.3g}" for hint, score in zip(hints, scores)]
            fills = score_colors(scores, class_color(1), class_color(0))
        return draw(len(labels), edge_index, labels, fills, hints, f"graph {self._number} of {self._dataset.name}")

    def _repr_svg_(self) -> str:
        return self.plot().svg

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

    def _repr_html_(self) -> str:
        core, shown = self._core, min(len(self), _MOST_SHOWN)
        nodes = [self[g].num_nodes for g in range(shown)]
        pictures = "".join(f'<div style="max-width:180px">{self[g].plot().svg}</div>' for g in range(shown) if nodes[g] <= MOST_NODES)
        labels = "degrees for labels" if core.labels_are_degrees else f"{len(core.label_names)} node labels"
        return (f"<div><b>{escape(self.name)}</b>: {len(self):,} graphs, {labels}"
                f'<div style="display:flex;flex-wrap:wrap;gap:8px">{pictures}</div></div>')
