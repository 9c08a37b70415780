# SPDX-License-Identifier: MIT
"""Results of runs, searches and comparisons, as `--json` writes them, shown in notebooks."""
from __future__ import annotations

import json
import os
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dhgak import _core

if TYPE_CHECKING:
    import pandas

_WIDTH, _LEFT, _RIGHT, _ROW = 520, 150, 70, 24


class Page(str):
    """The text of an HTML page, which notebooks show in a frame."""

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(str(self))}" style="width:100%;height:42rem;border:1px solid #ccc" title="dhgak report"></iframe>'


class Result:
    """What `cross_validate`, `search` or `compare` found, or a file that `--json` of the command line wrote.

    Notebooks show accuracies with their intervals; `dhgak.report` and `dhgak plot` take what `save` writes.

    >>> import dhgak
    >>> run = dhgak.read_result("run.json")                     # doctest: +SKIP
    >>> run.accuracy, run["seed"], run.to_frame()               # doctest: +SKIP
    """

    def __init__(self, text: str, table: str = "", name: str = ""):
        self._text = text
        self._table = table
        self._found = json.loads(text)
        self.name = name
        """Of the file; empty for what was found just now."""

    def __getitem__(self, key: str) -> Any:
        """A part of `to_dict`."""
        return self._found[key]

    def to_dict(self) -> dict[str, Any]:
        """Everything, named as in docs/formats.md."""
        return json.loads(self._text)

    def to_frame(self) -> pandas.DataFrame:
        """A row for each fold, configuration or kernel and dataset. Needs pandas."""
        import pandas

        return pandas.DataFrame(_rows(self._found))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the JSON file that `--json` writes."""
        _core.require_writable(os.fspath(path))
        _core.write_text(os.fspath(path), self._text)

    @property
    def accuracy(self) -> float:
        """The mean over folds, as a fraction of 1. Raises AttributeError where there is not one of them."""
        if "compare" in self._found:
            raise AttributeError("a comparison has an accuracy for each kernel and dataset; see to_frame")
        if "accuracy" not in self._found:
            raise AttributeError("nothing was tested, so there is no accuracy; cross_validate measures it")
        return self._found["accuracy"]["mean"]

    def __str__(self) -> str:
        return self._table or repr(self)

    def __repr__(self) -> str:
        if self._table:
            return self._table.rstrip("\n")
        judged = _judged(self._found)
        if not judged:
            return f"<result {self.name!r} without accuracies>"
        if "compare" in self._found:
            kernels, datasets = ({row[what] for row in judged} for what in ("kernel", "dataset"))
            return f"<comparison of {len(kernels)} kernels on {len(datasets)} datasets>"
        return f"<run of {judged[0]['kernel']} on {judged[0]['dataset']!r}: {_percent(judged[0]['accuracy'])}>"

    def _repr_html_(self) -> str:
        parts, judged = [], _judged(self._found)
        for dataset in dict.fromkeys(row["dataset"] for row in judged):
            rows = [row for row in judged if row["dataset"] == dataset]
            rows.sort(key=lambda row: -row["accuracy"])
            parts.append(f"<b>{escape(dataset)}</b>, most frequent class {_percent(rows[0]['majority'])}{_dots(rows)}")
        if self._table:
            parts.append(f"<pre>{escape(self._table)}</pre>")
        return f"<div>{''.join(parts) or escape(repr(self))}</div>"


def read_result(path: str | os.PathLike[str]) -> Result:
    """What `--json` of `dhgak cv`, `search`, `compare` or `fit` wrote, for notebooks and tables.

    Raises ValueError for a file that is no JSON object of dhgak.
    """
    name = os.fspath(path)
    try:
        text = Path(name).read_text(encoding="utf-8")
        facts = json.loads(text)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{name}: {error}") from None
    if not isinstance(facts, dict) or not ({"compare", "dataset"} & facts.keys()):
        raise ValueError(f"{name}: is not a result of dhgak; --json of cv, search, compare or fit writes one")
    result = Result(text, name=name)
    try:
        _rows(facts)
        result._repr_html_()
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{name}: is not a result of dhgak: {error!r} is missing or of another kind") from None
    return result


def _rows(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    if "search" in found:
        return [{**point["point"], **_plain(point), "test_accuracy": (point.get("test_accuracy") or {}).get("mean")}
                for point in found["search"]["points"]]
    if "compare" in found:
        return [{"dataset": dataset["name"], **_plain(score), **_accuracy(score)}
                for dataset in found["datasets"] for score in dataset["scores"]]
    return [_plain(fold) for fold in found.get("folds", [])]


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if not isinstance(value, (dict, list))}


def _accuracy(score: Mapping[str, Any]) -> dict[str, Any]:
    if "accuracy" not in score:
        return {}
    low, high = _interval(score)
    return {f"accuracy_{name}": value for name, value in _plain(score["accuracy"]).items()} | {"accuracy_low": low, "accuracy_high": high}


def _interval(score: Mapping[str, Any]) -> tuple[float | None, float | None]:
    low, high = score["accuracy"].get("interval95") or (None, None)
    return low, high


def _judged(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What was tested, as notebooks show it."""
    if "compare" in found:
        return [_bar(data, score["kernel"], score) for data in found["datasets"] for score in data["scores"] if "accuracy" in score]
    return [_bar(found["dataset"], found["config"]["kernel"], found)] if "accuracy" in found else []


def _bar(data: Mapping[str, Any], kernel: str, score: Mapping[str, Any]) -> dict[str, Any]:
    low, high = _interval(score)
    return {"dataset": data["name"], "kernel": kernel, "accuracy": score["accuracy"]["mean"], "low": low, "high": high,
            "majority": data["majority"]}


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _dots(rows: list[dict[str, Any]]) -> str:
    """Accuracies with their intervals, and a dashed line at the most frequent class."""
    least = min([row["majority"] for row in rows] + [row["low"] if row["low"] is not None else row["accuracy"] for row in rows])
    low, height = max(0.0, least - 0.03), _ROW * len(rows) + 8

    def x(share: float) -> float:
        return _LEFT + (min(1.0, max(low, share)) - low) / (1 - low) * (_WIDTH - _LEFT - _RIGHT)

    parts = [f'<line x1="{x(rows[0]["majority"]):.1f}" x2="{x(rows[0]["majority"]):.1f}" y1="2" y2="{height - 2}" stroke="#888" stroke-dasharray="5 4"/>']
    for i, row in enumerate(rows):
        y = _ROW * (i + 0.5) + 4
        if row["low"] is not None:
            parts.append(f'<line x1="{x(row["low"]):.1f}" x2="{x(row["high"]):.1f}" y1="{y}" y2="{y}" stroke="#3d4650" stroke-opacity=".45" stroke-width="3"/>')
        parts.append(f'<circle cx="{x(row["accuracy"]):.1f}" cy="{y}" r="5" fill="#3d4650"/>'
                     f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(str(row["kernel"]))}</text>'
                     f'<text x="{_WIDTH - _RIGHT + 8}" y="{y + 4}">{_percent(row["accuracy"])}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" role="img" '
            f'font-family="sans-serif" font-size="12" style="max-width:100%;height:auto;display:block;background:#fff">{"".join(parts)}</svg>')
