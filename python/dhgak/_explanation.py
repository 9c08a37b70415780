# SPDX-License-Identifier: MIT
"""Which nodes made a classifier decide as it does."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Explanation:
    """Decisions about graphs and the scores of nodes that make them.

    For each graph the scores sum up to its decision without the bias: `scores[g].sum(axis=0) + bias` is
    `decisions[g]`. With two classes positive scores speak for the second of `classes_`. With more, every array has
    one more dimension, the class: its scores speak for it and against all others together.

    Nodes are in the order in which the graph has them; of molecules these are the atoms without hydrogens.
    """

    scores: list[np.ndarray]
    """By graph: a score for each node."""
    level_scores: list[np.ndarray]
    """By graph: a row for each node, a column for each hop (round, level) of the kernel; sums up to `scores`."""
    bias: Any
    """What the model adds to the decision about every graph: a number, or one for each class."""
    decisions: np.ndarray
    """By graph. With two classes they are those of `decision_function`."""
    level_name: str
    """What columns of `level_scores` are: "hop", "round" or "level"."""

    def __repr__(self) -> str:
        return f"<explanation of {len(self.scores)} graphs by {self.level_name}s>"


def join(pieces: Sequence[tuple[np.ndarray, ...]], level_name: str) -> Explanation:
    """Of what the library says about each block of graphs."""
    level_scores: list[np.ndarray] = []
    for scores, offsets, _, _ in pieces:
        level_scores += np.split(_alone(scores), offsets[1:-1].astype(np.int64))[:len(offsets) - 1]
    bias = _alone(pieces[0][3])
    return Explanation(scores=[scores.sum(axis=1) for scores in level_scores],
                       level_scores=level_scores,
                       bias=bias if bias.ndim else float(bias),
                       decisions=np.concatenate([_alone(piece[2]) for piece in pieces]),
                       level_name=level_name)


def _alone(by_function: np.ndarray) -> np.ndarray:
    """Without the last dimension where there is one function only."""
    return by_function[..., 0] if by_function.shape[-1] == 1 else by_function
