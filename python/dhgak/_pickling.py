# SPDX-License-Identifier: MIT
"""Pickling of what the library holds: models as their files."""
from __future__ import annotations

import copyreg
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dhgak import _core


def register() -> None:
    for kind in (_core.Model, _core.FittedKernel):
        copyreg.pickle(kind, _reduce)
    copyreg.pickle(_core.Dataset, lambda dataset: (_restore_dataset, dataset.state()))


def _restore_dataset(*state: Any) -> _core.Dataset:
    return _core.Dataset.from_state(state)


def _reduce(model: Any) -> tuple[Any, tuple[type, bytes]]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.dhgak"
        model.save(path)
        return _restore, (type(model), path.read_bytes())


def _restore(kind: Any, content: bytes) -> Any:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.dhgak"
        path.write_bytes(content)
        return kind.load(path)
