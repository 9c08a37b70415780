# SPDX-License-Identifier: MIT
"""Which nodes made a classifier decide as it does."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from dhgak._dataset import Graph
from dhgak._drawing import Picture, class_color, draw, score_colors

_MOST_SHOWN = 6


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
    graphs: Sequence[Graph] = ()
    """Those that were explained, as the library holds them."""
    classes: Sequence[str] = ()
    """Names of the classes, in the order of the scores' last dimension; of two, positive scores speak for the second."""

    def plot(self, graph: int = 0) -> Picture:
        """One of the graphs, its nodes in the colour of the class that they speak for: for notebooks, or to be saved.

        With more than two classes the scores are those of the class with the largest decision.

        >>> import dhgak
        >>> graphs, classes = dhgak.datasets.demo()
        >>> said = dhgak.DHGAKClassifier(H=2, C=1).fit(graphs, classes).explain(graphs[:3])
        >>> said.plot(1).svg.startswith("<svg")
        True
        """
        scores, number = self._shown(graph)
        edge_index, labels, _, _ = self.graphs[graph]._parts()
        core = self.graphs[graph]._dataset._core
        texts = [core.label_names[label] for label in labels]
        hints = [f"node {v}, label {text}, score {score:+.3g}" for v, (text, score) in enumerate(zip(texts, scores))]
        against = (class_color(0),) if len(self.classes) == 2 else ()  # of more classes all others, in grey
        fills = score_colors(scores, class_color(number), *against)
        return draw(len(texts), edge_index, texts, fills, hints, f"graph {graph}: {self._says(graph)}")

    def to_frame(self) -> Any:
        """A pandas `DataFrame`: a row for each node of each graph, with label, score and the scores by hop.

        With more than two classes the scores are those of the class with the largest decision, which is in `class`.
        """
        import pandas as pd
        rows = []
        for g, graph in enumerate(self.graphs):
            scores, number = self._shown(g)
            by_level = self.level_scores[g] if self.level_scores[g].ndim == 2 else self.level_scores[g][..., number]
            core = graph._dataset._core
            labels = [core.label_names[label] for label in graph._parts()[1]]
            rows += [{"graph": g, "node": v, "label": label, "class": self.classes[number], "score": score,
                      **{f"{self.level_name}{i}": value for i, value in enumerate(levels)}}
                     for v, (label, score, levels) in enumerate(zip(labels, scores, by_level))]
        return pd.DataFrame(rows)

    def _shown(self, graph: int) -> tuple[np.ndarray, int]:
        """Scores of nodes, and the number of the class that positive ones speak for."""
        if len(self.graphs) == 0:
            raise ValueError("this explanation has no graphs to draw; make it with explain")
        scores = self.scores[graph]
        if scores.ndim == 1:
            return scores, 1
        number = int(np.argmax(self.decisions[graph]))
        return scores[:, number], number

    def _says(self, graph: int) -> str:
        decision = self.decisions[graph]
        if np.ndim(decision) == 0:
            return f"{abs(float(decision)):.3g} for {self.classes[int(decision > 0)]}"
        return f"{float(np.max(decision)):+.3g} for {self.classes[int(np.argmax(decision))]}"

    def _repr_html_(self) -> str:
        shown = [f'<figure style="margin:0;max-width:240px">{self.plot(g).svg}<figcaption>graph {g}: {escape(self._says(g))}</figcaption></figure>'
                 for g in range(min(len(self.graphs), _MOST_SHOWN))]
        return f'<div>{escape(repr(self))}<div style="display:flex;flex-wrap:wrap;gap:12px">{"".join(shown)}</div></div>'

    def __repr__(self) -> str:
        return f"<explanation of {len(self.scores)} graphs by {self.level_name}s>"


def join(pieces: Sequence[tuple[np.ndarray, ...]], level_name: str, graphs: Sequence[Graph],
         classes: Sequence[str]) -> Explanation:
    """Of what the library says about each block of graphs."""
    level_scores: list[np.ndarray] = []
    for scores, offsets, _, _ in pieces:
        level_scores += np.split(_alone(scores), offsets[1:-1].astype(np.int64))[:len(offsets) - 1]
    bias = _alone(pieces[0][3])
    return Explanation(scores=[scores.sum(axis=1) for scores in level_scores],
                       level_scores=level_scores,
                       bias=bias if bias.ndim else float(bias),
                       decisions=np.concatenate([_alone(piece[2]) for piece in pieces]),
                       level_name=level_name,
                       graphs=graphs,
                       classes=classes)


def _alone(by_function: np.ndarray) -> np.ndarray:
    """Without the last dimension where there is one function only."""
    return by_function[..., 0] if by_function.shape[-1] == 1 else by_function
