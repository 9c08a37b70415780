# SPDX-License-Identifier: MIT
"""Parameters of estimators as options of the library."""
from __future__ import annotations

import inspect
import numbers
import operator
import os
import re
import textwrap
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from dhgak import _core

_KINDS = {"integer": "a whole number", "count": "a whole number", "number": "a number",
          "numbers": "a number, or a list of them", "rounds": "a number, or a list of them",
          "amount": "an amount, like '8G', or None"}

# What the library takes as a text of numbers with commas between, by what its entries are.
_ENTRIES: dict[str, Callable[[Any], Any]] = {"numbers": float, "rounds": operator.index}


class Parameter:
    """A setting of the library as a parameter of estimators."""

    # scikit-learn's words for some.
    _NAMES = {"score": "scoring"}

    def __init__(self, row: _core.SettingInfo):
        self.setting: str = row.name
        self.name: str = self._NAMES.get(row.name, row.name)
        self.type: str = row.type
        self.meaning: str = row.meaning
        self.default = self.value(row.default)

    def value(self, text: str) -> Any:
        """What the text of a value is in Python."""
        if self.type in _ENTRIES:
            return tuple((int if self.type == "rounds" else float)(entry) for entry in text.split(","))
        if self.type in ("integer", "count"):
            return int(text)
        if self.type == "flag":
            return text == "true"
        if self.type == "amount":
            return None
        return float(text) if self.type == "number" else text

    def text(self, value: Any) -> str | None:
        """The value as the library reads it. Raises ValueError that names the parameter."""
        try:
            if self.type in ("integer", "count"):
                return str(operator.index(value))
            if self.type == "number":
                return repr(float(value))
            if self.type in _ENTRIES:
                entry = _ENTRIES[self.type]
                return ",".join(repr(entry(x)) for x in ([value] if isinstance(value, numbers.Real) else value))
            if self.type == "flag":
                return "true" if value else "false"
            if self.type == "amount" and not isinstance(value, str):
                return None if value is None else str(operator.index(value))
            if isinstance(value, str):
                return str(value)
        except (TypeError, ValueError):
            pass
        raise ValueError(f"{self.name} must be {_KINDS.get(self.type, 'a text')}, not {value!r}")


def kernel_parameters(rows: Iterable[_core.SettingInfo]) -> list[Parameter]:
    """Those that kernels on slices have; the kernel itself is the first."""
    return [Parameter(row) for row in rows if row.of == "kernel" or row.is_of_slices]


def learner_parameters(rows: Iterable[_core.SettingInfo]) -> list[Parameter]:
    """Those of what is learned from kernels."""
    return [Parameter(row) for row in rows
            if row.of == "learner" or (row.of == "resources" and not row.is_of_slices)]


KERNEL = kernel_parameters(_core.settings())
SLICES = KERNEL[1:]
LEARNER = learner_parameters(_core.settings())


def defaults_of(parameters: Iterable[Parameter]) -> dict[str, Any]:
    return {parameter.name: parameter.default for parameter in parameters}


def texts_of(estimator: Any, parameters: Iterable[Parameter]) -> dict[str, str | None]:
    """The estimator's parameters as settings. Raises ValueError for a wrong one."""
    return {parameter.setting: parameter.text(getattr(estimator, parameter.name)) for parameter in parameters}


def init_of(defaults: dict[str, Any], *positional: str) -> Callable[..., None]:
    """An `__init__` that keeps its parameters, as scikit-learn wants it, with their signature."""
    def __init__(self: Any, *values: Any, **given: Any) -> None:
        if len(values) > len(positional):
            raise TypeError(f"{type(self).__name__}() takes parameters by their names, but for {len(positional)}")
        given = {**dict(zip(positional, values)), **given}
        unknown = sorted(set(given) - set(defaults))
        if unknown:
            hint = "; it is called learner now" if unknown[0] == "svm" else ""
            raise TypeError(f"{type(self).__name__}() got an unexpected keyword argument {unknown[0]!r}{hint}")
        for name, default in defaults.items():
            setattr(self, name, given.get(name, default))

    kind = inspect.Parameter
    __init__.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [kind("self", kind.POSITIONAL_OR_KEYWORD)]
        + [kind(name, kind.POSITIONAL_OR_KEYWORD if name in positional else kind.KEYWORD_ONLY, default=default)
           for name, default in defaults.items()])
    return __init__


def with_parameters(parameters: list[Parameter], own: dict[str, Any]) -> Callable[[type], type]:
    """Gives a class `__init__`, and lines about the parameters in place of SETTINGS in its docstring."""
    def complete(cls: Any) -> Any:
        place = re.search(r"^( *)SETTINGS$", cls.__doc__, re.M)
        lines = [textwrap.fill(f"{p.name} : {p.meaning}.", 118, initial_indent=place[1],
                               subsequent_indent=place[1] + "    ", break_on_hyphens=False) for p in parameters]
        cls.__doc__ = cls.__doc__.replace(place[0], "\n".join(lines))
        cls.__init__ = init_of({**defaults_of(parameters), **own}, "kernel")
        return cls
    return complete


def seed_of(random_state: int | np.random.RandomState | None) -> int:
    """Where random numbers start: the number itself, or one drawn from the generator."""
    if isinstance(random_state, numbers.Integral):
        if random_state < 0:
            raise ValueError(f"random_state must not be below 0, but is {random_state}")
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def _whole(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number or None, not {value!r}") from None


def use_threads(n_jobs: int | None) -> None:
    """Threads for the calls that follow; their number never changes a result."""
    cores = len(os.sched_getaffinity(0))
    if n_jobs is None:
        # joblib sets it in its workers, so that they share the cores.
        told = os.environ.get("OMP_NUM_THREADS", "")
        threads = int(told) if told.isdigit() else 0
    else:
        count = _whole("n_jobs", n_jobs)
        if count == 0:
            raise ValueError("n_jobs must not be 0; -1 means all cores")
        threads = count if count > 0 else max(cores + 1 + count, 1)
    _core.set_num_threads(threads)
