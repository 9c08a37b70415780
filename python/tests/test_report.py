# SPDX-License-Identifier: MIT
"""Pages and summaries: whole, escaped, and those of the program."""
import html
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
import sklearn
from rdkit import Chem
from sklearn.model_selection import GridSearchCV

import dhgak
from dhgak import DHGAK, DHGAKClassifier


def facts_of(page):
    return json.loads(re.search(r'<script type="application/json" id="facts">(.*?)</script>', page, re.S)[1])


@pytest.fixture(scope="module")
def model(demo):
    graphs, classes = demo
    return DHGAKClassifier(H=2, C=1).fit(graphs, classes)


def test_the_page_is_that_of_the_program(model, program, tmp_path):
    model.save(tmp_path / "m.dhgak")
    program("report", "--model", tmp_path / "m.dhgak", "--data", "demo", "-o", tmp_path / "program.html")
    assert dhgak.report(model, "demo", output=tmp_path / "python.html") is None
    by_program, by_python = (facts_of((tmp_path / name).read_text()) for name in ("program.html", "python.html"))
    assert by_python.pop("command") == f"dhgak.report(DHGAKClassifier(C=1, H=2), 'demo', output='{tmp_path}/python.html')"
    by_program.pop("command")
    assert by_python == by_program


def test_the_page_needs_no_network(model, demo):
    graphs, classes = demo
    page = dhgak.report(model, list(graphs[:30]), classes[:30])
    assert not re.search(r'<(script|link|img|iframe)[^>]*(src|href)="(?!data:)', page) and len(page) < 5e6
    assert "default-src 'none'" in page


def test_y_gives_graphs_their_classes(model, demo):
    graphs, classes = demo
    plain = [(graph.edge_index, graph.node_labels) for graph in graphs[:20]]
    y = classes[:20].astype(object)
    y[3] = None
    data = facts_of(dhgak.report(model, plain, y))["data"]
    assert data["class_names"] == ["meta", "ortho"] and data["audit"]["unknown_classes"] == 1
    assert data["class_sizes"][:2] == [sum(y == name) for name in data["class_names"]]
    with pytest.raises(ValueError, match=r"y has the shape \(19,\) for 20 graphs"):
        dhgak.report(model, plain, y[:19])


@pytest.mark.parametrize("y", [[1, 0, None] * 7, [True, False, None] * 7, [None] * 21])
def test_classes_may_be_unknown_whatever_they_are(y, demo):
    graphs, _ = demo
    data = facts_of(dhgak.report(graphs=graphs[:21], y=y))["data"]
    assert data["audit"]["unknown_classes"] == y.count(None)
    assert data["class_names"] == sorted({str(int(value)) for value in y if value is not None})


def test_runs_are_shown_with_or_without_a_model(program, tmp_path):
    run = tmp_path / "run.json"
    program("cv", "demo", "--H", "1", "--C", "1", "--json", run)
    assert len(facts_of(dhgak.report(runs=run))["runs"]) == 1
    assert len(facts_of(dhgak.report(runs=[run, str(run)]))["runs"]) == 2
    with pytest.raises(ValueError, match="none.json"):
        dhgak.report(runs=tmp_path / "none.json")
    run.write_text("{}")
    with pytest.raises(ValueError, match="run.json"):
        dhgak.report(runs=run)


def test_what_cannot_be_reported_is_said_before_any_work(model, demo, tmp_path):
    with pytest.raises(ValueError, match="nothing to report"):
        dhgak.report(model)
    with pytest.raises(ValueError, match="0 graphs"):
        dhgak.report(model, [])
    with pytest.raises(ValueError, match="no graphs"):
        dhgak.report(y=[1], runs="run.json")
    with pytest.raises(ValueError, match="no/such"):
        dhgak.report(model, demo[0], output=tmp_path / "no/such/folder.html")
    with pytest.raises(sklearn.exceptions.NotFittedError):
        dhgak.report(DHGAKClassifier(), demo[0])
    with pytest.raises(ValueError, match="a GridSearchCV cannot be reported; give its best_estimator_"):
        dhgak.report(GridSearchCV(DHGAKClassifier(), {"H": [1]}), demo[0])
    with pytest.raises(ValueError, match="a DHGAK cannot be reported; give a fitted DHGAKClassifier"):
        dhgak.report(DHGAK(), demo[0])


def test_labels_do_no_harm_to_the_page():
    hostile = "</script><script>alert(1)</script>"
    graphs = [(np.array([[0], [1]]), [hostile, "B" if g % 2 else "C"]) for g in range(20)]
    y = [hostile if g % 2 else "other" for g in range(20)]
    page = dhgak.report(DHGAKClassifier("wl", C=1).fit(graphs, y), graphs, y)
    assert hostile not in page and hostile in json.dumps(facts_of(page))


