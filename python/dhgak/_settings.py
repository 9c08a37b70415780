# SPDX-License-Identifier: MIT
"""Parameters of estimators as options of the library."""
from __future__ import annotations

import numbers
import operator
import os
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from dhgak import _core

DEFAULTS: dict[str, Any] = _core.default_settings()

# What only kernels on slices look at.
SLICE_SETTINGS = ("nlm", "H", "b", "alpha", "cluster", "cluster_factor", "T", "attributes", "short_hops",
                  "hop0", "first_hop", "device", "refine", "edges", "codebook_graphs")


_KINDS = {int: "a whole number", float: "a number", list: "a number, or a list of them",
          type(None): "an amount, like '8G', or None"}


def setting(name: str, value: Any) -> Any:
    """The value as the type that the library takes. Raises ValueError that names the parameter."""
    default = DEFAULTS[name]
    try:
        if default is None:
            return None if value is None else value if isinstance(value, str) else str(operator.index(value))
        if isinstance(default, bool):
            return bool(value)
        if isinstance(default, int):
            return operator.index(value)
        if isinstance(default, float):
            return float(value)
        if isinstance(default, list):
            entry = operator.index if isinstance(default[0], int) else float
            return [entry(x) for x in ([value] if isinstance(value, numbers.Real) else value)]
        if isinstance(value, str):
            return str(value)
    except (TypeError, ValueError):
        pass
    raise ValueError(f"{name} must be {_KINDS.get(type(default), 'a text')}, not {value!r}")


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
