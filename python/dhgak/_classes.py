# SPDX-License-Identifier: MIT
"""Classes as users have them, and as the library names them."""
from __future__ import annotations

import numbers
import re
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import assert_all_finite, column_or_1d

from dhgak._labels import label_text

_WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")


def class_values(names: list[str]) -> np.ndarray:
    """Classes by the library's names: numbers if all of them are numbers."""
    if names and all(_WHOLE_NUMBER.fullmatch(name) for name in names):
        return np.array([int(name) for name in names])
    return np.array(names)


def class_names(values: np.ndarray) -> list[str]:
    """The library's names of classes."""
    names = [_name(value) for value in values.tolist()]
    if len(set(names)) < len(names):
        raise ValueError(f"classes that are not the same have the same text: {' '.join(names)}")
    return names


def _name(value: Any) -> str:
    try:
        return label_text(value)
    except ValueError:
        return str(value)


def encode(y: Any, num_graphs: int) -> tuple[np.ndarray, np.ndarray]:
    """The classes that occur, ascending, and by graph the number of its class."""
    y = column_or_1d(y, warn=True)
    if len(y) != num_graphs:
        raise ValueError(f"{len(y)} classes for {num_graphs} graphs; give one for each graph")
    unknown = [g for g, value in enumerate(y) if value is None]
    if unknown:
        raise ValueError(f"graph {unknown[0]} has no class; leave graphs without a class out of training")
    y = _without_objects(y)
    assert_all_finite(y, input_name="y")
    check_classification_targets(y)
    return np.unique(y, return_inverse=True)


def _without_objects(y: np.ndarray) -> np.ndarray:
    """Numbers that were kept as objects, as beside a None, as what they are."""
    if y.dtype == object and all(isinstance(value, (numbers.Real, np.bool_)) for value in y):
        return np.array(y.tolist())
    return y
