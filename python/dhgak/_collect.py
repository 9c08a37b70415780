# SPDX-License-Identifier: MIT
"""Graphs of any kind, from lists or generators, as datasets of the library."""
from __future__ import annotations

import numbers
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import numpy as np

from dhgak import _core
from dhgak._dataset import Dataset, Graph
from dhgak._formats import is_graph, parts_of
from dhgak._labels import LabelNumbers
from dhgak._molecule_files import reader_of
from dhgak._parts import Names, Parts, place_text
from dhgak._pyg import decided, is_one_hot

# Graphs that are in memory at once where each is judged alone.
GRAPHS_PER_BLOCK = 4096


class _Agreement:
    """What the first graph that can tell says about all of them."""

    def __init__(self, what: str):
        self._what = what
        self.value: Any = None
        self._graph = 0

    def settle(self, value: Any, graph: int) -> None:
        if self.value is None:
            self.value, self._graph = value, graph
        elif self.value != value:
            raise ValueError(f"{self._say(value)}, but graph {self._graph} has {self._say(self.value)}; "
                             "give all graphs the same")

    def _say(self, value: Any) -> str:
        if isinstance(value, bool):
            return self._what if value else f"no {self._what}"
        return f"{value} {self._what}"


@contextmanager
def _naming(number: int) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise ValueError(f"graph {number}: {error}") from None


class Collector:
    """Takes graphs one by one and hands all of them to the library at once, as arrays."""

    def __init__(self, names: Names, first_graph: int = 0):
        self._names = names
        self._first_graph = first_graph
        self._num_nodes: list[int] = []
        self._num_edges: list[int] = []
        self._sources: list[Any] = []
        self._targets: list[Any] = []
        self._labels: list[int] = []
        self._edge_labels: list[int] = []
        self._attributes: list[np.ndarray] = []
        self._label_numbers = LabelNumbers()
        self._edge_label_numbers = LabelNumbers()
        self._has_labels = _Agreement("node labels")
        self._has_edge_labels = _Agreement("edge labels")
        self._num_attributes = _Agreement("attributes for each node")
        self._x_kind = _Agreement("in x")
        self._num_molecules = 0
        self._waiting: list[Parts] = []  # from the first graph on whose rows of x may be labels

    def __len__(self) -> int:
        return len(self._num_nodes) + len(self._waiting)

    def add(self, graph: Any) -> None:
        """Raises ValueError that names the graph, counted from 0, and what is wrong about it."""
        with _naming(self._first_graph + len(self)):
            parts = parts_of(graph, self._names)
        self._waiting.append(parts)
        if parts.undecided_x is None:
            if len(self._waiting) == 1:
                self._add_waiting()
        elif not is_one_hot(parts.undecided_x):
            self._decide(x_is_label=False)

    def _decide(self, x_is_label: bool) -> None:
        self._names = self._names._replace(x_is_label=x_is_label)
        self._add_waiting()

    def _add_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for parts in waiting:
            number = self._first_graph + len(self)
            with _naming(number):
                self._add(decided(parts, self._names), number)

    def _add(self, parts: Parts, number: int) -> None:
        labels = (self._label_numbers.of(parts.labels, "node", parts.node_names)
                  if parts.labels is not None else [])
        edge_labels = (self._edge_label_numbers.of(parts.edge_labels, "edge", parts.edge_names)
                       if parts.edge_labels is not None else [])
        num_edges = len(parts.sources)
        attributes = _attributes_of(parts)
        if labels and len(labels) != parts.num_nodes:
            raise ValueError(f"{len(labels)} labels for {parts.num_nodes} nodes; give one for each node, or none")
        if edge_labels and len(edge_labels) != num_edges:
            raise ValueError(f"{len(edge_labels)} edge labels for {num_edges} edges; give one for each edge, or none")
        if parts.num_nodes:
            if parts.x_kind is not None:
                self._x_kind.settle(parts.x_kind, number)
            self._has_labels.settle(bool(labels), number)
            self._num_attributes.settle(attributes.shape[1], number)
        if num_edges and self._names.edge_label is not None:
            self._has_edge_labels.settle(bool(edge_labels), number)
        self._num_molecules += parts.is_molecule
        self._num_nodes.append(parts.num_nodes)
        self._num_edges.append(num_edges)
        self._sources.append(parts.sources)
        self._targets.append(parts.targets)
        self._labels += labels
        self._edge_labels += edge_labels
        self._attributes.append(attributes)

    def dataset(self) -> _core.Dataset:
        """Raises ValueError where an edge or an attribute is wrong."""
        if self._waiting:
            self._decide(x_is_label=True)
        return _core.Dataset.from_arrays(
            name="graphs",
            first_graph=self._first_graph,
            num_nodes=np.array(self._num_nodes, dtype=np.int64),
            num_edges=np.array(self._num_edges, dtype=np.int64),
            sources=_join(self._sources, np.int64),
            targets=_join(self._targets, np.int64),
            labels=np.array(self._labels, dtype=np.uint32),
            label_names=self._label_numbers.names,
            edge_labels=np.array(self._edge_labels, dtype=np.uint32),
            edge_label_names=self._edge_label_numbers.names,
            attributes=_join([rows.ravel() for rows in self._attributes], np.float32),
            num_attributes=self._num_attributes.value or 0,
            atoms=self._names.atoms if 0 < self._num_molecules == len(self) else "")


