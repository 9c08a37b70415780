# SPDX-License-Identifier: MIT
"""One graph of any library as plain lists and arrays. No library is imported that the user has not."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
    nodes = list(graph)
    number = {node: i for i, node in enumerate(nodes)}

    def by_node(name: str | None, noun: str) -> list[Any] | None:
        return None if name is None else all_or_none([value for _, value in graph.nodes(data=name)], "node", noun, nodes)

    edges = list(graph.edges())
    edge_labels = None
    if names.edge_label is not None:
        edge_labels = all_or_none([edge[2] for edge in graph.edges(data=names.edge_label)], "edge", "label", edges)
    return Parts(len(nodes), [number[edge[0]] for edge in edges], [number[edge[1]] for edge in edges],
                 by_node(names.node_label, "label"), edge_labels, by_node(names.node_attributes, "attributes"),
                 node_names=nodes, edge_names=edges)


def _from_igraph(graph: Any, names: Names) -> Parts:
    def values_of(sequence: Any, name: str | None, what: str, noun: str) -> list[Any] | None:
        return all_or_none(sequence[name], what, noun) if name in sequence.attributes() else None

    edges = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    return Parts(graph.vcount(), edges[:, 0], edges[:, 1], values_of(graph.vs, names.node_label, "node", "label"),
                 values_of(graph.es, names.edge_label, "edge", "label"),
                 values_of(graph.vs, names.node_attributes, "node", "attributes"))


def _edges_of(edges: np.ndarray) -> np.ndarray:
    if edges.size == 0:
        return np.empty((2, 0), dtype=np.int64)
    if edges.ndim != 2 or edges.shape[0] != 2:
        raise ValueError(f"edge_index has the shape {edges.shape}, expected (2, edges): a row of sources and one of targets")
    if edges.dtype.kind not in "iu":
        raise ValueError(f"edge_index holds {edges.dtype}, expected whole numbers of nodes")
    return edges


def _from_arrays(graph: tuple, names: Names) -> Parts:
    if not 2 <= len(graph) <= 4:
        raise ValueError(f"a tuple of {len(graph)}; give (edge_index, node_labels), "
                         "(edge_index, node_labels, node_attributes) or these and edge_labels")
    edges, labels, attributes, edge_labels = (*graph, None, None)[:4]
    labels = _listed(labels, "node labels")
    attributes = _listed(attributes, "node attributes")
    edge_labels = _listed(edge_labels, "edge labels")
    edges = edges if scipy.sparse.issparse(edges) else np.asarray(edges)
    if _is_matrix(edges):
        if edge_labels is not None and not isinstance(edge_labels, Mapping):
            raise ValueError("edge labels beside an adjacency matrix, which has no order of edges; "
                             "give a dictionary by (node, node), or edge_index instead of the matrix")
        plain = _from_adjacency(edges, names)
    else:
        edges = _edges_of(edges)
        plain = Parts(_num_nodes(edges, labels, attributes), edges[0], edges[1])
    return plain._replace(labels=_by_node(labels, plain.num_nodes, "label"),
                          attributes=_by_node(attributes, plain.num_nodes, "attributes") if names.node_attributes else None,
                          edge_labels=_by_edge(edge_labels, plain) if names.edge_label else None)


def _listed(values: Any, what: str) -> Any:
    """What has a length as it is, a generator as a list."""
    if isinstance(values, Iterator):
        return list(values)
    if isinstance(values, (set, frozenset)):
        raise ValueError(f"the {what} are a set, which has no order; give a list or a dictionary")
    try:
        if values is not None:
            len(values)
    except TypeError:
        raise ValueError(f"the {what} are a {type(values).__name__}; give a list, an array or a dictionary") from None
    return values


def _is_matrix(edges: Any) -> bool:
    """Of arrays 2 x 2 those of whole numbers are two edges."""
    if scipy.sparse.issparse(edges):
        return True
    is_square = edges.ndim == 2 and edges.shape[0] == edges.shape[1] > 0
    return is_square and (edges.shape[0] != 2 or edges.dtype.kind in "fb")


def _num_nodes(edges: np.ndarray, *by_node: Any) -> int:
    used = int(edges.max()) + 1 if edges.size else 0
    for values in by_node:
        if values is not None:
            return max(used, len(values)) if isinstance(values, Mapping) else len(values)
    return used


def _by_node(values: Any, num_nodes: int, noun: str) -> Any:
    if not isinstance(values, Mapping):
        return values
    missing = [node for node in range(num_nodes) if node not in values]
    if missing:
        raise ValueError(f"node {missing[0]} has no {noun} in the dictionary, whose keys must be the numbers of all "
                         f"nodes, 0 to {num_nodes - 1}")
    return [values[node] for node in range(num_nodes)]


def _by_edge(values: Any, graph: Parts) -> Any:
    """Of a dictionary by (node, node), in either order, the values in the order of edges."""
    if not isinstance(values, Mapping):
        return values
    edges = list(zip(np.asarray(graph.sources).tolist(), np.asarray(graph.targets).tolist()))
    keys = [edge if edge in values else edge[::-1] for edge in edges]
    missing = [edge for edge, key in zip(edges, keys) if key not in values]
    if missing:
        raise ValueError(f"edge {missing[0]} has no label in the dictionary, whose keys must be all edges as (node, node)")
    return [values[key] for key in keys]


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
