# SPDX-License-Identifier: MIT
"""How far long work has come."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

ProgressCallback = Callable[[str, int, int], object]


@contextmanager
def reporting(progress: bool | ProgressCallback) -> Iterator[ProgressCallback | None]:
    """What to call with (label, done, total): the user's function, tqdm's bars, or nothing."""
    if callable(progress):
        yield progress
    elif progress:
        bars = _Bars()
        try:
            yield bars
        finally:
            bars.close()
    else:
        yield None


class _Bars:
    """A bar for each piece of work, one after the other."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ValueError("progress=True needs tqdm: pip install tqdm, or give a function "
                             "(label, done, total)") from None
        self._tqdm = tqdm
        self._bar: Any = None
        self._label = ""

    def __call__(self, label: str, done: int, total: int) -> None:
        if self._bar is None or label != self._label or done < self._bar.n:
            self.close()
            self._bar, self._label = self._tqdm(total=total or None, desc=label, leave=False), label
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
