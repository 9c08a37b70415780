# SPDX-License-Identifier: MIT
"""Graphs to classes: a kernel with a support vector machine, as `dhgak fit` trains it."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from dhgak import _core
from dhgak._classes import class_names, class_values, encode
from dhgak._dataset import Dataset
from dhgak._estimator import GraphEstimator
from dhgak._explanation import Explanation, join
from dhgak._kernel import OWN
from dhgak._progress import reporting
from dhgak._settings import KERNEL, LEARNER, with_parameters
from dhgak._summary import summary_of

def _has_probabilities(estimator: DHGAKClassifier) -> bool:
    if not estimator.probability:
        raise AttributeError("predict_proba needs DHGAKClassifier(probability=True), set before fit")
    if hasattr(estimator, "model_") and not estimator.model_.has_probabilities:
        raise AttributeError("this model was fitted without probabilities; fit it again for predict_proba")
    return True


@with_parameters([*KERNEL, *LEARNER], {"probability": False, **OWN})
class DHGAKClassifier(ClassifierMixin, GraphEstimator):
    """Learns the classes of graphs: what `dhgak fit` does, with C chosen by inner folds.

    Parameters
    ----------
    SETTINGS
    probability : learn probabilities, too, for `predict_proba`; takes longer.

    All others are those of `DHGAK`.

    Examples
    --------
    >>> import dhgak
    >>> graphs, classes = dhgak.datasets.demo()
    >>> model = dhgak.DHGAKClassifier(H=2).fit(graphs[:150], classes[:150])
    >>> model.predict(graphs[150:152]).tolist() == classes[150:152].tolist()
    True
    """

    _learner_parameters = LEARNER

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
            blocks = list(self._blocks(X))
            pieces = [explainer.explain(block, progress) for block in blocks]
        graphs = [graph for block in blocks for graph in Dataset(block)]
        return join(pieces, explainer.level_name, graphs, [str(name) for name in self.classes_])

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
        given = {parameter.name: parameter.value(settings[parameter.setting])
                 for parameter in (*KERNEL, *LEARNER) if parameter.setting in settings}
        given["random_state"] = int(settings.get("seed", 0))
        given["C"] = model.C
        if "atoms" in settings:
            given["atoms"] = settings["atoms"]
        estimator = cls(**given, learner=model.learner, probability=model.has_probabilities)
        estimator._adopt(model, None)
        return estimator
