# SPDX-License-Identifier: MIT
"""Estimators keep scikit-learn's contract, and are what the command line is."""
import inspect
import pickle
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

import dhgak
from dhgak import DHGAK, DHGAKClassifier, _core, kernels
from dhgak._kernel import OWN
from dhgak._settings import kernel_parameters, with_parameters


def test_parameters_are_the_settings_of_the_program():
    rows = {row.name: row for row in _core.settings()}
    kernel, classifier = (inspect.signature(estimator).parameters for estimator in (DHGAK, DHGAKClassifier))
    assert set(kernel) < set(classifier)
    assert {"kernel", "H", "device"} < set(kernel) and {"learner", "C", "memory", "scoring"} < set(classifier) - set(kernel)
    assert rows["H"].default == "5" == str(kernel["H"].default)
    assert kernel["refine"].default == (0,) and classifier["balance"].default is False
    assert classifier["C"].default[:2] == (1e-3, 1e-2) and classifier["memory"].default is None
    assert not {"folds", "smiles", "seed"} & set(classifier)
    for name in ("H", "cluster_factor", "device"):
        assert f"{name} : {rows[name].meaning[:20]}" in " ".join(DHGAK.__doc__.split())


def test_a_new_setting_is_a_parameter():
    row = SimpleNamespace(name="after_taste", type="text", default="none", of="kernel", is_of_slices=True,
                          meaning="What a slice leaves behind")

    @with_parameters(kernel_parameters([*_core.settings(), row]), OWN)
    class Tasting(DHGAK):
        """Tastes.

        SETTINGS
        """
    assert inspect.signature(Tasting).parameters["after_taste"].default == "none"
    assert "        after_taste : What a slice leaves behind." in Tasting.__doc__ or sys.version_info >= (3, 13)
    assert clone(Tasting(after_taste="some", H=2)).get_params() == {**DHGAK(H=2).get_params(), "after_taste": "some"}
    with pytest.raises(TypeError, match="after_tast'"):
        Tasting(after_tast="some")
    with pytest.raises(TypeError, match="'svm'; it is called learner now"):
        DHGAKClassifier(svm="kernel")


def test_inner_products_of_features_are_the_gram_matrix(demo):
    graphs, _ = demo
    features = DHGAK(H=2).fit_transform(graphs)
    assert isinstance(features, scipy.sparse.csr_array)
    np.testing.assert_allclose((features @ features.T).toarray(), DHGAK(H=2).gram(graphs), atol=1e-12)


def test_transform_gives_training_graphs_their_rows(demo):
    graphs, _ = demo
    kernel = DHGAK(H=2)
    rows = kernel.fit_transform(graphs)
    again = kernel.transform(graphs)
    assert (rows != again).nnz == 0
    assert len(kernel.get_feature_names_out()) == rows.shape[1]


def test_cross_is_the_gram_matrix_of_training_graphs(demo):
    graphs, _ = demo
    kernel = DHGAK(H=1)
    gram = kernel.gram(graphs[:40])
    np.testing.assert_allclose(kernel.cross(graphs[:40]), gram, atol=1e-12)
    assert kernel.cross(graphs[40:45]).shape == (5, 40)


def test_arrays_are_not_copied(demo):
    gram = DHGAK(H=1).gram(demo[0][:20])
    assert gram.flags.c_contiguous and not gram.flags.owndata and gram.base is not None


def test_same_random_state_same_bits_at_any_number_of_threads(demo):
    graphs, _ = demo
    grams = [DHGAK(H=2, random_state=4, n_jobs=n).gram(graphs[:60]) for n in (1, 2)]
    np.testing.assert_array_equal(*grams)


def test_classifier_predicts_new_graphs(demo):
    graphs, classes = demo
    model = DHGAKClassifier(H=2, probability=True).fit(graphs[:150], classes[:150])
    assert model.score(graphs[150:], classes[150:]) > 0.85
    assert model.classes_.tolist() == ["meta", "ortho"]
    decisions = model.decision_function(graphs)
    assert (model.classes_[(decisions > 0).astype(int)] == model.predict(graphs)).all()
    probabilities = model.predict_proba(graphs[:7])
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    assert not hasattr(DHGAKClassifier(), "predict_proba")


def test_probabilities_must_be_learned_by_fit(demo):
    model = DHGAKClassifier("wl", C=1).fit(*demo).set_params(probability=True)
    with pytest.raises(AttributeError) as raised:
        model.predict_proba(demo[0])
    assert "fitted without probabilities; fit it again" in f"{raised.value} {raised.value.__cause__}"


@pytest.mark.parametrize("given", [[1, 0], [1.0, 0.0], [True, False], ["yes", "no"]])
def test_classes_beside_unknown_ones_are_what_they_are(given, demo):
    graphs, _ = demo
    y = np.array([*given, None] * 20, dtype=object)
    known = np.array([value is not None for value in y])
    model = DHGAKClassifier("wl", C=1).fit(graphs[:60][known], y[known])
    assert model.classes_.tolist() == sorted(given)


