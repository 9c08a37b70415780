# SPDX-License-Identifier: MIT
"""Files of molecules are read as the program reads them; what is wrong is named by line."""
import gzip
import subprocess

import numpy as np
import pytest
from rdkit import Chem

from dhgak import DHGAKClassifier, kernels
from dhgak.datasets import read_sdf, read_smiles

SMILES = ["C" * n + end for n in range(1, 7) for end in ("O", "[NH3+]", "c1cc[nH]c1", "C1CC1C(=O)[O-]")]


def sdf_record(smiles, name="", v3000=False, **fields):
    molecule = Chem.MolFromSmiles(smiles)
    molecule.SetProp("_Name", name)
    data = "".join(f">  <{field}>\n{value}\n\n" for field, value in fields.items())
    return Chem.MolToMolBlock(molecule, forceV3000=v3000) + data + "$$$$\n"


def write(path, text):
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def table_text(separator):
    return separator.join(("smiles", "kind")) + "\n" + "".join(f"{s}{separator}{i % 2}\n" for i, s in enumerate(SMILES))


FILES = {
    "a.csv": table_text(","),
    "a.tsv": table_text("\t"),
    "a.smi": table_text(" "),
    "a.smiles.gz": table_text("\t"),
    "a.sdf": "".join(sdf_record(s, v3000=i % 3 == 0, kind=f"{i % 2}") for i, s in enumerate(SMILES)),
    "a.sd.gz": "".join(sdf_record(s, kind=f"{i % 2}.0").replace("\n", "\r\n") for i, s in enumerate(SMILES)),
}


@pytest.mark.parametrize("name", FILES)
def test_every_kind_of_file_is_read_as_by_the_program(name, program, tmp_path):
    path = write(tmp_path / name, FILES[name])
    molecules, classes = (read_sdf if ".sd" in name else read_smiles)(path, target="kind")
    assert classes.tolist() == [i % 2 for i in range(len(SMILES))]
    assert [Chem.MolToSmiles(m) for m in molecules] == [Chem.MolToSmiles(Chem.MolFromSmiles(s)) for s in SMILES]
    model = DHGAKClassifier("wl:edges=yes").fit(molecules, classes)
    try:
        program("fit", path, "--class", "kind", "--kernel", "wl:edges=yes", "-o", tmp_path / "m")
    except subprocess.CalledProcessError as error:
        assert "RDKit" in error.stderr
        pytest.skip("the program was built without RDKit")
    by_program = DHGAKClassifier.load(tmp_path / "m")
    np.testing.assert_array_equal(by_program.decision_function(path), model.decision_function(molecules))


@pytest.mark.parametrize("name", FILES)
def test_paths_are_graphs(name, tmp_path):
    path = write(tmp_path / name, FILES[name])
    gram = kernels.Wl().gram([Chem.MolFromSmiles(smiles) for smiles in SMILES])
    np.testing.assert_array_equal(kernels.Wl().gram(path), gram)
    np.testing.assert_array_equal(kernels.Wl().gram(str(path)), gram)


def test_names_stay_with_molecules(tmp_path):
    smi = write(tmp_path / "a.smi", "CCO  grain alcohol \n\nCC\tethane\nC\n")
    molecules, classes = read_smiles(smi)
    assert classes is None
    assert [m.GetProp("_Name") if m.HasProp("_Name") else None for m in molecules] == ["grain alcohol", "ethane", None]
    sdf = write(tmp_path / "a.sdf", sdf_record("CCO", "grain alcohol"))
    assert read_sdf(sdf)[0][0].GetProp("_Name") == "grain alcohol"


def test_columns_have_names_or_numbers(tmp_path):
    table = write(tmp_path / "a.csv", "id;Mol;Active\n1;CCO;yes\n2;CC;no\n")
    for columns in ({"target": "active"}, {"target": 3}, {"smiles": "MOL", "target": "3"}, {"smiles": "2", "target": "Active"}):
        molecules, classes = read_smiles(table, **columns)
        assert [m.GetNumAtoms() for m in molecules] == [3, 2] and classes.tolist() == ["yes", "no"]
    smi = write(tmp_path / "a.smi", "CCO ethanol 1\nCC ethane 0\n")
    assert read_smiles(smi, target=3)[1].tolist() == [1, 0]
    with pytest.raises(ValueError, match="a.smi: no column 'active' for --class; give one of: 1, 2, 3"):
        read_smiles(smi, target="active")


