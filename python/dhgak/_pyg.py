# SPDX-License-Identifier: MIT
"""PyTorch Geometric's `Data`, and anything that looks like it, as graphs."""
from __future__ import annotations

from typing import Any

import numpy as np

from dhgak._parts import Names, Parts


def from_data(data: Any, names: Names) -> Parts:
    """Labels are the attribute that `node_label` names, or else `x`, if that holds whole numbers. Rows of floats in `x` are
    labels if they are one-hot in all graphs, which `decided` is told later, else node attributes. Edge labels are
    `edge_attr`, whole numbers or one-hot."""
    edges = _array(data.edge_index)
    if edges is None or edges.size == 0:
        edges = np.empty((2, 0), dtype=np.int64)
    if edges.ndim != 2 or edges.shape[0] != 2 or edges.dtype.kind not in "iu":
        raise ValueError(f"edge_index is {edges.dtype} of shape {edges.shape}, expected whole numbers of shape (2, edges)")
    x = _rows(data, "x")
    labels = _array(getattr(data, names.node_label, None)) if names.node_label else None
    parts = Parts(_num_nodes(data, edges, labels, x), edges[0], edges[1], labels, _edge_labels(data, names))
    if x is None:
        return parts
    if labels is not None:
        return parts._replace(attributes=x if names.node_attributes else None)
    if _holds_whole_numbers(x):
        return parts._replace(labels=_texts(x), x_kind="whole numbers")
    parts = parts._replace(undecided_x=x, x_kind="floats")
    return parts if names.x_is_label is None else decided(parts, names)


def decided(parts: Parts, names: Names) -> Parts:
    """The graph once it is known whether rows of floats are labels. Raises ValueError where they cannot be."""
    x = parts.undecided_x
    if x is None:
        return parts
    if names.x_is_label:
        return parts._replace(undecided_x=None, labels=_hot_columns(
            x, "node", "the row of x is not one-hot, but training had labels of nodes; give these graphs labels, too"))
    return parts._replace(undecided_x=None, attributes=x if names.node_attributes else None)


def is_one_hot(rows: np.ndarray) -> bool:
    return len(rows) == 0 or rows.ndim == 2 and rows.shape[1] > 1 and bool(_are_hot(rows).all())


def _are_hot(rows: np.ndarray) -> np.ndarray:
    return ((rows == 0) | (rows == 1)).all(axis=1) & (rows.sum(axis=1) == 1)


def _hot_columns(rows: np.ndarray, what: str, complaint: str) -> np.ndarray:
    if not is_one_hot(rows):
        wrong = 0 if rows.ndim != 2 or rows.shape[1] < 2 else int((~_are_hot(rows)).argmax())
        raise ValueError(f"{what} {wrong}: {complaint}")
    return rows.argmax(axis=1) if len(rows) > 0 else rows


def _edge_labels(data: Any, names: Names) -> Any:
    kinds = _rows(data, "edge_attr") if names.edge_label is not None else None
    if kinds is None or len(kinds) == 0:
        return None
    if _holds_whole_numbers(kinds):
        return _texts(kinds)
    return _hot_columns(kinds, "edge", "the row of edge_attr is neither one-hot nor whole numbers, but the kernel looks "
                                       "at labels of edges; give these, or edge_label=None")


def _array(values: Any) -> np.ndarray | None:
    if values is None or isinstance(values, np.ndarray):
        return values
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    return np.asarray(values)


def _rows(data: Any, name: str) -> np.ndarray | None:
    """None where there are no numbers."""
    rows = _array(getattr(data, name, None))
    if rows is None or rows.ndim == 2 and rows.shape[1] == 0:
        return None
    if rows.ndim not in (1, 2):
        raise ValueError(f"{name} has the shape {rows.shape}; give one row of numbers for each")
    return rows


def _num_nodes(data: Any, edges: np.ndarray, *by_node: np.ndarray | None) -> int:
    for values in by_node:
        if values is not None:
            return len(values)
    told = getattr(data, "num_nodes", None)
    if told is not None:
        return int(told)
    return int(edges.max()) + 1 if edges.size else 0


def _holds_whole_numbers(rows: np.ndarray) -> bool:
    return rows.dtype.kind in "iub"


def _texts(rows: np.ndarray) -> np.ndarray | list[str]:
    """A number as it is, several as a text; the same for the same row, whatever the other rows are."""
    rows = rows.astype(np.int64)
    if rows.ndim == 1:
        return rows
    return rows[:, 0] if rows.shape[1] == 1 else [",".join(map(str, row)) for row in rows.tolist()]
