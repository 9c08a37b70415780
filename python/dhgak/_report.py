# SPDX-License-Identifier: MIT
"""Results as one HTML page, as `dhgak report` writes it."""
from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from dhgak import _core
from dhgak._classes import class_names, encode
from dhgak._classifier import DHGAKClassifier
from dhgak._collect import dataset_of, opened
from dhgak._molecules import is_molecule, mol_block
from dhgak._parts import Names
from dhgak._progress import ProgressCallback, reporting
from dhgak._results import Page

_Path = str | os.PathLike[str]


def report(classifier: DHGAKClassifier | None = None, graphs: Any = None, y: Any = None, *,
           runs: _Path | Iterable[_Path] = (), output: _Path | None = None,
           progress: bool | ProgressCallback = False) -> Page | None:
    """One HTML page that needs no network, to be opened in any browser; notebooks show it in a frame.

    Parameters
    ----------
    classifier : a fitted one adds a map of the graphs, the explanation of each, and the clusters behind them.
    graphs : of any kind; adds their statistics and drawings. RDKit's molecules are drawn as chemists draw them.
    y : their classes, None where one is not known; adds what the classifier gets wrong. Datasets that bring classes
        need none.
    runs : JSON files that `--json` of `dhgak cv`, `search`, `compare`, `fit` or `kernel` wrote; one, or several that
        are shown side by side.
    output : where the page goes. Without, it is returned.
    progress : as in `DHGAK`.

    Examples
    --------
    >>> import dhgak
    >>> graphs, classes = dhgak.datasets.demo()
    >>> model = dhgak.DHGAKClassifier(H=2).fit(graphs, classes)
    >>> page = dhgak.report(model, graphs, classes)
    >>> page.startswith("<!DOCTYPE html>")
    True
    """
    files = [runs] if isinstance(runs, (str, os.PathLike)) else list(runs)
    if graphs is None and not files:
        raise ValueError("there is nothing to report: give graphs, or JSON files as runs")
    if y is not None and graphs is None:
        raise ValueError("y holds classes of graphs, but there are no graphs")
    if classifier is not None:
        _require_classifier(classifier)
    if output is not None:
        _core.require_writable(os.fspath(output))
    texts = [(os.fspath(file), _text_of(file)) for file in files]
    held = None if graphs is None else opened(graphs)
    data = _dataset(classifier, held, y)
    with reporting(progress) as steps:
        page = _core.report_page(texts, None if classifier is None else classifier.model_, data, _mol_blocks(held),
                                 _call(classifier, graphs, files, output), steps)
    if output is None:
        return Page(page)
    _core.write_text(os.fspath(output), page)
    return None


def _require_classifier(classifier: Any) -> None:
    if not isinstance(classifier, DHGAKClassifier):
        remedy = "give its best_estimator_" if hasattr(classifier, "estimator") else "give a fitted DHGAKClassifier"
        raise ValueError(f"a {type(classifier).__name__} cannot be reported; {remedy}")
    check_is_fitted(classifier)


def _text_of(file: _Path) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{os.fspath(file)}: {error}") from None


def _dataset(classifier: DHGAKClassifier | None, graphs: Any, y: Any) -> _core.Dataset | None:
    if graphs is None:
        return None
    names = Names() if classifier is None else classifier._names_of_new()
    dataset = dataset_of(graphs, names)
    if len(dataset) == 0:
        raise ValueError("0 graphs, but there must be at least 1 to report on")
    return dataset if y is None else _with_classes(dataset, y)


def _mol_blocks(graphs: Any) -> list[str]:
    """Molecules, for the library to draw; of other graphs none: it lays those out."""
    if not isinstance(graphs, (list, tuple)) or not all(is_molecule(graph) for graph in graphs):
        return []
    return [mol_block(graph) for graph in graphs]


def _with_classes(dataset: _core.Dataset, y: Any) -> _core.Dataset:
    y = np.asarray(y)
    if y.shape != (len(dataset),):
        raise ValueError(f"y has the shape {y.shape} for {len(dataset)} graphs; give one class for each graph")
    is_known = np.array([value is not None for value in y])
    values, known = encode(y[is_known], int(is_known.sum()))
    numbers = np.full(len(dataset), -1, dtype=np.int64)
    numbers[is_known] = known
    return dataset.with_classes(numbers, class_names(values))


def _call(classifier: DHGAKClassifier | None, graphs: Any, files: list[_Path], output: _Path | None) -> str:
    """What the page names as the command that makes it."""
    given = [] if classifier is None else [repr(classifier)]
    if graphs is not None:
        what = repr(os.fspath(graphs)) if isinstance(graphs, (str, os.PathLike)) else "graphs"
        given.append(what if given else f"graphs={what}")
    if files:
        given.append(f"runs={[os.fspath(file) for file in files]}")
    if output is not None:
        given.append(f"output={os.fspath(output)!r}")
    return f"dhgak.report({', '.join(given)})"
