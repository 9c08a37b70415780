# SPDX-License-Identifier: MIT
"""Scores of nodes make decisions, and are what `dhgak explain` writes."""
import json

import networkx as nx
import numpy as np
import pytest

import dhgak
from dhgak import DHGAKClassifier


def three_kinds():
    """Paths whose one odd label is the class."""
    rng = np.random.default_rng(1)
    graphs = [(np.array([[0, 1, 2], [1, 2, 3]]), rng.permutation(["A", "B", "B", end]).tolist())
              for end in "CDE" for _ in range(12)]
    return graphs, np.repeat([10, 2, 33], 12)


@pytest.mark.parametrize("kernel", ["dhgak-oa", "dhgak", "wl", "wl-oa", "sp"])
def test_scores_sum_up_to_the_decision(kernel, demo):
    graphs, classes = demo
    model = DHGAKClassifier(kernel, H=2, C=10).fit(graphs[:120], classes[:120])
    said = model.explain(graphs[100:140])
    decisions = model.decision_function(graphs[100:140])
    np.testing.assert_allclose([scores.sum() + said.bias for scores in said.scores], decisions, atol=1e-9)
    np.testing.assert_allclose(said.decisions, decisions, atol=1e-9)
    for graph, scores, by_level in zip(graphs[100:140], said.scores, said.level_scores):
        assert scores.shape == (graph.num_nodes,) and len(by_level) == graph.num_nodes
        np.testing.assert_allclose(by_level.sum(axis=1), scores, atol=1e-12)


def test_hops_are_columns_of_level_scores(demo):
    graphs, classes = demo
    said = DHGAKClassifier(H=3, C=1).fit(graphs, classes).explain(graphs[:2])
    assert said.level_name == "hop" and said.level_scores[0].shape[1] == 4
    assert DHGAKClassifier("wl", C=1).fit(graphs, classes).explain(graphs[:2]).level_name == "round"


@pytest.mark.parametrize("learner", ["linear", "svm"])
def test_each_of_three_classes_has_its_own_scores(learner):
    graphs, y = three_kinds()
    model = DHGAKClassifier("wl:rounds=1", C=10, learner=learner).fit(graphs, y)
    said = model.explain(graphs)
    assert said.bias.shape == (3,) and said.decisions.shape == (36, 3) and said.scores[0].shape == (4, 3)
    sums = np.array([scores.sum(axis=0) for scores in said.scores])
    np.testing.assert_allclose(sums + said.bias, said.decisions, atol=1e-9)
    assert (model.classes_[said.decisions.argmax(axis=1)] == y).all()
    if learner == "linear":
        np.testing.assert_allclose(said.decisions, model.decision_function(graphs), atol=1e-9)


def test_the_label_that_makes_the_class_has_the_largest_score():
    graphs, y = three_kinds()
    model = DHGAKClassifier("vertex-histogram", C=10).fit(graphs, y)
    said = model.explain(graphs)
    for (_, labels), c, scores in zip(graphs, y, said.scores):
        odd = next(v for v, label in enumerate(labels) if label in "CDE")
        assert scores[:, model.classes_.tolist().index(c)].argmax() == odd


def test_nodes_keep_the_order_of_networkx():
    def path(end, order):
        graph = nx.Graph()
        graph.add_nodes_from((v, {"label": end if v == 0 else "B"}) for v in order)
        graph.add_edges_from([(0, 1), (1, 2), (2, 3)])
        return graph

    graphs = [path(end, order) for end in "CD" for order in ([0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]) for _ in range(4)]
    model = DHGAKClassifier("vertex-histogram", C=10).fit(graphs, [0] * 12 + [1] * 12)
    for graph, scores in zip(graphs, model.explain(graphs).scores):
        assert list(graph)[abs(scores).argmax()] == 0


def test_scores_are_those_of_the_program(demo, program, tmp_path):
    graphs, classes = demo
    model = DHGAKClassifier(H=2, C=1).fit(graphs, classes)
    model.save(tmp_path / "m.dhgak")
    program("explain", tmp_path / "m.dhgak", "demo", "-o", tmp_path / "e.json")
    written = json.loads((tmp_path / "e.json").read_text())["graphs"]
    said = model.explain(graphs)
    assert len(written) == 200
    for one, scores in zip(written, said.scores):
        np.testing.assert_allclose(one["explanations"][0]["node_scores"], scores, atol=1e-9)


def test_generators_are_explained_in_blocks(demo, monkeypatch):
    graphs, classes = demo
    model = DHGAKClassifier("wl", C=1).fit(graphs, classes)
    whole = model.explain(graphs[:5])
    monkeypatch.setattr("dhgak._collect.GRAPHS_PER_BLOCK", 2)
    parts = model.explain((graph.edge_index, graph.node_labels) for graph in graphs[:5])
    assert len(parts.scores) == 5
    for one, other in zip(whole.scores, parts.scores):
        np.testing.assert_array_equal(one, other)


def test_a_graph_without_nodes_has_no_scores(demo):
    graphs, classes = demo
    model = DHGAKClassifier("wl", C=1).fit(graphs, classes)
    empty = (np.empty((2, 0), dtype=int), [])
    said = model.explain([empty, (graphs[0].edge_index, graphs[0].node_labels), empty])
    assert [len(scores) for scores in said.scores] == [0, graphs[0].num_nodes, 0]
    assert said.decisions[0] == said.bias


def test_pairs_of_nodes_sum_up_to_the_similarity(demo):
    graphs, classes = demo
    model = DHGAKClassifier(H=2, C=1).fit(graphs, classes)
    gram = dhgak.DHGAK(H=2).gram(graphs)
    aligned = model.explain_pair(graphs[3], graphs[8])
    assert aligned.shape == (graphs[3].num_nodes, graphs[8].num_nodes)
    assert abs(aligned.sum() - gram[3, 8]) < 1e-9


def test_kernels_without_features_say_so(demo):
    graphs, classes = demo
    model = DHGAKClassifier("dhw", H=1, C=1).fit(graphs[:20], classes[:20])
    for explain in (lambda: model.explain(graphs), lambda: model.explain_pair(graphs[0], graphs[1])):
        with pytest.raises(ValueError, match="decisions by the kernel dhw cannot be led back to nodes"):
            explain()


def test_only_fitted_classifiers_explain(demo):
    from sklearn.exceptions import NotFittedError
    with pytest.raises(NotFittedError):
        DHGAKClassifier().explain(demo[0])
