# SPDX-License-Identifier: MIT
"""Scores of nodes make decisions, and are what `dhgak explain` writes."""
import json
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest

import dhgak
from dhgak import DHGAKClassifier
from dhgak._drawing import lay_out


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


def fills_of(svg):
    return [circle.get("fill") for circle in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}circle")]


def test_an_explained_graph_is_drawn_in_one_line(demo, tmp_path):
    graphs, classes = demo
    said = DHGAKClassifier(H=2, C=1).fit(graphs, classes).explain(graphs[:4])
    picture = said.plot(2)
    assert picture._repr_svg_() == picture.svg and len(fills_of(picture.svg)) == graphs[2].num_nodes
    strongest = int(np.argmax(abs(said.scores[2])))
    blue, orange = "0072b2", "d55e00"
    wanted = orange if said.scores[2][strongest] > 0 else blue
    fill = fills_of(picture.svg)[strongest]
    assert np.argmax([int(fill[i:i + 2], 16) for i in (1, 3, 5)]) == np.argmax([int(wanted[i:i + 2], 16) for i in (0, 2, 4)])
    picture.save(tmp_path / "graph.svg")
    assert (tmp_path / "graph.svg").read_text() == picture.svg
    assert said._repr_html_().count("<svg") == 4 and "graph 3" in said._repr_html_()


def test_scores_become_a_table(demo):
    pytest.importorskip("pandas")
    graphs, classes = demo
    said = DHGAKClassifier(H=2, C=1).fit(graphs, classes).explain(graphs[:2])
    frame = said.to_frame()
    assert len(frame) == graphs[0].num_nodes + graphs[1].num_nodes and set(frame["class"]) == {said.classes[1]}
    np.testing.assert_allclose(frame[["hop0", "hop1", "hop2"]].sum(axis=1), frame["score"], atol=1e-12)


def test_of_three_classes_the_one_that_is_said_is_drawn():
    graphs, y = three_kinds()
    said = DHGAKClassifier("wl:rounds=1", C=10).fit(graphs, y).explain(graphs[:14])
    assert said._says(0).endswith("for 10") and said._says(13).endswith("for 2")
    assert len(fills_of(said.plot(13).svg)) == 4


def test_graphs_show_themselves(demo):
    graphs, _ = demo
    assert len(fills_of(graphs[0]._repr_svg_())) == graphs[0].num_nodes
    assert graphs._repr_html_().count("<svg") == 6 and "200 graphs" in graphs._repr_html_()
    with pytest.raises(ValueError, match="give one number for each node"):
        graphs[0].plot(scores=[1.0])


def test_drawings_escape_names_and_leave_out_what_is_large():
    hostile = "</svg><script>alert(1)</script>"
    graphs = [(np.array([[0], [1]]), [hostile, "B" if g % 2 else "C"]) for g in range(20)]
    graphs += [(np.stack([np.arange(500), np.arange(1, 501)]), ["B"] * 501)] * 2
    said = DHGAKClassifier("vertex-histogram", C=1).fit(graphs, [g % 2 for g in range(22)]).explain(graphs)
    assert hostile not in said.plot(0).svg and len(fills_of(said.plot(0).svg)) == 2
    assert "too large" in said.plot(21).svg


def test_places_keep_distances():
    ring = np.stack([np.arange(6), np.roll(np.arange(6), 1)])
    places = lay_out(6, ring)
    edges = np.linalg.norm(places[ring[0]] - places[ring[1]], axis=1)
    assert edges.std() < 0.05 * edges.mean()
    two = lay_out(4, np.array([[0, 2], [1, 3]]))
    assert np.linalg.norm(two[0] - two[1]) < np.linalg.norm(two[0] - two[2])
    assert lay_out(1, np.zeros((2, 0), dtype=int)).shape == (1, 2)
