# SPDX-License-Identifier: MIT
"""Graphs of every library arrive as what they are, and wrong ones are named."""
import pickle
import subprocess
from types import SimpleNamespace

import igraph
import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from rdkit import Chem
from sklearn.base import clone

import dhgak
from dhgak import DHGAK, DHGAKClassifier, kernels
from dhgak._collect import blocks_of, dataset_of
from dhgak._parts import Names

ALL = Names(edge_label="label", node_attributes="attributes")

# Propanol with bonds and a number for each atom.
LABELS = ["C", "C", "C", "O"]
EDGES = np.array([[0, 1, 2], [1, 2, 3]])
BONDS = ["single", "single", "dative"]
NUMBERS = [[0.5], [1], [2], [-3]]


def as_networkx():
    graph = nx.Graph()
    for node, label, row in zip("wxyz", LABELS, NUMBERS):
        graph.add_node(node, label=label, attributes=row)
    for (u, v), label in zip([("w", "x"), ("x", "y"), ("y", "z")], BONDS):
        graph.add_edge(u, v, label=label)
    return graph


def as_igraph():
    graph = igraph.Graph(n=4, edges=EDGES.T.tolist())
    graph.vs["label"] = LABELS
    graph.vs["attributes"] = NUMBERS
    graph.es["label"] = BONDS
    return graph


def as_arrays():
    return EDGES, LABELS, NUMBERS, BONDS


def as_data():
    return SimpleNamespace(edge_index=EDGES, label=np.array(LABELS), x=np.array(NUMBERS),
                           edge_attr=np.eye(2)[[0, 0, 1]])


def state(graphs, names=ALL):
    return [part.tolist() if hasattr(part, "tolist") else part for part in dataset_of(graphs, names).state()]


@pytest.mark.parametrize("place, value", [
    (1, np.array([0, 9], np.uint64)),
    (9, np.ones(10**6, np.float32)),
    (10, 0),  # columns of the numbers at nodes, which are 4
    (10, 3),
    (10, 2**62),
])
def test_a_state_that_does_not_fit_is_refused(place, value):
    whole = list(dataset_of([as_arrays()], ALL).state())
    assert len(dhgak._core.Dataset.from_state(tuple(whole))) == 1
    whole[place] = value
    with pytest.raises(ValueError):
        dhgak._core.Dataset.from_state(tuple(whole))
    with pytest.raises(ValueError):
        dhgak._core.Dataset.from_state(tuple(whole[:place]))


@pytest.mark.parametrize("graph", [as_networkx, as_igraph, as_arrays])
def test_libraries_give_the_same_graph(graph):
    assert state([graph()]) == state([as_arrays()])


def test_data_of_pyg_gives_the_same_graph():
    found = dataset_of([as_data()], ALL)
    assert found.label_names == ["C", "O"] and found.num_attributes == 1 and found.edge_label_names == ["0", "1"]
    assert state([as_data()], Names()) == state([as_arrays()], Names())


@pytest.mark.parametrize("x, labels", [
    (np.eye(3)[[0, 1, 2, 0]], ["0", "1", "2"]),
    (np.array([6, 6, 6, 8]), ["6", "8"]),
    (np.array([[6], [6], [6], [8]]), ["6", "8"]),
    (np.array([[6, 0], [6, 0], [6, 1], [8, 0]]), ["6,0", "6,1", "8,0"]),
    (np.eye(2, dtype=bool)[[0, 0, 1, 0]], ["0,1", "1,0"]),
])
def test_labels_of_pyg_are_read_from_x(x, labels):
    found = dataset_of([SimpleNamespace(edge_index=EDGES, x=x)], ALL)
    assert sorted(found.label_names) == labels and found.num_attributes == 0


def data_with(x, **more):
    return SimpleNamespace(edge_index=np.array([[0], [1]]), x=np.array(x), **more)


HOT = [[1.0, 0.0], [0.0, 1.0]]
COLD = [[1.0, 1.0], [0.0, 1.0]]


def test_a_row_of_x_is_the_same_label_in_every_graph():
    graphs = [data_with([[1, 0], [0, 1]]), data_with([[1, 0], [1, 1]])]
    found = dataset_of(graphs, Names())
    labels = [[found.label_names[number] for number in found.graph_parts(g)[1]] for g in (0, 1)]
    assert labels == [["1,0", "0,1"], ["1,0", "1,1"]]