@pytest.mark.parametrize("estimator", [DHGAK(H=1), DHGAKClassifier(H=1, C=1, probability=True)])
def test_graphs_are_called_x_as_in_scikit_learn(estimator, demo):
    graphs, classes = demo[0][:40], demo[1][:40]
    fitted = estimator.fit(X=graphs, y=classes)
    for name in ("transform", "fit_transform", "gram", "cross", "predict", "decision_function", "predict_proba", "explain"):
        if hasattr(fitted, name):
            assert getattr(fitted, name)(X=graphs) is not None
    if hasattr(fitted, "score"):
        assert fitted.score(X=graphs, y=classes) > 0.5
    assert not hasattr(fitted, "set_fit_request") and not hasattr(fitted, "set_predict_request")


def test_three_classes_have_a_decision_each():
    rng = np.random.default_rng(1)
    graphs = [(np.array([[0, 1], [1, 2]]), rng.permutation(["A", "B", end]).tolist()) for end in "CDE" for _ in range(12)]
    y = np.repeat([10, 2, 33], 12)
    model = DHGAKClassifier("wl:rounds=1", C=10).fit(graphs, y)
    assert model.classes_.tolist() == [2, 10, 33]
    assert model.decision_function(graphs).shape == (36, 3)
    assert model.score(graphs, y) == 1


def test_model_files_are_those_of_the_program(demo, program, tmp_path):
    graphs, _ = demo
    by_program = tmp_path / "program.dhgak"
    program("fit", "demo", "--H", "2", "--seed", "3", "-o", by_program)
    loaded = DHGAKClassifier.load(by_program)
    assert loaded.H == 2 and loaded.random_state == 3
    fitted = DHGAKClassifier(H=2, random_state=3).fit("demo")
    np.testing.assert_array_equal(loaded.decision_function(graphs), fitted.decision_function(graphs))
    fitted.save(tmp_path / "python.dhgak")
    assert (tmp_path / "python.dhgak").read_bytes() == by_program.read_bytes()
    rows = program("predict", tmp_path / "python.dhgak", "demo").splitlines()[1:]
    assert [row.split(",")[1] for row in rows] == fitted.predict(graphs).tolist()


@pytest.mark.parametrize("parameters, flags", [
    ({"refine": (1, 0), "edges": "use"}, ["--refine", "0,1", "--edges", "use"]),
    ({"refine": 2}, ["--refine", "2"]),
    ({"codebook_graphs": 50}, ["--codebook-graphs", "50"]),
    ({"codebook_graphs": 50, "memory": "20G", "inner_graphs": 90},
     ["--codebook-graphs", "50", "--memory", "20G", "--inner-graphs", "90"]),
])
def test_parameters_are_options_of_the_program(parameters, flags, program, tmp_path):
    program("fit", "demo", "--H", "1", *flags, "-o", tmp_path / "program.dhgak")
    fitted = DHGAKClassifier(H=1, **parameters).fit("demo")
    fitted.save(tmp_path / "python.dhgak")
    assert (tmp_path / "python.dhgak").read_bytes() == (tmp_path / "program.dhgak").read_bytes()
    loaded = DHGAKClassifier.load(tmp_path / "program.dhgak")
    for name, value in parameters.items():
        if name == "refine":
            assert loaded.refine == ((0, 1) if value == (1, 0) else (value,))
        elif name != "memory":  # which has no part in the result
            assert getattr(loaded, name) == value
    plain = DHGAKClassifier(H=1).fit("demo")
    assert (loaded.decision_function("demo") != plain.decision_function("demo")).any()


def test_edge_labels_are_read_where_refined_labels_use_them():
    graphs = [(np.array([[0, 1, 2], [1, 2, 3]]), ["A"] * 4, None, kinds)
              for kinds in ("xyz", "xzy", "yxz") for _ in range(6)]
    graphs = [(edges, labels, attributes, list(kinds)) for edges, labels, attributes, kinds in graphs]
    assert np.allclose(DHGAK(H=1, refine=(0, 1)).gram(graphs), 1)
    gram = DHGAK(H=1, refine=(0, 1), edges="use").gram(graphs)
    assert np.allclose(gram[:6, :6], 1) and (gram[:6, 6:] < 0.99).all()


def test_clusters_may_come_from_some_of_the_graphs(demo):
    graphs, _ = demo
    plain = [(graph.edge_index, graph.node_labels) for graph in graphs]
    whole, sample = DHGAK(H=2), DHGAK(H=2, codebook_graphs=40)
    features = sample.fit_transform(plain)
    assert features.shape[0] == 200 and features.shape[1] < whole.fit_transform(plain).shape[1]
    assert (features != sample.transform(plain)).nnz == 0
    np.testing.assert_allclose(np.diag(sample.gram()), 1)
    assert kernels.DhgakOa(H=2, codebook_graphs=40).fit_transform(plain).shape == features.shape