# What a cast would turn into numbers all the same: complex numbers, dates, durations, bytes, texts.
def _holds_real_numbers(rows: np.ndarray) -> bool:
    if rows.dtype == object:
        return all(isinstance(value, (numbers.Real, np.bool_)) for value in rows.ravel())
    return rows.dtype.kind in "biuf"


def _attributes_of(parts: Parts) -> np.ndarray:
    if parts.attributes is None:
        return np.empty((parts.num_nodes, 0), dtype=np.float32)
    try:
        rows = np.asarray(parts.attributes)
        is_known = _holds_real_numbers(rows)
    except (TypeError, ValueError):
        is_known = False
    if not is_known:
        raise ValueError("the node attributes are no rows of numbers, all of one length; complex numbers, dates and "
                         "texts are none")
    rows = rows.astype(np.float32)
    if rows.ndim == 1:
        rows = rows[:, None]
    if rows.ndim != 2 or len(rows) != parts.num_nodes:
        raise ValueError(f"node attributes of shape {rows.shape} for {parts.num_nodes} nodes; "
                         "give one row for each node")
    if parts.node_names is not None and not np.isfinite(rows).all():
        node, column = np.argwhere(~np.isfinite(rows))[0]
        raise ValueError(f"{place_text('node', node, parts.node_names)}: attribute {column} is not finite")
    return rows


def _join(pieces: list[Any], dtype: Any) -> np.ndarray:
    if not pieces:
        return np.empty(0, dtype=dtype)
    return np.concatenate([np.asarray(piece, dtype=dtype) for piece in pieces])


def _views(graphs: Any) -> _core.Dataset | None:
    """The graphs as the library holds them already, if they are all of one dataset."""
    if isinstance(graphs, Dataset):
        return graphs._core
    if not isinstance(graphs, (list, np.ndarray)) or not all(isinstance(graph, Graph) for graph in graphs):
        return None
    if len({id(graph._dataset) for graph in graphs}) != 1:
        return None
    numbers = np.array([graph._number for graph in graphs], dtype=np.int64)
    return graphs[0]._dataset._core.choose(numbers)


def _require_graphs(graphs: Any) -> None:
    if isinstance(graphs, tuple) and graphs and all(is_graph(graph) for graph in graphs):
        return  # what zip gives
    if is_graph(graphs):
        raise ValueError(f"one {type(graphs).__name__} where several graphs are expected; give it as [graph]")
    if not isinstance(graphs, Iterable):
        raise ValueError(f"a {type(graphs).__name__} where graphs are expected; give a list of them, or a folder")


def _is_path(graphs: Any) -> bool:
    return isinstance(graphs, (str, os.PathLike))


def opened(graphs: Any) -> Any:
    """The molecules of a file of them; anything else as it is."""
    read = reader_of(graphs) if _is_path(graphs) and not os.path.isdir(graphs) else None
    return graphs if read is None else read(graphs)[0]


def dataset_of(graphs: Any, names: Names) -> _core.Dataset:
    """All graphs as one dataset: from a path, a `Dataset`, or an iterable of graphs."""
    graphs = opened(graphs)
    if _is_path(graphs):
        return _core.Dataset.read(os.fspath(graphs))
    held = _views(graphs)
    if held is not None:
        return held
    _require_graphs(graphs)
    collector = Collector(names)
    for graph in graphs:
        collector.add(graph)
    return collector.dataset()


def blocks_of(graphs: Any, names: Names) -> Iterator[_core.Dataset]:
    """The same some thousand graphs at a time, so that generators need not fit into memory."""
    graphs = opened(graphs)
    if _is_path(graphs):
        stream = _core.open_stream(os.fspath(graphs), GRAPHS_PER_BLOCK)
        yield from iter(stream.next, None)
        return
    held = _views(graphs)
    if held is not None:
        yield held
        return
    _require_graphs(graphs)
    rest = iter(graphs)
    first_graph = 0
    while True:
        collector = Collector(names, first_graph)
        for graph in islice(rest, GRAPHS_PER_BLOCK):
            collector.add(graph)
        if len(collector) == 0 and first_graph > 0:
            return
        yield collector.dataset()
        first_graph += len(collector)
        if len(collector) < GRAPHS_PER_BLOCK:
            return
