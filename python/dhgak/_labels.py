# SPDX-License-Identifier: MIT
"""Labels as they come from other libraries, numbered."""
from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

from dhgak._parts import place_text


def label_text(label: Any) -> str:
    """The library's text of a label: texts as they are, whole numbers in decimal."""
    if isinstance(label, str):
        if not label:
            raise ValueError("the label is empty; give a text or a number")
        return str(label)
    if isinstance(label, numbers.Integral):
        return str(int(label))
    if isinstance(label, numbers.Real) and float(label).is_integer():
        return str(int(float(label)))
    raise ValueError(f"the label {label!r} is neither a text nor a whole number; "
                     "numbers that measure something are attributes")


class LabelNumbers(dict):
    """Numbers of labels by first occurrence; 7 and "7" are the same label."""

    def __init__(self) -> None:
        super().__init__()
        self._number_of_text: dict[str, int] = {}

    def __missing__(self, label: Any) -> int:
        number = self._number_of_text.setdefault(label_text(label), len(self._number_of_text))
        self[label] = number
        return number

    @property
    def names(self) -> list[str]:
        return list(self._number_of_text)

    def of(self, labels: Any, what: str, names: Sequence[Any] | None = None) -> list[int]:
        """Raises ValueError that names the place, as in `node 3: the label is empty`."""
        labels = labels.tolist() if hasattr(labels, "tolist") else labels
        try:
            return [self[label] for label in labels]
        except (TypeError, ValueError):
            pass
        for place, label in enumerate(labels):
            try:
                self[label]
            except (TypeError, ValueError) as error:
                if isinstance(error, TypeError):
                    error = ValueError(f"the label {label!r} is neither a text nor a whole number")
                raise ValueError(f"{place_text(what, place, names)}: {error}") from None
        raise AssertionError("one of the labels was wrong")