@pytest.mark.parametrize("rows, are_labels", [([HOT, HOT], True), ([HOT, COLD], False), ([COLD, HOT, HOT], False)])
def test_all_graphs_tell_whether_floats_in_x_are_labels(rows, are_labels):
    found = dataset_of([data_with(x) for x in rows], ALL._replace(edge_label=None))
    assert found.labels_are_degrees is not are_labels and found.num_attributes == (0 if are_labels else 2)


@pytest.mark.parametrize("estimator", [DHGAK(H=1), DHGAKClassifier(H=1, C=1)])
def test_x_of_new_graphs_is_what_it_was_in_training(estimator, caplog):
    def ask(fitted, *rows):
        (fitted.predict if hasattr(fitted, "predict") else fitted.transform)([data_with(x) for x in rows])

    of_attributes = clone(estimator).set_params(attributes="mean").fit([data_with(HOT), data_with(COLD)] * 5, [0, 1] * 5)
    for fitted in (of_attributes, pickle.loads(pickle.dumps(of_attributes))):
        ask(fitted, HOT)
        ask(fitted, HOT, COLD)
    of_labels = clone(estimator).fit([data_with(HOT)] * 10, [0, 1] * 5)
    ask(of_labels, HOT)
    assert not caplog.records  # such as that labels are now degrees, or unknown
    with pytest.raises(ValueError, match="^graph 1: node 0: the row of x is not one-hot, but training had labels"):
        ask(of_labels, HOT, COLD)


@pytest.mark.parametrize("kernel", ["wwl:nodes=attributes", "retgk:attributes=yes"])
def test_attributes_reach_kernels_without_slices(kernel):
    graphs = [as_networkx() for _ in range(6)]
    for number, graph in enumerate(graphs):
        for node in graph:
            graph.nodes[node]["attributes"] = [float(number % 2)]
    assert DHGAKClassifier(kernel, C=1).fit(graphs, [0, 1] * 3).score(graphs, [0, 1] * 3) == 1


@pytest.mark.parametrize("shape", [(0,), (0, 0), (0, 2)])
def test_graphs_without_nodes_say_nothing_about_x(shape):
    empty = SimpleNamespace(edge_index=np.empty((2, 0)), x=np.empty(shape))
    found = dataset_of([empty, data_with(HOT), empty, data_with(HOT)], Names())
    assert found.label_names == ["0", "1"] and found.num_nodes == 4


def test_whole_numbers_and_floats_in_x_are_not_mixed():
    with pytest.raises(ValueError, match="^graph 1: floats in x, but graph 0 has whole numbers in x"):
        dataset_of([data_with([[1, 0], [0, 1]]), data_with(HOT)], Names())


def test_edge_labels_of_pyg_do_not_depend_on_the_graph():
    labels = Names(edge_label="label")
    graphs = [data_with(HOT, edge_attr=np.array([[1, 0]])), data_with(HOT, edge_attr=np.array([[1, 1]]))]
    assert dataset_of(graphs, labels).edge_label_names == ["1,0", "1,1"]
    measured = data_with(HOT, edge_attr=np.array([[0.5, 0.5]]))
    with pytest.raises(ValueError, match="^graph 1: edge 0: the row of edge_attr is neither one-hot nor whole numbers"):
        dataset_of([data_with(HOT, edge_attr=np.eye(2)[:1]), measured], labels)
    assert dataset_of([measured], Names()).num_edges == 1


def test_numbers_in_x_of_pyg_are_attributes():
    found = dataset_of([SimpleNamespace(edge_index=EDGES, x=np.array(NUMBERS))], ALL)
    assert found.labels_are_degrees and found.num_attributes == 1


def test_pyg_itself():
    torch = pytest.importorskip("torch")
    data = pytest.importorskip("torch_geometric.data")
    graph = data.Data(edge_index=torch.tensor(EDGES), x=torch.eye(2)[[0, 0, 0, 1]])
    assert dataset_of([graph], Names()).label_names == ["0", "1"]
    DHGAK(H=1).fit([graph, graph])


