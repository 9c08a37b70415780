# SPDX-License-Identifier: MIT
"""Kernels as transformers: graphs to rows of numbers."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from dhgak import _core
from dhgak._collect import Collector
from dhgak._estimator import GraphEstimator
from dhgak._parts import Names
from dhgak._progress import reporting
from dhgak._settings import KERNEL, with_parameters


class GraphKernel(ClassNamePrefixFeaturesOutMixin, TransformerMixin, GraphEstimator):
    """A way to compare graphs: what `DHGAK` and the classes of `dhgak.kernels` have in common.

    Inner products of the rows that `transform` gives are the kernel; each row has length 1.
    """

    def fit(self, X: Any, y: Any = None) -> GraphKernel:
        """Learns from graphs what they are compared by. Classes are not looked at."""
        run = self._run()
        dataset = self._read(X)
        with reporting(self.progress) as progress:
            self.fitted_ = _core.FittedKernel.fit(run, dataset, progress)
        return self

    def transform(self, X: Any) -> scipy.sparse.csr_array:
        """One row for each graph. Graphs of training get the rows they had, bit for bit.

        Raises ValueError for kernels without features, as `fit_transform` does.
        """
        check_is_fitted(self)
        _require_features(self.fitted_.kernel)
        with reporting(self.progress) as progress:
            rows = [_csr(self.fitted_.features(block, progress)) for block in self._blocks(X)]
        return rows[0] if len(rows) == 1 else scipy.sparse.csr_array(scipy.sparse.vstack(rows, format="csr"))

    def fit_transform(self, X: Any, y: Any = None) -> scipy.sparse.csr_array:
        """`fit`, then the rows of these graphs, which are not read twice.

        Raises ValueError, before any work, for kernels that compare graphs without features.
        """
        _require_features(self._kernel_text())
        self.fit(X)
        with reporting(self.progress) as progress:
            return _csr(self.fitted_.training_features(progress))

    def gram(self, X: Any = None) -> np.ndarray:
        """The similarity of each pair of graphs, 1 for equal ones: `fit`, then the matrix.

        Without graphs: that of the graphs of the last `fit`.
        """
        if X is not None:
            self.fit(X)
        check_is_fitted(self)
        with reporting(self.progress) as progress:
            return self.fitted_.gram(progress)

    def cross(self, X: Any) -> np.ndarray:
        """The similarity of each of the graphs (rows) to each graph of `fit` (columns)."""
        check_is_fitted(self)
        with reporting(self.progress) as progress:
            rows = [self.fitted_.cross(block, progress) for block in self._blocks(X)]
        return rows[0] if len(rows) == 1 else np.concatenate(rows)

    def _fitted(self) -> _core.FittedKernel:
        return self.fitted_

    @property
    def _n_features_out(self) -> int:
        return self.fitted_.features(Collector(Names()).dataset())[3][1]


def _require_features(kernel: str) -> None:
    if not _core.traits_of(kernel).has_features:
        raise ValueError(f"kernel {kernel} has no explicit features for transform; give what gram and cross say "
                         'to SVC(kernel="precomputed"), or take DHGAKClassifier')


# How graphs are read, and what every estimator has.
OWN: dict[str, Any] = {"node_label": "label", "edge_label": "label", "node_attributes": "attributes", "atoms": "ecfp",
                       "n_jobs": None, "random_state": 0, "progress": False}


@with_parameters(KERNEL, OWN)
class DHGAK(GraphKernel):
    """Compares graphs by what lies around their nodes, hop by hop.

    A transformer of scikit-learn: graphs in, one sparse row of numbers for each graph out.

    Parameters
    ----------
    SETTINGS
    node_label : the node attribute that holds labels, texts or whole numbers; where graphs have none, a
        node's degree is its label.
    edge_label, node_attributes : the same for edges and for rows of numbers; read if the kernel uses them.
    atoms : labels of the atoms of RDKit molecules: "ecfp" or "element", or either with "+stereo", which tells R from S
        and, where the kernel looks at bonds, E from Z.
    n_jobs : threads; None or -1: all cores. The result does not depend on it.
    random_state : where random numbers start; the same gives the same result, in the command line too.
    progress : True for bars of tqdm, or a function (label, done, total).

    Examples
    --------
    >>> import networkx as nx
    >>> from dhgak import DHGAK
    >>> rings = [nx.cycle_graph(n) for n in (5, 6, 6, 7)]
    >>> kernel = DHGAK(H=2)
    >>> kernel.fit_transform(rings).shape[0]
    4
    >>> kernel.cross([nx.cycle_graph(6)]).shape
    (1, 4)
    """


def _csr(parts: Iterable[Any]) -> scipy.sparse.csr_array:
    values, columns, offsets, shape = parts
    if len(values) <= np.iinfo(np.int32).max:
        offsets = offsets.astype(np.int32)  # SciPy keeps offsets and columns in one type, and would copy these
    return scipy.sparse.csr_array((values, columns, offsets), shape=shape, copy=False)
