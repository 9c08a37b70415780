# SPDX-License-Identifier: MIT
"""scikit-learn's own checks of estimators, which know nothing but rows of numbers.

Each row becomes a graph here: a path with a node for each number. Of the checks that take anything but rows none is
left out; docs/python.md says which those are.
"""
import numpy as np
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import validate_data

from dhgak import DHGAK, DHGAKClassifier


def graphs_of(rows):
    nodes = np.arange(rows.shape[1])
    return [(np.stack([nodes[:-1], nodes[1:]]), nodes, row[:, None]) for row in rows]


class OfRows:
    """An estimator of graphs as one of rows."""

    def _read(self, rows):
        return super()._read(graphs_of(validate_data(self, rows, dtype=float)))

    def _blocks(self, rows):
        return super()._blocks(graphs_of(validate_data(self, rows, reset=False, dtype=float)))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = True
        tags.no_validation = False
        return tags


class KernelOfRows(OfRows, DHGAK):
    pass


class ClassifierOfRows(OfRows, DHGAKClassifier):
    pass


PARAMETERS = {"H": 0, "attributes": "mean"}


@parametrize_with_checks([KernelOfRows(**PARAMETERS), ClassifierOfRows(**PARAMETERS)])
def test_scikit_learn_finds_no_fault(estimator, check):
    check(estimator)
