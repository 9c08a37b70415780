# SPDX-License-Identifier: MIT
"""What all estimators on graphs have in common."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sklearn.base import BaseEstimator
from sklearn.utils import Tags

from dhgak import _core
from dhgak._collect import blocks_of, dataset_of
from dhgak._molecules import check_atoms
from dhgak._parts import Names
from dhgak._settings import SLICES, Parameter, seed_of, texts_of, use_threads


class GraphEstimator(BaseEstimator):
    """An estimator whose samples are graphs."""

    # Parameters that are settings of the library.
    _slice_parameters: list[Parameter] = SLICES
    _learner_parameters: list[Parameter] = []

    def _kernel_text(self) -> str:
        """The kernel with its options, as the command line spells it."""
        return str(self.kernel)

    def _run(self, **more: Any) -> _core.Run:
        """The parameters, and more settings, as options of the library. Raises ValueError for a wrong one, before any
        work."""
        use_threads(self.n_jobs)
        return _core.resolve(seed=str(seed_of(self.random_state)), **self._kernel_settings(),
                             **texts_of(self, self._learner_parameters), **more)

    def _kernel_settings(self) -> dict[str, Any]:
        return {"kernel": self._kernel_text(), **texts_of(self, self._slice_parameters)}

    def _names(self) -> Names:
        """Where graphs keep what the kernel looks at. Raises ValueError for a wrong `atoms`."""
        check_atoms(self.atoms)
        settings = self._kernel_settings()
        return Names(node_label=self.node_label,
                     edge_label=self.edge_label if _core.uses_edge_labels(**settings) else None,
                     node_attributes=self.node_attributes if _core.uses_attributes(**settings) else None,
                     atoms=self.atoms)

    def _read(self, graphs: Any) -> _core.Dataset:
        dataset = dataset_of(graphs, self._names())
        if len(dataset) == 0:
            raise ValueError("0 graphs (samples), but there must be at least 1 to fit")
        return dataset

    def _fitted(self) -> Any:
        """What `fit` learned, as the library holds it."""
        raise NotImplementedError

    def _names_of_new(self) -> Names:
        """Likewise, for graphs that are to be read as those of training were."""
        return self._names()._replace(x_is_label=not self._fitted().labels_are_degrees)

    def _blocks(self, graphs: Any) -> Iterator[_core.Dataset]:
        use_threads(self.n_jobs)
        return blocks_of(graphs, self._names_of_new())

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.no_validation = True
        return tags