@pytest.mark.parametrize("adjacency", [
    scipy.sparse.csr_array, scipy.sparse.coo_matrix, lambda m: m, lambda m: (scipy.sparse.csr_array(m), None)])
def test_adjacency_matrices_are_graphs(adjacency):
    path = nx.path_graph(4)
    assert state([adjacency(nx.to_numpy_array(path))]) == state([path])


@pytest.mark.parametrize("matrix", [np.asarray, np.ndarray.tolist, lambda m: m.astype(int), scipy.sparse.coo_array])
def test_adjacency_matrices_may_have_labels(matrix):
    adjacency = nx.to_numpy_array(nx.path_graph(4))
    bonds = {(0, 1): "single", (2, 1): "single", (3, 2): "dative"}
    assert state([(matrix(adjacency), LABELS, NUMBERS, bonds)]) == state([as_arrays()])


def test_two_by_two_arrays_of_whole_numbers_are_two_edges():
    pair = np.array([[0, 1], [1, 0]])
    assert dataset_of([(pair, ["C", "O", "N"])], Names()).num_nodes == 3
    for matrix in (pair.astype(float), pair.astype(bool)):
        assert state([(matrix, ["C", "O"])], Names()) == state([([[0], [1]], ["C", "O"])], Names())


def test_dictionaries_are_taken_by_node_and_by_edge():
    graph = (EDGES, dict(reversed(list(enumerate(LABELS)))), dict(enumerate(NUMBERS)),
             {(1, 0): "single", (1, 2): "single", (2, 3): "dative"})
    assert state([graph]) == state([as_arrays()])


def test_labels_may_come_from_a_generator():
    assert state([(EDGES, iter(LABELS), None, iter(BONDS))]) == state([(EDGES, LABELS, None, BONDS)])


def test_graphs_without_labels_have_degrees():
    assert dataset_of([nx.star_graph(3)], Names()).labels_are_degrees


def test_another_attribute_may_hold_the_labels():
    graph = nx.Graph([(0, 1)])
    nx.set_node_attributes(graph, {0: "N", 1: "O"}, "element")
    assert dataset_of([graph], Names(node_label="element")).label_names == ["N", "O"]


def test_directed_and_doubled_edges_become_plain_ones():
    graphs = [nx.DiGraph([(0, 1), (1, 0), (1, 2)]), nx.MultiGraph([(0, 1), (0, 1), (1, 2)]), nx.path_graph(3)]
    assert [dataset_of([graph], Names()).num_edges for graph in graphs] == [2, 2, 2]


def test_labels_are_texts_or_whole_numbers():
    same = [([[0], [1]], labels) for labels in (["7", "C"], [7, "C"], np.array([7, "C"]), [np.int64(7), "C"], [7.0, "C"])]
    assert len({str(state([graph], Names())) for graph in same}) == 1


def test_molecules_have_labels_of_atoms_and_bonds():
    aspirin = Chem.MolFromSmiles("CC(=O)Oc1ccccc1C(=O)[O-]")
    found = dataset_of([aspirin], ALL)
    assert set(found.label_names) == {"[CX3H0]", "[CX4H3]", "[OX1H0-]", "[OX1H0]", "[OX2H0]", "[cX3H0]", "[cX3H1]"}
    assert found.edge_label_names == ["aromatic", "double", "single"]
    assert dataset_of([aspirin], Names(atoms="element")).label_names == ["C", "O"]
    assert state([Chem.AddHs(aspirin)]) == state([aspirin])
    with pytest.raises(ValueError, match="known: ecfp element"):
        dataset_of([aspirin], Names(atoms="morgan"))
    with pytest.raises(ValueError, match="unknown atoms 'morgan'"):
        DHGAK(atoms="morgan").fit([nx.path_graph(3)])


def test_stereo_is_told_where_asked_for():
    molecules = [Chem.MolFromSmiles(text) for text in ("C[C@H](F)Cl", "C[C@@H](F)Cl", "F/C=C/F", "F/C=C\\F")]
    found = dataset_of(molecules, Names(edge_label="label", atoms="element+stereo"))
    assert set(found.label_names) == {"C", "C (R)", "C (S)", "F", "Cl"} and found.atoms == "element+stereo"
    assert set(found.edge_label_names) == {"single", "double (E)", "double (Z)"}


