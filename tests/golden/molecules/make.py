#!/usr/bin/env python3
"""Writes train.csv and new.csv beside itself: aromatic acids (active, 1) and their esters, amides
and alcohols (0), with what tables of chemists have: commas and quotes in names, an empty class.

    make.py
"""
import csv
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
ACIDS = [("O=C(O)c1ccc({})cc1", "4-{}benzoic acid"), ("O=C(O)Cc1ccc({})cc1", "4-{}phenylacetic acid")]
OTHERS = [("COC(=O)c1ccc({})cc1", "methyl 4-{}benzoate"), ("NC(=O)c1ccc({})cc1", "4-{}benzamide"),
          ("OCc1ccc({})cc1", "4-{}benzyl alcohol")]
GROUPS = [("C", "methyl"), ("CC", "ethyl"), ("C(C)C", "isopropyl"), ("OC", "methoxy"), ("F", "fluoro"),
          ("Cl", "chloro"), ("Br", "bromo"), ("C#N", "cyano"), ("[N+](=O)[O-]", "nitro"),
          ("C(F)(F)F", "trifluoromethyl"), ("N(C)C", "N,N-dimethylamino"), ("SC", "methylthio")]


def molecules(groups):
    for smiles, group in groups:
        for patterns, active in ((ACIDS, 1), (OTHERS, 0)):
            for pattern, name in patterns:
                yield pattern.format(smiles), name.format(group), active


def write(name, rows):
    with open(FOLDER / name, "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(rows)


rows = [list(row) for row in molecules(GROUPS[:9])]
rows[7][2] = ""  # not measured
rows[11][1] = 'so-called "ester"'
write("train.csv", [["smiles", "name", "active"], *rows])
write("new.csv", [["id", "structure", "active"],
                  *([name, smiles, active] for smiles, name, active in molecules(GROUPS[9:]))])
