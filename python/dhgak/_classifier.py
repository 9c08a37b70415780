# SPDX-License-Identifier: MIT
"""Graphs to classes: a kernel with a support vector machine, as `dhgak fit` trains it."""
from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from dhgak import _core
from dhgak._classes import class_names, class_values, encode
from dhgak._estimator import GraphEstimator
from dhgak._explanation import Explanation, join
from dhgak._progress import ProgressCallback, reporting
from dhgak._settings import DEFAULTS, setting
from dhgak._summary import summary_of

_LEARNER_SETTINGS = ("svm", "C", "inner_folds", "inner_graphs", "scoring", "balance", "memory")


def _has_probabilities(estimator: DHGAKClassifier) -> bool:
    if not estimator.probability:
        raise AttributeError("predict_proba needs DHGAKClassifier(probability=True), set before fit")
    if hasattr(estimator, "model_") and not estimator.model_.has_probabilities:
        raise AttributeError("this model was fitted without probabilities; fit it again for predict_proba")
    return True


class DHGAKClassifier(ClassifierMixin, GraphEstimator):
    """Learns the classes of graphs: what `dhgak fit` does, with C chosen by inner folds.

    Parameters
    ----------
    svm : "kernel" learns from the similarities of all pairs of graphs, "linear" from features, "auto" from
        what takes less memory.
    C : values to choose from, or one; the larger, the more a training graph on the wrong side costs.
    inner_folds : parts of the training graphs by which C is chosen.
    inner_graphs : C is chosen by at most so many training graphs, the model learns from all. 0: no limit.
    scoring : what C is chosen by: "accuracy", "balanced" or "auroc".
    balance : True lets all classes count alike, however rare.
    probability : learn probabilities, too, for `predict_proba`; takes longer.
    memory : that `fit` must not exceed, as "8G" or "500M": it learns from fewer graphs where that helps, or raises
        ValueError before it starts and says what it needs. None: no limit.

    All others are those of `DHGAK`.

    Examples
    --------
    >>> import dhgak
    >>> graphs, classes = dhgak.datasets.demo()
    >>> model = dhgak.DHGAKClassifier(H=2).fit(graphs[:150], classes[:150])
    >>> model.predict(graphs[150:152]).tolist() == classes[150:152].tolist()
    True
    """

    def __init__(self, kernel: str = "dhgak-oa", *, H: int = 5, b: int = 0, alpha: float = 0.6, nlm: str = "w2v",
                 cluster: str = "kmeans", cluster_factor: float = 2.0, T: int = 3, attributes: str = "off",
                 short_hops: str = "repeat", hop0: str = "slice", first_hop: int = 0, device: str = "auto",
                 refine: int | Sequence[int] = (0,), edges: str = "off", codebook_graphs: int = 0,
                 svm: str = "auto", C: float | Sequence[float] = (1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4),
                 inner_folds: int = 5, inner_graphs: int = 10000, scoring: str = "accuracy", balance: bool = False,
                 probability: bool = False, memory: str | int | None = None,
                 node_label: str = "label", edge_label: str = "label", node_attributes: str = "attributes",
                 atoms: str = "ecfp", n_jobs: int | None = None,
                 random_state: int | np.random.RandomState | None = 0,
                 progress: bool | ProgressCallback = False):
        self.kernel = kernel
        self.H = H
        self.b = b
        self.alpha = alpha
        self.nlm = nlm
        self.cluster = cluster
        self.cluster_factor = cluster_factor
        self.T = T
        self.attributes = attributes
        self.short_hops = short_hops
        self.hop0 = hop0
        self.first_hop = first_hop
        self.device = device
        self.refine = refine
        self.edges = edges
        self.codebook_graphs = codebook_graphs
        self.svm = svm
        self.C = C
        self.inner_folds = inner_folds
        self.inner_graphs = inner_graphs
        self.scoring = scoring
        self.balance = balance
        self.probability = probability
        self.memory = memory
        self.node_label = node_label
        self.edge_label = edge_label
        self.node_attributes = node_attributes
        self.atoms = atoms
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.progress = progress

    def fit(self, X: Any, y: Any = None) -> DHGAKClassifier:
        """Learns from graphs and their classes; a folder of files may bring classes of its own."""
        run = self._run()
        dataset = self._read(X)
        values = None
        if y is not None:
            values, numbers = encode(y, len(dataset))
            dataset = dataset.with_classes(numbers.astype(np.int64), class_names(values))
        elif not dataset.class_names:
            raise ValueError("requires y to be passed, but the target y is None: give the class of each graph")
        with reporting(self.progress) as progress:
            model = _core.Model.fit(run, dataset, bool(self.probability), progress)
        self._adopt(model, values)
        return self

    def _adopt(self, model: _core.Model, values: np.ndarray | None) -> None:
        self.model_ = model
        self._values = class_values(model.class_names) if values is None else values
        self.classes_ = self._values[model.classes]
        self.C_ = model.C
        self.inner_score_ = model.inner_score

    def _learner_settings(self) -> dict[str, Any]:
        return {name: setting(name, getattr(self, name)) for name in _LEARNER_SETTINGS}

    def _predictions(self, graphs: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        check_is_fitted(self)
        with reporting(self.progress) as progress:
            said = [self.model_.predict(block, progress) for block in self._blocks(graphs)]
        classes, decisions, probabilities = (np.concatenate(pieces) for pieces in zip(*said))
        return classes, decisions, probabilities

    def predict(self, X: Any) -> np.ndarray:
        """The class of each graph."""
        numbers = self._predictions(X)[0]
        return self._values[numbers]

    def decision_function(self, X: Any) -> np.ndarray:
        """How clearly: for two classes positive for the second, for more a column for each class."""
        decisions = self._predictions(X)[1]
        return decisions[:, 0] if decisions.shape[1] == 1 else decisions

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> np.ndarray:
        """How likely each class is: a row for each graph, a column for each of `classes_`."""
        return self._predictions(X)[2]

    def explain(self, X: Any) -> Explanation:
        """Which nodes made each decision: scores that sum up to it, bias apart.

        Raises ValueError for kernels that cannot tell: those without explicit features.

        >>> import dhgak
        >>> graphs, classes = dhgak.datasets.demo()
        >>> model = dhgak.DHGAKClassifier(H=2).fit(graphs, classes)
        >>> said = model.explain(graphs[:3])
        >>> said
        <explanation of 3 graphs by hops>
        >>> said.scores[0].shape == (graphs[0].num_nodes,)
        True
        >>> bool(abs(said.scores[0].sum() + said.bias - model.decision_function(graphs[:1])[0]) < 1e-9)
        True
        """
        explainer = self._explainer()
        with reporting(self.progress) as progress:
            pieces = [explainer.explain(block, progress) for block in self._blocks(X)]
        return join(pieces, explainer.level_name)

    def explain_pair(self, first: Any, second: Any) -> np.ndarray:
        """Which nodes of the first graph (rows) are like which of the second (columns).

        The numbers sum up to the similarity of the two graphs under the kernel. Raises ValueError as `explain` does.
        """
        explainer = self._explainer()
        both = next(iter(self._blocks([first, second])))
        with reporting(self.progress) as progress:
            return explainer.explain_pair(both, progress)

    def _fitted(self) -> _core.Model:
        return self.model_

    def _explainer(self) -> _core.Explainer:
        check_is_fitted(self)
        return _core.Explainer(self.model_)

    @property
    def _repr_html_(self) -> Callable[[], str]:
        usual = super()._repr_html_  # AttributeError where scikit-learn is told to show text only
        return (lambda: summary_of(self)) if hasattr(self, "model_") else usual

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        bundle = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle:
            bundle["text/html"] = self._repr_html_()
        return bundle

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model to a file, which `dhgak predict` reads, too."""
        check_is_fitted(self)
        self.model_.save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> DHGAKClassifier:
        """A model that `save` or `dhgak fit` wrote. Classes are numbers if all of them are."""
        model = _core.Model.load(os.fspath(path))
        settings = dict(model.settings)
        given = {name: _parsed(name, settings[name]) for name in DEFAULTS if name in settings and name != "C"}
        given["random_state"] = int(settings.get("seed", 0))
        given["scoring"] = settings.get("score", DEFAULTS["scoring"])
        given["C"] = model.C
        if "atoms" in settings:
            given["atoms"] = settings["atoms"]
        estimator = cls(**given, svm=model.svm, probability=model.has_probabilities)
        estimator._adopt(model, None)
        return estimator


def _parsed(name: str, text: str) -> Any:
    kind = type(DEFAULTS[name])
    if kind is list:
        return tuple(int(entry) for entry in text.split(","))
    return text == "true" if kind is bool else kind(text)