@pytest.mark.parametrize("atoms", ["ecfp", "element"])
@pytest.mark.parametrize("molecule", [Chem.MolFromSmiles("c1ccccc1O", sanitize=False), Chem.MolFromSmarts("[#6]~O")])
def test_molecules_must_be_sanitized(molecule, atoms):
    with pytest.raises(ValueError, match="^graph 1: the molecule is not sanitized; call Chem.SanitizeMol first"):
        DHGAK(atoms=atoms).fit([Chem.MolFromSmiles("C"), molecule])


def test_graphs_of_several_libraries_may_be_mixed():
    graphs = [as_networkx(), as_igraph(), as_arrays(), dhgak.datasets.demo()[0][3]]
    assert DHGAK(H=1).fit_transform(graphs).shape[0] == 4


def test_a_tuple_of_graphs_is_as_good_as_a_list():
    graphs, classes = zip((nx.path_graph(3), 0), (nx.path_graph(4), 1))
    assert (DHGAK(H=1).gram(graphs) == DHGAK(H=1).gram(list(graphs))).all()


def test_generators_stream(monkeypatch):
    monkeypatch.setattr("dhgak._collect.GRAPHS_PER_BLOCK", 3)
    graphs = [nx.path_graph(n) for n in range(1, 9)]
    assert [len(block) for block in blocks_of(iter(graphs), Names())] == [3, 3, 2]
    kernel = DHGAK(H=1).fit(iter(graphs))
    assert (kernel.transform(iter(graphs)) != kernel.transform(graphs)).nnz == 0
    with pytest.raises(ValueError, match="^graph 4: a str is no graph"):
        kernel.transform(graph if i != 4 else "C" for i, graph in enumerate(graphs))


def test_folders_are_read_as_the_program_reads_them(tmp_path, monkeypatch):
    folder = tmp_path / "TINY"
    folder.mkdir()
    (folder / "TINY_A.txt").write_text("1, 2\n2, 1\n3, 4\n4, 3\n")
    (folder / "TINY_graph_indicator.txt").write_text("1\n1\n2\n2\n")
    (folder / "TINY_graph_labels.txt").write_text("-1\n1\n")
    (folder / "TINY_node_labels.txt").write_text("7\n8\n7\n7\n")
    graphs, classes = dhgak.datasets.load("TINY", tmp_path)
    assert classes.tolist() == [-1, 1] and graphs[0].node_labels == ["7", "8"]
    assert (kernels.Wl().gram(folder) == kernels.Wl().gram(graphs)).all()
    monkeypatch.setattr("dhgak._collect.GRAPHS_PER_BLOCK", 1)
    kernel = kernels.Wl().fit(folder)
    assert (kernel.transform(folder) != kernel.transform(graphs)).nnz == 0
    with pytest.raises(ValueError, match="NONE"):
        dhgak.datasets.load("NONE", tmp_path)


def test_tables_of_smiles_are_molecules(tmp_path, caplog):
    table = tmp_path / "molecules.csv"
    table.write_text('id,smiles,active\n"a, b",CCO,1\nc,c1ccccc1,\nd,CCN,0\n')
    molecules, classes = dhgak.datasets.read_smiles(table, target="active")
    assert classes.tolist() == [1, None, 0] and [m.GetNumAtoms() for m in molecules] == [3, 6, 3]
    assert dhgak.datasets.read_smiles(table)[1] is None
    with pytest.raises(ValueError, match="no column 'mol' for --smiles; give one of: id, smiles, active"):
        dhgak.datasets.read_smiles(table, "mol")
    with pytest.raises(ValueError, match="none.csv"):
        dhgak.datasets.read_smiles(tmp_path / "none.csv")
    table.write_text("smiles,active\nCCO,1\nC1CC,1\nhello,0\n,0\n")
    with pytest.raises(ValueError, match="3 of 4 molecules cannot be read: line 3: RDKit cannot read 'C1CC', line 4: RDKit cannot read 'hello'"):
        dhgak.datasets.read_smiles(table, target="active")
    molecules, classes = dhgak.datasets.read_smiles(table, target="active", bad="skip")
    assert len(molecules) == 1 and classes.tolist() == [1] and "left out" in caplog.text


