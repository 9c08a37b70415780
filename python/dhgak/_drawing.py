# SPDX-License-Identifier: MIT
"""Graphs as SVG, for notebooks: nodes at places that keep distances, coloured by label or by score."""
from __future__ import annotations

import html
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

MOST_NODES = 400  # beyond it a drawing says nothing
_LABEL_COLORS = ("#cfd8dc", "#b5dcae", "#f6b8c8", "#fff0a0", "#cbbde8", "#a5dedb", "#e6c9a0", "#d8e69b")
_CLASS_COLORS = ("#0072b2", "#d55e00", "#007a5a", "#a3528a", "#7a6a00", "#3a8fbf", "#8c564b", "#6b6b6b")
_GREY = "#6b6b6b"


class Picture:
    """An SVG that notebooks show.

    >>> import dhgak
    >>> graphs, _ = dhgak.datasets.demo()
    >>> picture = graphs[0].plot()
    >>> picture.svg.startswith("<svg")
    True
    """

    def __init__(self, svg: str):
        self.svg = svg
        """The text of the drawing."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the drawing to a file, whose name should end with .svg."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<picture, {len(self.svg)} letters of SVG>"


def class_color(number: int) -> str:
    return _CLASS_COLORS[number % len(_CLASS_COLORS)]


def score_colors(scores: np.ndarray, positive: str, negative: str = _GREY) -> list[str]:
    """From white for none to the full colour for the largest score."""
    largest = max(float(np.abs(scores).max(initial=0)), 1e-12)
    return [_mixed(positive if score > 0 else negative, 0.85 * abs(float(score)) / largest) for score in scores]


def label_colors(numbers: Sequence[int]) -> list[str]:
    """By numbers of labels, so that all graphs of a dataset agree."""
    return [_LABEL_COLORS[number % len(_LABEL_COLORS)] for number in numbers]


def draw(num_nodes: int, edge_index: np.ndarray, texts: Sequence[str], fills: Sequence[str], hints: Sequence[str],
         title: str, size: int = 360) -> Picture:
    """Nodes as circles with their texts; `hints` are shown where the pointer is."""
    if num_nodes > MOST_NODES:
        return Picture(_svg(size, 30, title, f'<text x="4" y="18">{html.escape(title)}: too large to be drawn</text>'))
    if num_nodes == 0:
        return Picture(_svg(size, 30, title, f'<text x="4" y="18">{html.escape(title)}: no nodes</text>'))
    places = lay_out(num_nodes, edge_index)
    spread = np.ptp(places, axis=0)
    unit = min((size - 32) / max(float(spread.max()), 1e-9), 42.0)
    places = (places - places.min(axis=0)) * unit + 16
    width, height = places.max(axis=0) + 16
    radius = min(10.0, 0.3 * unit)
    parts = [f'<line x1="{places[a][0]:.1f}" y1="{places[a][1]:.1f}" x2="{places[b][0]:.1f}" y2="{places[b][1]:.1f}" stroke="#888"/>'
             for a, b in edge_index.T]
    for (x, y), text, fill, hint in zip(places, texts, fills, hints):
        parts.append(f'<g><title>{html.escape(hint)}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="#666"/>')
        if radius > 6 and len(text) <= 3:
            ink = "#fff" if _is_dark(fill) else "#000"
            parts.append(f'<text x="{x:.1f}" y="{y + 0.35 * radius:.1f}" text-anchor="middle" font-size="{radius:.1f}" fill="{ink}">{html.escape(text)}</text>')
        parts.append("</g>")
    return Picture(_svg(width, height, title, "".join(parts)))


def lay_out(num_nodes: int, edge_index: np.ndarray) -> np.ndarray:
    """Places whose distances come near those in the graph: classical scaling, then stress majorisation."""
    distances = _distances(num_nodes, edge_index)
    centring = np.eye(num_nodes) - 1 / num_nodes
    values, vectors = np.linalg.eigh(-0.5 * centring @ distances**2 @ centring)
    places = vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 1e-6))
    if places.shape[1] < 2:
        return np.zeros((num_nodes, 2))
    places += 1e-3 * np.stack([np.cos(np.arange(num_nodes) * 2.4), np.sin(np.arange(num_nodes) * 2.4)], axis=1)
    weights = 1 / np.maximum(distances, 0.5)**2
    np.fill_diagonal(weights, 0)
    solve = np.linalg.pinv(np.diag(weights.sum(axis=1)) - weights)
    for _ in range(40):
        steps = places[:, None] - places[None]
        pull = weights * distances / np.maximum(np.linalg.norm(steps, axis=2), 1e-9)
        places = solve @ (pull.sum(axis=1)[:, None] * places - pull @ places)
    return places


def _distances(num_nodes: int, edge_index: np.ndarray) -> np.ndarray:
    """In edges; pieces of a graph lie a little farther apart than the largest distance inside of one."""
    neighbors: list[list[int]] = [[] for _ in range(num_nodes)]
    for a, b in edge_index.T:
        neighbors[a].append(int(b))
        neighbors[b].append(int(a))
    distances = np.full((num_nodes, num_nodes), np.inf)
    for start in range(num_nodes):
        distances[start, start], row = 0, [start]
        while row:
            following = []
            for node in row:
                for other in neighbors[node]:
                    if np.isinf(distances[start, other]):
                        distances[start, other] = distances[start, node] + 1
                        following.append(other)
            row = following
    known = distances[np.isfinite(distances)]
    distances[np.isinf(distances)] = known.max() + 2
    return distances


def _mixed(color: str, share: float) -> str:
    return "#" + "".join(f"{round(255 - share * (255 - int(color[i:i + 2], 16))):02x}" for i in (1, 3, 5))


def _is_dark(color: str) -> bool:
    red, green, blue = (int(color[i:i + 2], 16) for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue < 130


def _svg(width: float, height: float, title: str, content: str) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'role="img" font-family="sans-serif" font-size="12" style="max-width:100%;height:auto"><title>{html.escape(title)}</title>'
            f'<rect width="100%" height="100%" fill="#fff"/>{content}</svg>')
