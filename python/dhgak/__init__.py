# SPDX-License-Identifier: MIT
"""Compare and classify graphs by what lies around their nodes.

>>> import dhgak
>>> graphs, classes = dhgak.datasets.demo()
>>> features = dhgak.DHGAK(H=2).fit_transform(graphs)   # SciPy CSR: one row for each graph
>>> features.shape[0]
200
>>> model = dhgak.DHGAKClassifier(H=2).fit(graphs[:150], classes[:150])
>>> model.score(graphs[150:], classes[150:]) > 0.8
True

Graphs may be networkx or igraph graphs, RDKit molecules, PyG `Data`, arrays, SciPy adjacency
matrices, or a folder of files; see `DHGAK` and docs/python.md.
"""
from dhgak import _pickling, datasets, kernels
from dhgak._classifier import DHGAKClassifier
from dhgak._core import version as _version
from dhgak._dataset import Dataset, Graph
from dhgak._evaluate import compare, cross_validate, search
from dhgak._explanation import Explanation
from dhgak._kernel import DHGAK, GraphKernel
from dhgak._report import report
from dhgak._results import Result, read_result

_pickling.register()
__version__ = _version()
__all__ = ["DHGAK", "DHGAKClassifier", "Dataset", "Explanation", "Graph", "GraphKernel", "Result", "compare",
           "cross_validate", "datasets", "kernels", "read_result", "report", "search"]
