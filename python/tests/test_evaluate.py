# SPDX-License-Identifier: MIT
"""Results of cross-validation, search and comparison are those of the command line."""
import json

import pytest

import dhgak

GRAPHS, CLASSES = dhgak.datasets.demo()


def of_program(program, tmp_path, *arguments):
    output = tmp_path / "run.json"
    program(*arguments, "--json", output, "--quiet")
    return json.loads(output.read_text())


def predictions(found):
    return [[(said["graph"], said["class"]) for said in fold["predictions"]] for fold in found["folds"]]


def test_cross_validation_is_that_of_cv(program, tmp_path):
    found = dhgak.cross_validate(dhgak.DHGAKClassifier(H=2, random_state=3), GRAPHS, CLASSES, folds=4)
    expected = of_program(program, tmp_path, "cv", "demo", "--H", "2", "--seed", "3", "--folds", "4")
    assert predictions(found.to_dict()) == predictions(expected)
    assert found.accuracy == expected["accuracy"]["mean"]
    assert "accuracy" in str(found) and "<pre>" in found._repr_html_() and found._repr_html_().count("<circle") == 1
    found.save(tmp_path / "saved.json")
    read = dhgak.read_result(tmp_path / "saved.json")
    assert read.to_dict() == found.to_dict() and read["accuracy"] == found["accuracy"]


def test_a_file_is_read_by_the_library(program, tmp_path):
    found = dhgak.cross_validate(dhgak.DHGAKClassifier(T=1, random_state=0), "demo", folds=3)
    expected = of_program(program, tmp_path, "cv", "demo", "--T", "1", "--folds", "3")
    assert predictions(found.to_dict()) == predictions(expected)


def test_search_is_that_of_search(program, tmp_path):
    found = dhgak.search(dhgak.DHGAKClassifier(T=1, random_state=0), "demo",
                         grid={"H": [1, 2], "alpha": [0.0, 0.6], "kernel": ["dhgak-oa"], "cluster_factor": [1]}, folds=3)
    expected = of_program(program, tmp_path, "search", "demo", "--H", "1,2", "--b", "0", "--alpha", "0,0.6",
                          "--cluster-factor", "1", "--kernel", "dhgak-oa", "--T", "1", "--folds", "3")
    assert [p["point"] for p in found.to_dict()["search"]["points"]] == [p["point"] for p in expected["search"]["points"]]
    assert predictions(found.to_dict()) == predictions(expected)
    frame = pytest.importorskip("pandas") and found.to_frame()
    assert len(frame) == 4 and {"H", "alpha", "inner_score", "test_accuracy"} <= set(frame.columns)


def test_comparison_is_that_of_compare(program, tmp_path):
    arrays = [(graph.edge_index, graph.node_labels) for graph in GRAPHS[:100]]  # whose dataset has a name of its own
    found = dhgak.compare(["wl", "sp"], ["demo", (arrays, CLASSES[:100])], folds=3,
                          like=dhgak.DHGAKClassifier(random_state=0))
    expected = of_program(program, tmp_path, "compare", "demo", "--kernels", "wl,sp", "--folds", "3")
    ours, theirs = found.to_dict()["datasets"], expected["datasets"]
    assert [s["fold_accuracies"] for s in ours[0]["scores"]] == [s["fold_accuracies"] for s in theirs[0]["scores"]]
    assert len(ours) == 2
    with pytest.raises(AttributeError, match="to_frame"):
        found.accuracy


def test_wrong_options_are_refused_before_the_work():
    with pytest.raises(ValueError, match="folds is 1"):
        dhgak.cross_validate(dhgak.DHGAKClassifier(), GRAPHS, CLASSES, folds=1)
    with pytest.raises(ValueError, match="cannot be searched for"):
        dhgak.search(dhgak.DHGAKClassifier(), GRAPHS, CLASSES, grid={"C": [1]})
    with pytest.raises(ValueError, match="unknown split"):
        dhgak.cross_validate(dhgak.DHGAKClassifier(), GRAPHS, CLASSES, split="scafold")