def test_molecules_are_drawn_as_chemists_do():
    smiles = ["OC(=O)c1ccccc1", "CC#N", "C[C@@H](N)C(=O)O", "c1ccccc1[N+](=O)[O-]", "C=C=C", "[13CH4]", "CC(=O)[O-]"]
    molecules = [Chem.MolFromSmiles(text) for text in smiles]
    with_hydrogens = [Chem.AddHs(molecule) for molecule in molecules]
    for graphs in (molecules, with_hydrogens):
        drawn = facts_of(dhgak.report(graphs=graphs))["graphs"]["graphs"]
        strokes = ["".join(sorted(graph["b"].replace("l", "r"))) for graph in drawn]
        assert [strokes[i] for i in (0, 1, 3, 4, 5, 6)] == ["-----=rrr", "#-", "-----=rrr", "==", "", "--="]
        assert strokes[2] in ("---=h", "---=w")
        assert [graph["a"][1::2] for graph in drawn] == [["OH", "O"], ["N"], ["NH2", "O", "OH"], ["N+", "O", "O-"], ["C"],
                                                         ["13CH4"], ["O", "O-"]]
    assert "b" not in facts_of(dhgak.report(graphs=[(np.array([[0], [1]]), ["C", "O"])]))["graphs"]["graphs"][0]


class Cells(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.tags, self.texts = set(), []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)

    def handle_data(self, text):
        self.texts.append(text)


def test_a_fitted_classifier_shows_what_it_is(model):
    cells = Cells(model._repr_html_())
    assert cells.tags == {"table", "caption", "tbody", "tr", "th", "td"}
    rows = dict(zip(cells.texts[1::2], cells.texts[2::2]))
    assert rows["kernel"] == "dhgak-oa" and rows["training graphs"] == "200" and rows["H"] == "2"
    assert rows["classes"] == "meta (100), ortho (100)"
    assert "alpha" not in rows and rows["C"].startswith("1, with 0.")
    assert model._repr_mimebundle_()["text/html"] == model._repr_html_()


def test_a_page_shows_itself_in_a_frame(model, demo):
    graphs, classes = demo
    page = dhgak.report(model, graphs[:20], classes[:20])
    assert isinstance(page, str)
    shown = page._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and shown.count("<") == 2 and html.unescape(shown).count("</html>") == 1


COMPARED = {"compare": {}, "datasets": [{"name": "<b>", "majority": 0.5, "scores": [
    {"kernel": "wl", "accuracy": {"mean": 0.7, "interval95": [0.6, 0.8]}}, {"kernel": "sp", "failure": "too long"},
    {"kernel": "<i>", "accuracy": {"mean": 0.9, "interval95": None}, "auroc": 0.95}]}]}


def test_results_of_the_command_line_show_themselves(tmp_path):
    run, compared = tmp_path / "run.json", tmp_path / "compare.json"
    run.write_text(json.dumps({"config": {"kernel": "wl"}, "dataset": {"name": "demo", "majority": 0.5}, "accuracy": {"mean": 0.75, "interval95": [0.7, 0.8]}}))
    compared.write_text(json.dumps(COMPARED))
    result = dhgak.read_result(run)
    assert repr(result) == "<run of wl on 'demo': 75.0 %>" and result["accuracy"]["mean"] == 0.75
    assert result._repr_html_().count("<circle") == 1 and "75.0 %" in result._repr_html_()
    result = dhgak.read_result(compared)
    assert repr(result) == "<comparison of 2 kernels on 1 datasets>"
    shown = result._repr_html_()
    assert shown.count("<circle") == 2 and "<i>" not in shown and shown.index("&lt;i&gt;") < shown.index(">wl<")
    pandas = pytest.importorskip("pandas")
    assert isinstance(result.to_frame(), pandas.DataFrame) and list(result.to_frame()["kernel"]) == ["wl", "sp", "<i>"]


@pytest.mark.parametrize("text", ["", "[]", "{}", "3", '{"compare": 1}', '{"dataset": 1, "accuracy": 2}'])
def test_what_is_no_result_is_refused(text, tmp_path):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(ValueError, match="x.json"):
        dhgak.read_result(tmp_path / "x.json")


def test_names_in_the_summary_are_escaped():
    graphs = [(np.array([[0], [1]]), ["A", "B" if g % 2 else "C"]) for g in range(20)]
    y = ["<b>&" if g % 2 else "x" * 2 for g in range(20)]
    cells = Cells(DHGAKClassifier("wl", C=1).fit(graphs, y)._repr_html_())
    assert "b" not in cells.tags and any("<b>& (10)" in text for text in cells.texts)


def test_an_unfitted_classifier_shows_as_scikit_learn_does():
    assert "sk-container" in DHGAKClassifier(H=2)._repr_html_()
    assert "sk-container" in DHGAKClassifier(H=2)._repr_mimebundle_()["text/html"]


def test_scikit_learn_may_be_told_to_show_text(model):
    with sklearn.config_context(display="text"):
        assert not hasattr(model, "_repr_html_") and "text/html" not in model._repr_mimebundle_()