def test_empty_cells_are_classes_that_are_not_known(tmp_path):
    table = write(tmp_path / "a.csv", "smiles,active\nC,1.0\nCC,NA\nCCC,nan\nCCCC,\nCCCCC,0.0\n")
    assert read_smiles(table, target="active")[1].tolist() == [1, None, None, None, 0]
    sdf = write(tmp_path / "a.sdf", sdf_record("C", Active="1") + sdf_record("CC") + sdf_record("CCC", Active=""))
    assert read_sdf(sdf, "active")[1].tolist() == [1, None, None]


BAD_SDF = sdf_record("C", "one") + "two\n\n\nno counts\nM  END\n$$$$\n" + sdf_record("CC", "three") + "four\n\n\n  0  0"


@pytest.mark.parametrize("read, name, text, told", [
    (read_smiles, "a.smi", "C one\nC1CC two\n\nhello three\n", "2 of 3 molecules cannot be read: line 2: RDKit cannot read 'C1CC', line 4: RDKit cannot read 'hello'"),
    (read_smiles, "a.csv", "smiles\nC\nC(C)(C)(C)(C)C\n", r"1 of 2 molecules cannot be read: line 3: RDKit cannot read 'C\(C\)\(C\)\(C\)\(C\)C'"),
    (read_smiles, "a.csv", "smiles,active\nC,1\nCC\nCCC,1,2\n",
     "2 of 3 molecules cannot be read: line 3: 1 cells, but the first line names 2 columns, line 4: 3 cells, but"),
    (read_sdf, "a.sdf", BAD_SDF, "2 of 4 molecules cannot be read: line {two}: RDKit cannot read 'two', line {four}: the record"),
])
def test_molecules_that_cannot_be_read_are_named_by_line(read, name, text, told, tmp_path, caplog):
    path = write(tmp_path / name, text)
    lines = text.split("\n")
    told = told.format(**{word: lines.index(word) + 1 for word in ("two", "four") if word in lines})
    with pytest.raises(ValueError, match=f"{name}: {told}.*; set them right"):
        read(path)
    with pytest.raises(ValueError, match=told):
        kernels.Wl().fit(path)
    molecules, _ = read(path, bad="skip")
    assert len(molecules) == int(told.split(" of ")[1][0]) - int(told[0]) and "left out" in caplog.text


@pytest.mark.parametrize("read, name, content, told", [
    (read_smiles, "a.smi", b"", "a.smi: the file is empty"),
    (read_smiles, "a.csv", b"smiles\n", "a.csv: holds no molecules"),
    (read_smiles, "a.csv", b"", "a.csv: the file is empty"),
    (read_smiles, "a.csv", b"\xff\xfe", "a.csv: is UTF-16 text"),
    (read_smiles, "a.csv.gz", gzip.compress(b"smiles\nC\n" * 99)[:-9], "a.csv.gz: "),
    (read_sdf, "a.sdf", b"\n\n", "a.sdf: the file is empty"),
    (read_sdf, "a.sdf", sdf_record("C", kind="1").encode(), "a.sdf: no field 'active' for --class; there are: kind"),
])
def test_files_that_hold_something_else_are_refused(read, name, content, told, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ValueError, match=told):
        read(path, target="active") if b"kind" in content else read(path)


def test_a_word_for_bad_must_be_known(tmp_path):
    with pytest.raises(ValueError, match="unknown bad 'drop'; known: fail skip"):
        read_sdf(tmp_path / "a.sdf", bad="drop")


def test_molecules_that_are_too_large_never_reach_rdkit(tmp_path):
    path = tmp_path / "m.smi"
    path.write_text("C" * 2001 + " large\nCC small\n")
    with pytest.raises(ValueError, match="line 1: 2001 atoms, and at most 2000"):
        read_smiles(path)
    assert len(read_smiles(path, bad="skip")[0]) == 1
    assert len(read_smiles(path, max_atoms=2001)[0]) == 2
    with pytest.raises(ValueError, match="m.smi:1: the line is longer than 1000 bytes"):
        read_smiles(path, max_record=1000)
