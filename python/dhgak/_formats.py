# SPDX-License-Identifier: MIT
"""One graph of any library as plain lists and arrays. No library is imported that the user has not."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse

from dhgak._dataset import Graph
from dhgak._molecules import from_molecule
from dhgak._parts import Names, Parts, all_or_none
from dhgak._pyg import from_data


def parts_of(graph: Any, names: Names) -> Parts:
    """Raises ValueError that says what is wrong, without naming the graph."""
    for accepts, read in _FORMATS:
        if accepts(graph):
            return read(graph, names)
    if graph is None:
        raise ValueError("None is no graph; RDKit gives it for a SMILES that it cannot read")
    raise ValueError(
        f"a {type(graph).__name__} is no graph; give networkx or igraph graphs, RDKit molecules, PyG Data, "
        "SciPy adjacency matrices, or tuples (edge_index, node_labels)")


def is_graph(thing: Any) -> bool:
    return any(accepts(thing) for accepts, _ in _FORMATS)


def _comes_from(*modules: str) -> Callable[[Any], bool]:
    return lambda thing: any(base.__module__.partition(".")[0] in modules for base in type(thing).__mro__)


def _from_dataset(graph: Graph, names: Names) -> Parts:
    edges = graph.edge_index
    return Parts(graph.num_nodes, edges[0], edges[1], graph.node_labels,
                 graph.edge_labels if names.edge_label else None,
                 graph.node_attributes if names.node_attributes else None)


def _from_networkx(graph: Any, names: Names) -> Parts:
    number = {node: i for i, node in enumerate(graph)}
    labels = None
    if names.node_label is not None:
        labels = all_or_none([label for _, label in graph.nodes(data=names.node_label)], "node")
    attributes = None
    if names.node_attributes is not None:
        attributes = all_or_none([row for _, row in graph.nodes(data=names.node_attributes)], "node")
    edge_labels = None
    if names.edge_label is None:
        edges = list(graph.edges())
    else:
        edges = list(graph.edges(data=names.edge_label))
        edge_labels = all_or_none([edge[2] for edge in edges], "edge")
    return Parts(len(number), [number[edge[0]] for edge in edges], [number[edge[1]] for edge in edges],
                 labels, edge_labels, attributes)


def _from_igraph(graph: Any, names: Names) -> Parts:
    def labels_of(sequence: Any, name: str | None, what: str) -> list[Any] | None:
        return all_or_none(sequence[name], what) if name in sequence.attributes() else None

    edges = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    return Parts(graph.vcount(), edges[:, 0], edges[:, 1], labels_of(graph.vs, names.node_label, "node"),
                 labels_of(graph.es, names.edge_label, "edge"), labels_of(graph.vs, names.node_attributes, "node"))


def _edges_of(edge_index: Any) -> np.ndarray:
    edges = np.asarray(edge_index)
    if edges.size == 0:
        return np.empty((2, 0), dtype=np.int64)
    if edges.ndim != 2 or edges.shape[0] != 2:
        raise ValueError(f"edge_index has the shape {edges.shape}, expected (2, edges): a row of sources and one of targets")
    if edges.dtype.kind not in "iu":
        raise ValueError(f"edge_index holds {edges.dtype}, expected whole numbers of nodes")
    return edges


def _num_nodes(edges: np.ndarray, *by_node: Any) -> int:
    for values in by_node:
        if values is not None:
            return len(values)
    return int(edges.max()) + 1 if edges.size else 0


def _from_arrays(graph: tuple, names: Names) -> Parts:
    if not 2 <= len(graph) <= 4:
        raise ValueError(f"a tuple of {len(graph)}; give (edge_index, node_labels), "
                         "(edge_index, node_labels, node_attributes) or these and edge_labels")
    edge_index, labels, attributes, edge_labels = (*graph, None, None)[:4]
    if scipy.sparse.issparse(edge_index):
        adjacency = _from_adjacency(edge_index, names)
        return adjacency._replace(labels=labels, attributes=attributes if names.node_attributes else None)
    edges = _edges_of(edge_index)
    return Parts(_num_nodes(edges, labels, attributes), edges[0], edges[1], labels,
                 edge_labels if names.edge_label else None, attributes if names.node_attributes else None)


def _from_adjacency(matrix: Any, names: Names) -> Parts:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"an adjacency matrix of shape {matrix.shape}; it must be square")
    entries = scipy.sparse.coo_array(matrix)
    is_edge = entries.data != 0
    sources, targets = entries.coords
    return Parts(matrix.shape[0], sources[is_edge], targets[is_edge])


_FORMATS: list[tuple[Callable[[Any], bool], Callable[[Any, Names], Parts]]] = [
    (lambda graph: isinstance(graph, Graph), _from_dataset),
    (_comes_from("networkx"), _from_networkx),
    (lambda graph: isinstance(graph, tuple), _from_arrays),
    (_comes_from("rdkit"), from_molecule),
    (_comes_from("igraph"), _from_igraph),
    (lambda graph: hasattr(graph, "edge_index"), from_data),
    (scipy.sparse.issparse, _from_adjacency),
    (lambda graph: isinstance(graph, np.ndarray) and graph.ndim == 2 and graph.shape[0] == graph.shape[1],
     _from_adjacency),
]