def test_too_little_memory_is_said_before_any_work(demo):
    graphs, classes = demo
    with pytest.raises(ValueError, match="this run can take .* MiB, and memory allows 1 MiB"):
        DHGAKClassifier(memory="1M").fit(graphs, classes)
    with pytest.raises(ValueError, match="'much' is no amount of memory; write it as 8G or 500M"):
        DHGAKClassifier(memory="much").fit(graphs, classes)
    assert DHGAKClassifier("wl", C=1, memory=20 * 2**30).fit(graphs, classes).score(graphs, classes) > 0.5


@pytest.mark.parametrize("estimator", [DHGAKClassifier("wl"), kernels.Wl(rounds=2), DHGAK(H=1)])
def test_estimators_survive_pickle_and_clone(estimator, demo):
    graphs, classes = demo
    assert repr(clone(estimator)) == repr(estimator)
    fitted = clone(estimator).fit(graphs[:60], classes[:60])
    again = pickle.loads(pickle.dumps(fitted))
    output = "decision_function" if hasattr(fitted, "predict") else "transform"
    first, second = (getattr(one, output)(graphs[60:70]) for one in (fitted, again))
    assert abs(first - second).max() == 0
    assert not hasattr(clone(fitted), "model_") and not hasattr(clone(fitted), "fitted_")


def test_scikit_learn_searches_and_cross_validates(demo):
    graphs, classes = demo
    scores = cross_val_score(DHGAKClassifier(H=2, C=10), graphs, classes, cv=3, n_jobs=2)
    assert scores.min() > 0.8
    pipeline = make_pipeline(kernels.Wl(), LinearSVC())
    search = GridSearchCV(pipeline, {"wl__rounds": [0, 3]}, cv=3).fit(list(graphs), classes)
    assert search.best_params_ == {"wl__rounds": 3}


@pytest.mark.parametrize("name", kernels.all_kernels())
def test_every_registered_kernel_is_a_class(name, demo):
    graphs, _ = demo
    kernel = kernels.all_kernels()[name]()
    assert clone(kernel).get_params() == kernel.get_params()
    gram = kernel.gram(graphs[:8])
    np.testing.assert_allclose(np.diag(gram), 1)
    np.testing.assert_array_equal(gram, DHGAK(name).gram(graphs[:8]))


@pytest.mark.parametrize("name", kernels.all_kernels())
def test_kernels_without_features_say_so_before_any_work(name, demo):
    kernel = kernels.all_kernels()[name]
    if _core.traits_of(name).has_features:
        assert "no features" not in kernel.__doc__
        return
    assert "it has no features" in kernel.__doc__
    assert kernel.__name__ in (Path(__file__).parents[2] / "docs" / "python.md").read_text()
    steps = []
    with pytest.raises(ValueError, match=f"kernel {name} has no explicit features .* gram and cross"):
        kernel(progress=lambda *step: steps.append(step)).fit_transform(demo[0])
    assert not steps


def test_options_of_a_kernel_are_its_parameters(demo):
    graphs, _ = demo
    np.testing.assert_array_equal(kernels.Wl(rounds=1, edges=True).gram(graphs), DHGAK("wl:rounds=1,edges=yes").gram(graphs))


@pytest.mark.parametrize("parameters, text", [
    ({"H": 2.5}, "H must be a whole number"),
    ({"H": -1}, "H"),
    ({"kernel": "wll"}, "known"),
    ({"cluster": "kmeen"}, "kmeen"),
    ({"short_hops": "never"}, "repeat empty"),
    ({"n_jobs": 0}, "n_jobs"),
    ({"n_jobs": "2"}, "n_jobs must be a whole number or None, not '2'"),
    ({"n_jobs": 2.5}, "n_jobs must be a whole number or None, not 2.5"),
    ({"atoms": "zz"}, "unknown atoms 'zz'; known: ecfp element, and"),
    ({"refine": "0,1"}, "refine must be a number, or a list of them, not '0,1'"),
    ({"refine": (0, 1.5)}, "refine must be"),
    ({"refine": -1}, "refine"),
    ({"refine": ()}, "refine"),
    ({"edges": "all", "refine": 1}, "unknown edges 'all'; known: off use"),
    ({"edges": "use"}, "refine is 0"),
    ({"codebook_graphs": -1}, "codebook_graphs: the number is too small or too large"),
    ({"H": 2**40}, "H: the number is too small or too large"),
    ({"kernel": "wl", "codebook_graphs": 5}, "kernel wl has no clusters"),
])
def test_wrong_parameters_are_value_errors_that_name_them(parameters, text, demo):
    with pytest.raises(ValueError, match=text):
        DHGAK(**parameters).fit(demo[0])


def test_classes_must_fit_the_graphs(demo):
    graphs, classes = demo
    with pytest.raises(ValueError, match="199 classes for 200 graphs"):
        DHGAKClassifier().fit(graphs, classes[:-1])
    with pytest.raises(ValueError, match="requires y"):
        DHGAKClassifier().fit([(graph.edge_index, graph.node_labels) for graph in graphs])
    with pytest.raises(ValueError, match="class"):
        DHGAKClassifier("wl").fit(graphs, ["one"] * 200)
    with pytest.raises(ValueError, match="graph 3 has no class"):
        DHGAKClassifier("wl").fit(graphs, [*classes[:3], None, *classes[4:]])