def test_molecules_are_those_of_the_program(program, tmp_path):
    table = tmp_path / "molecules.csv"
    smiles = ["C" * n + end for n in range(1, 9) for end in ("O", "[NH3+]", "c1cc[nH]c1", "C1CC1C(=O)[O-]")]
    smiles += [text for n in range(1, 5) for text in (f"{'C' * n}[C@H](O)F", f"{'C' * n}[C@@H](O)F", f"{'C' * n}/C=C/F",
                                                      f"{'C' * n}/C=C\\F")]
    table.write_text("smiles,kind\n" + "".join(f"{text},{i % 2}\n" for i, text in enumerate(smiles)))
    molecules, classes = dhgak.datasets.read_smiles(table, target="kind")
    for atoms in ("ecfp", "element", "ecfp+stereo", "element+stereo"):
        model = DHGAKClassifier("wl:edges=yes", atoms=atoms).fit(molecules, classes)
        kind, _, stereo = atoms.partition("+")
        flags = ["--atoms", kind, *(["--stereo"] if stereo else [])]
        try:
            program("fit", table, "--class", "kind", "--kernel", "wl:edges=yes", *flags, "-o", tmp_path / "m")
        except subprocess.CalledProcessError as error:
            assert "RDKit" in error.stderr
            pytest.skip("the program was built without RDKit")
        loaded = DHGAKClassifier.load(tmp_path / "m")
        assert loaded.atoms == atoms
        np.testing.assert_array_equal(loaded.decision_function(molecules), model.decision_function(molecules))
        np.testing.assert_array_equal(loaded.decision_function(table), model.decision_function(molecules))
        rows = program("predict", tmp_path / "m", table).splitlines()
        column = rows[0].split(",").index("class")
        assert [int(row.split(",")[column]) for row in rows[1:]] == loaded.predict(molecules).tolist()


def test_parts_of_a_dataset_are_datasets(demo):
    graphs, _ = demo
    chosen = graphs[[5, 3]]
    assert len(chosen) == 2 and chosen[0].node_labels == graphs[5].node_labels
    assert (chosen[1].edge_index == graphs[3].edge_index).all()
    assert len(graphs[-3:]) == 3 and len(graphs[np.arange(200) < 7]) == 7
    with pytest.raises(IndexError):
        graphs[200]


@pytest.mark.parametrize("wrong, text", [
    (([[0, 1], [1, 9]], ["C", "C"]), "graph 1, edge 1: node 9, but the graph has 2 nodes"),
    (([[0], [-1]], ["C", "C"]), "graph 1, edge 0: node -1"),
    (([[0, 1, 2]], ["C"]), r"graph 1: edge_index has the shape \(1, 3\)"),
    (([[0.5], [1]], ["C", "C"]), "graph 1: edge_index holds float64"),
    (([[0], [1]], ["C", ""]), "graph 1: node 1: the label is empty"),
    (([[0], [1]], ["C", 0.5]), "graph 1: node 1: the label 0.5 is neither"),
    (([[0], [1]], ["C", float("nan")]), "graph 1: node 1: the label nan is neither"),
    (([[0], [1]], ["C", ["O"]]), r"graph 1: node 1: the label \['O'\] is neither"),
    (([[0], [1]], None), "graph 1: no node labels, but graph 0 has node labels"),
    (([[0], [1]],), "graph 1: a tuple of 1"),
    (([[0], [1]], 3), "graph 1: the node labels are a int; give a list"),
    (([[0], [1]], np.array(3)), "graph 1: the node labels are a ndarray; give a list"),
    (([[0], [1]], {"C", "O"}), "graph 1: the node labels are a set, which has no order"),
    (([[0], [1]], {0: "C", 2: "O"}), "graph 1: node 1 has no label in the dictionary, whose keys must be .* 0 to 1"),
    (([[0, 1], [1, 2]], {0: "C", 1: "O"}), "graph 1: node 2 has no label in the dictionary"),
    ((np.eye(3), ["C", "C"]), "graph 1: 2 labels for 3 nodes"),
    ((scipy.sparse.eye_array(3), ["C"] * 3, None, ["single"] * 3), "graph 1: edge labels beside an adjacency matrix"),
    (scipy.sparse.csr_array((2, 3)), r"graph 1: an adjacency matrix of shape \(2, 3\)"),
    (None, "graph 1: None is no graph; RDKit"),
    (5, "graph 1: a int is no graph"),
])
def test_a_wrong_graph_is_named(wrong, text):
    with pytest.raises(ValueError, match="^" + text):
        DHGAK().fit([as_arrays(), wrong])


