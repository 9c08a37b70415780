# SPDX-License-Identifier: MIT
"""PyTorch Geometric's `Data`, and anything that looks like it, as graphs."""
from __future__ import annotations

from typing import Any

import numpy as np

from dhgak._parts import Names, Parts


def from_data(data: Any, names: Names) -> Parts:
    """Labels are the attribute that `node_label` names, or else `x`, if that holds labels: one-hot rows, or
    whole numbers. Any other `x` is node attributes. The same holds for `edge_attr` and edge labels."""
    edges = _array(data.edge_index)
    if edges is None or edges.size == 0:
        edges = np.empty((2, 0), dtype=np.int64)
    if edges.ndim != 2 or edges.shape[0] != 2 or edges.dtype.kind not in "iu":
        raise ValueError(f"edge_index is {edges.dtype} of shape {edges.shape}, expected whole numbers of shape (2, edges)")
    features = _array(getattr(data, "x", None))
    labels = _array(getattr(data, names.node_label, None)) if names.node_label else None
    if labels is None and features is not None:
        labels = _labels_in(features)
        if labels is not None:
            features = None
    edge_labels = None
    if names.edge_label is not None:
        kinds = _array(getattr(data, "edge_attr", None))
        edge_labels = _labels_in(kinds) if kinds is not None else None
    return Parts(_num_nodes(data, edges, features, labels), edges[0], edges[1], labels, edge_labels,
                 features if names.node_attributes else None)


def _array(values: Any) -> np.ndarray | None:
    if values is None or isinstance(values, np.ndarray):
        return values
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    return np.asarray(values)


def _num_nodes(data: Any, edges: np.ndarray, *by_node: np.ndarray | None) -> int:
    for values in by_node:
        if values is not None:
            return len(values)
    told = getattr(data, "num_nodes", None)
    if told is not None:
        return int(told)
    return int(edges.max()) + 1 if edges.size else 0


def _labels_in(features: np.ndarray) -> np.ndarray | None:
    """The labels that rows of numbers stand for; None where they measure something."""
    if features.ndim == 1:
        return features if features.dtype.kind in "iu" else None
    if features.shape[1] > 1 and ((features == 0) | (features == 1)).all() and (features.sum(axis=1) == 1).all():
        return features.argmax(axis=1)
    if features.dtype.kind not in "iu" or features.shape[1] == 0:
        return None
    if features.shape[1] == 1:
        return features[:, 0]
    return np.array([",".join(map(str, row)) for row in features.tolist()])
