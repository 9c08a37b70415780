# SPDX-License-Identifier: MIT
"""Cross-validation, search and comparison, as `dhgak cv`, `search` and `compare` do them."""
from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from dhgak import _core
from dhgak._classes import class_names, encode
from dhgak._classifier import DHGAKClassifier
from dhgak._progress import reporting
from dhgak._results import Result

_Path = str | os.PathLike[str]


def cross_validate(estimator: DHGAKClassifier, X: Any, y: Any = None, *, folds: int = 10, repeats: int = 1,
                   inductive: bool = False, group_duplicates: bool = False, split: str = "random",
                   splits: _Path | None = None) -> Result:
    """How often are graphs classified right that training did not see?

    Unlike scikit-learn's function of that name it fits the kernel once for all folds, chooses C inside each training
    fold, and gives an interval that folds which share training graphs allow.

    Parameters
    ----------
    estimator : its parameters are the run's.
    X, y : as in `DHGAKClassifier.fit`. X may be the name of a folder or file that brings classes of its own; it is then
        read as the command line reads it.
    folds, repeats, inductive, group_duplicates, split, splits : as in `dhgak cv --help`.

    Examples
    --------
    >>> import dhgak
    >>> graphs, classes = dhgak.datasets.demo()
    >>> found = dhgak.cross_validate(dhgak.DHGAKClassifier(H=2), graphs, classes, folds=5)
    >>> found.accuracy > 0.8
    True
    >>> len(found.to_dict()["folds"])
    5
    """
    run = estimator._run(**_fold_settings(locals()))
    with reporting(estimator.progress) as progress:
        return Result(*_core.evaluate(run, _given(estimator, X, y), progress))


def search(estimator: DHGAKClassifier, X: Any, y: Any = None, *, grid: Mapping[str, Iterable[Any]],
           select: str = "nested", journal: _Path | None = None, budget: float | None = None, folds: int = 10,
           repeats: int = 1, inductive: bool = False, group_duplicates: bool = False, split: str = "random",
           splits: _Path | None = None) -> Result:
    """Tries many configurations, chooses one, and judges the choice by graphs that had no part in it.

    What configurations share is computed once, which scikit-learn's GridSearchCV cannot do.

    Parameters
    ----------
    estimator : its parameters are those that `grid` does not name.
    grid : lists of values of kernel, nlm, H, b, alpha, cluster_factor, T and refine. Options of a kernel that are not
        given take all values of its paper: "wl" tries every number of rounds, "wl:rounds=3" one.
    select : "nested" lets the training graphs of each fold choose, "paper" the test graphs, which flatters.
    journal : a file that keeps every result; the same call goes on from it.
    budget : seconds after which the best so far is taken.
    X, y, folds, repeats, inductive, group_duplicates, split, splits : as in `cross_validate`.

    Examples
    --------
    >>> import dhgak
    >>> graphs, classes = dhgak.datasets.demo()
    >>> found = dhgak.search(dhgak.DHGAKClassifier(T=1), graphs, classes, grid={"H": [1, 2]}, folds=3)
    >>> found.to_dict()["search"]["configurations"]
    2
    """
    run = estimator._run(**_fold_settings(locals()))
    values = {name: [_value(name, value) for value in tried] for name, tried in grid.items()}
    with reporting(estimator.progress) as progress:
        return Result(*_core.search(run, values, _given(estimator, X, y), select, _path(journal),
                                    math.inf if budget is None else float(budget), progress))


def compare(kernels: Iterable[str], datasets: Iterable[Any], *, like: DHGAKClassifier | None = None, tune: str = "no",
            journal: _Path | None = None, folds: int = 10, repeats: int = 1, inductive: bool = False,
            group_duplicates: bool = False, split: str = "random", splits: _Path | None = None) -> Result:
    """Judges several kernels on the same folds: accuracies, ranks, p-values, seconds.

    Parameters
    ----------
    kernels : with their options, as the command line spells them.
    datasets : names of folders or files, or pairs (graphs, classes).
    like : a classifier whose other parameters count for all.
    tune : how options that are not given are found, "no", "small" or "paper"; see `dhgak compare --help`.
    journal : a file that keeps every result; the same call goes on from it.
    folds, repeats, inductive, group_duplicates, split, splits : as in `cross_validate`.

    Examples
    --------
    >>> import dhgak
    >>> found = dhgak.compare(["wl", "sp"], ["demo"], folds=4)
    >>> [score["kernel"] for score in found.to_dict()["datasets"][0]["scores"]]
    ['wl', 'sp']
    """
    like = DHGAKClassifier() if like is None else like
    run = like._run(**_fold_settings(locals()))
    given = [data if isinstance(data, (str, os.PathLike)) else tuple(data) for data in datasets]
    sources = [_given(like, *data) if isinstance(data, tuple) else os.fspath(data) for data in given]
    with reporting(like.progress) as progress:
        return Result(*_core.compare(run, [str(kernel) for kernel in kernels], sources, tune, _path(journal), progress))


def _fold_settings(given: Mapping[str, Any]) -> dict[str, str]:
    settings = {"folds": given["folds"], "repeats": given["repeats"], "inductive": bool(given["inductive"]),
                "group_duplicates": bool(given["group_duplicates"]), "split_by": given["split"],
                "splits": _path(given["splits"])}
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in settings.items()}


def _path(path: _Path | None) -> str:
    return "" if path is None else os.fspath(path)


def _value(name: str, value: Any) -> Any:
    if name == "refine":
        return [int(entry) for entry in np.atleast_1d(value)]
    return str(value) if name in ("kernel", "nlm") else value


def _given(estimator: DHGAKClassifier, X: Any, y: Any = None) -> Any:
    """A file for the library to read, or graphs with their classes."""
    if y is None and isinstance(X, (str, os.PathLike)):
        return os.fspath(X)
    dataset = estimator._read(X)
    if y is None:
        return dataset
    values, numbers = encode(y, len(dataset))
    return dataset.with_classes(numbers.astype(np.int64), class_names(values))