def test_a_node_without_its_label_is_named():
    graph = as_networkx()
    del graph.nodes["y"]["label"]
    with pytest.raises(ValueError, match="graph 0: node 'y' has no label"):
        DHGAK().fit([graph])


@pytest.mark.parametrize("attribute, value, text", [
    ("label", 0.5, "graph 0: node 7: the label 0.5 is neither"),
    ("label", None, "graph 0: node 7 has no label, but others have"),
    ("attributes", None, "graph 0: node 7 has no attributes, but others have"),
    ("attributes", [float("nan")], "graph 0: node 7: attribute 0 is not finite"),
])
def test_nodes_of_networkx_are_called_as_they_are_there(attribute, value, text):
    graph = nx.relabel_nodes(as_networkx(), dict(zip("wxyz", (1, 2, 7, 0))))
    graph.nodes[7][attribute] = value
    with pytest.raises(ValueError, match="^" + text):
        DHGAK(attributes="mean").fit([graph])


def test_edges_of_networkx_are_called_as_they_are_there():
    graph = as_networkx()
    graph.edges["x", "y"]["label"] = ""
    with pytest.raises(ValueError, match=r"^graph 0: edge \('x', 'y'\): the label is empty"):
        kernels.Wl(edges="yes").fit([graph])


def test_an_edge_without_its_label_in_a_dictionary_is_named():
    with pytest.raises(ValueError, match=r"^graph 0: edge \(1, 2\) has no label in the dictionary"):
        kernels.Wl(edges="yes").fit([(EDGES, LABELS, None, {(0, 1): "single", (2, 3): "single"})])


@pytest.mark.parametrize("attributes, text", [
    ([[1], [2]], "graph 1: node attributes of shape"),
    ([[1, 2]] * 4, "graph 1: 2 attributes for each node, but graph 0 has 1"),
    ([[1], [2], [float("inf")], [3]], "graph 1, node 2: attribute 0 is not finite"),
    ([[1], [2], ["x"], [3]], "graph 1: the node attributes are no rows of numbers"),
    ([[1], [2j], [0], [3]], "graph 1: the node attributes are no rows of numbers"),
    ([[1], [2], [b"3"], [4]], "graph 1: the node attributes are no rows of numbers"),
    (np.ones((4, 1), dtype=complex), "graph 1: the node attributes are no rows of numbers"),
    (np.full((4, 1), "2020-02-02", dtype="datetime64[D]"), "graph 1: the node attributes are no rows of numbers"),
    (np.ones((4, 1), dtype="timedelta64[s]"), "graph 1: the node attributes are no rows of numbers"),
])
def test_wrong_attributes_are_named(attributes, text):
    with pytest.raises(ValueError, match="^" + text):
        DHGAK(attributes="mean").fit([as_arrays(), (EDGES, LABELS, attributes)])


@pytest.mark.parametrize("graphs, text", [
    (nx.path_graph(3), "one Graph where several"), (as_arrays(), "one tuple where several"),
    (5, "a int where graphs"), ([], "0 graphs"), ("/no/such/folder", "/no/such/folder")])
def test_something_else_than_graphs_is_refused(graphs, text):
    with pytest.raises(ValueError, match=text):
        DHGAK().fit(graphs)


def test_attributes_are_used_where_asked_for():
    rng = np.random.default_rng(0)
    graphs = [(EDGES, LABELS, rng.normal(size=(4, 2)) + 5 * (g % 2)) for g in range(30)]
    y = [g % 2 for g in range(30)]
    assert DHGAKClassifier(H=1, attributes="mean").fit(graphs, y).score(graphs, y) == 1
