#!/usr/bin/env python3
"""AUROC of dhgak on molecules beside RDKit's Morgan fingerprints, on the same folds.

    tools/python_env .venv-molecules
    .venv-molecules/bin/python bench/tasks/molecules.py --program build/dhgak --data FOLDER \
        [--datasets BACE BBBP Tox21] [--seeds 0 1 2 3 4] [--splits random scaffold] [--jobs N] [--output FILE.jsonl]

FOLDER has BACE.csv, BBBP.csv and Tox21.csv of MoleculeNet. Methods: dhgak-oa and wl with the program's defaults; Morgan
count fingerprints (radius 2, 2048 columns) with a linear SVM on rows of unit length and with an SVM on the min-max
kernel. All have the same outer folds, values of C and number of inner folds, which choose C by AUROC and, where
scaffolds part molecules, keep these together too. Of Tox21, with its twelve tasks, a fifth of the molecules is held out
for each seed (`dhgak fit --split`) instead of each fifth in turn.

Every result is a line of the output, which a second run goes on from; the table is made from all lines in it.
Intervals are 95 %, Student's t over the folds of all seeds with Nadeau and Bengio's correction.
"""
import argparse
import csv
import json
import math
import pathlib
import re
import subprocess
import tempfile
import time

import joblib
import numpy as np
import scipy.sparse
import scipy.stats
from rdkit import Chem, RDLogger
from rdkit.Chem import rdFingerprintGenerator
from rdkit.Chem.Scaffolds.MurckoScaffold import MurckoScaffoldSmiles
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold
from sklearn.svm import SVC

DATASETS = {
    "BACE": ("mol", ["Class"]),
    "BBBP": ("smiles", ["BBBP"]),
    "Tox21": ("smiles", ["NR-AR", "NR-AR-LBD", "NR-AhR", "NR-Aromatase", "NR-ER", "NR-ER-LBD", "NR-PPAR-gamma",
                         "SR-ARE", "SR-ATAD5", "SR-HSE", "SR-MMP", "SR-p53"]),
}
HELD_OUT = {"Tox21"}
METHODS = ["dhgak-oa", "wl", "morgan-linear", "morgan-minmax"]
C_VALUES = [0.01, 0.1, 1, 10, 100]


def readable_rows(program, path, smiles_column, folder):
    """The rows that RDKit reads here and in the program, as a new table; they are the program's graphs in order."""
    with open(path, newline="") as source:
        reader = csv.DictReader(source)
        names = reader.fieldnames
        rows = [row for row in reader if Chem.MolFromSmiles(row[smiles_column])]
    table = folder / path.name
    while True:
        with open(table, "w", newline="") as out:
            writer = csv.DictWriter(out, names)
            writer.writeheader()
            writer.writerows(rows)
        said = subprocess.run([program, "info", table, "--smiles", smiles_column], capture_output=True, text=True)
        if said.returncode == 0:
            return table, rows
        bad = {int(line) - 2 for line in re.findall(r"^  line (\d+):", said.stderr, re.M)}
        if not bad:
            raise SystemExit(said.stderr)
        rows = [row for i, row in enumerate(rows) if i not in bad]


def run_dhgak(program, table, smiles_column, task, split, seed, kernel, folds, inner_folds):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "run.json"
        judged = ["cv", "--folds", str(folds)]
        if table.stem in HELD_OUT:
            judged = ["fit", "-o", pathlib.Path(folder) / "model.dhgak"]
        subprocess.run([program, "--quiet", *judged, table, "--smiles", smiles_column, "--class", task,
                        "--split", split, "--kernel", kernel, "--seed", str(seed), "--inner-folds", str(inner_folds),
                        "--C", ",".join(map(str, C_VALUES)), "--score", "auroc", "--json", report],
                       check=True, stdout=subprocess.DEVNULL)
        return json.loads(report.read_text())


class Fingerprints:
    """Kernels of the Morgan counts of all molecules of a table."""

    def __init__(self, smiles):
        start = time.monotonic()
        generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
        molecules = [Chem.MolFromSmiles(text) for text in smiles]
        counts = np.stack([generator.GetCountFingerprintAsNumPy(m) for m in molecules]).astype(np.int32)
        self.read_seconds = time.monotonic() - start
        self.grams, self.gram_seconds = {}, {}
        for method, kernel in (("morgan-linear", cosine), ("morgan-minmax", min_max)):
            start = time.monotonic()
            self.grams[method] = kernel(counts)
            self.gram_seconds[method] = time.monotonic() - start

    def decisions(self, method, train, test, classes, C):
        gram = self.grams[method]
        machine = SVC(C=C, kernel="precomputed", cache_size=500).fit(gram[np.ix_(train, train)], classes[train])
        return machine.decision_function(gram[np.ix_(test, train)])


def cosine(counts):
    """The linear kernel of rows of unit length."""
    rows = scipy.sparse.csr_matrix(counts / np.maximum(np.linalg.norm(counts, axis=1, keepdims=True), 1e-12))
    return (rows @ rows.T).toarray()


def min_max(counts):
    common = np.zeros((len(counts), len(counts)))  # sums of minima, level by level
    for level in range(1, counts.max() + 1):
        has = scipy.sparse.csr_matrix((counts >= level).astype(np.float64))
        common += (has @ has.T).toarray()
    sizes = counts.sum(axis=1)
    return common / np.maximum(sizes[:, None] + sizes[None, :] - common, 1)


def judge_fold(prints, method, train, test, classes, groups, inner_folds, seed):
    """AUROC and average precision of the test molecules, C chosen by the training molecules; all by row."""
    kind = StratifiedKFold if groups is None else StratifiedGroupKFold
    inner = list(kind(inner_folds, shuffle=True, random_state=seed)
                 .split(train, classes[train], None if groups is None else groups[train]))
    scores = []
    for C in C_VALUES:
        aurocs = [roc_auc_score(classes[train[b]], prints.decisions(method, train[a], train[b], classes, C))
                  for a, b in inner if len(set(classes[train[b]])) == 2]
        scores.append(np.mean(aurocs))
    said = prints.decisions(method, train, test, classes, C_VALUES[int(np.argmax(scores))])
    if len(set(classes[test])) < 2:
        return None, None
    return roc_auc_score(classes[test], said), average_precision_score(classes[test], said)


def run_fingerprints(method, prints, folds, known, classes, groups, inner_folds, seed, jobs):
    start = time.monotonic()
    results = joblib.Parallel(jobs, prefer="threads")(
        joblib.delayed(judge_fold)(prints, method, np.setdiff1d(known, test), test, classes, groups,
                                   inner_folds, seed) for test in folds)
    return results, prints.read_seconds + prints.gram_seconds[method] + time.monotonic() - start


def run_all(arguments, journal):
    done = {(r["dataset"], r["task"], r["split"], r["seed"], r["method"]) for r in read_lines(journal)}
    with tempfile.TemporaryDirectory() as folder, open(journal, "a") as out:
        for dataset in arguments.datasets:
            smiles_column, tasks = DATASETS[dataset]
            table, rows = readable_rows(arguments.program, pathlib.Path(arguments.data) / f"{dataset}.csv",
                                        smiles_column, pathlib.Path(folder))
            scaffolds = np.unique([MurckoScaffoldSmiles(row[smiles_column]) for row in rows], return_inverse=True)[1]
            prints = None
            for task in arguments.tasks or tasks:
                known = np.array([i for i, row in enumerate(rows) if row[task] != ""])
                classes = np.array([int(float(row[task] or 0)) for row in rows])
                for split in arguments.splits:
                    for seed in arguments.seeds:
                        folds = None
                        for method in METHODS:
                            if (dataset, task, split, seed, method) in done:
                                continue
                            if not method.startswith("morgan"):
                                report = run_dhgak(arguments.program, table, smiles_column, task, split, seed, method,
                                                   arguments.folds, arguments.inner_folds)
                                results = [(f["auroc"], f["average_precision"]) for f in report["folds"]]
                                seconds = report["seconds"]["total"]
                            else:
                                report = folds or run_dhgak(arguments.program, table, smiles_column, task, split, seed,
                                                            "vertex-histogram", arguments.folds, arguments.inner_folds)
                                prints = prints or Fingerprints([row[smiles_column] for row in rows])
                                results, seconds = run_fingerprints(
                                    method, prints, tests_of(report), known, classes,
                                    scaffolds if split == "scaffold" else None, arguments.inner_folds, seed,
                                    arguments.jobs)
                            folds = folds or report
                            line = {"dataset": dataset, "task": task, "split": split, "seed": seed, "method": method,
                                    "folds": arguments.folds, "aurocs": [a for a, _ in results],
                                    "average_precisions": [p for _, p in results], "seconds": seconds}
                            print(json.dumps(line), file=out, flush=True)
                            print(dataset, task, split, seed, method, f"{mean(line['aurocs']):.4f}", f"{seconds:.1f} s",
                                  flush=True)


def tests_of(report):
    return [np.array(sorted(said["graph"] for said in fold["predictions"])) for fold in report["folds"]]


def read_lines(path):
    return [json.loads(line) for line in open(path)] if pathlib.Path(path).exists() else []


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values)


def interval(values, folds):
    """Half of the width of the 95 % interval of the mean of cross-validated values."""
    values = [value for value in values if value is not None]
    if len(values) < 2:
        return math.nan
    error = math.sqrt((1 / len(values) + 1 / (folds - 1)) * np.var(values, ddof=1))
    return error * scipy.stats.t.ppf(0.975, len(values) - 1)


def print_tables(lines):
    for split in ("random", "scaffold"):
        those = [line for line in lines if line["split"] == split]
        if not those:
            continue
        seeds = sorted({line["seed"] for line in those})
        print(f"\n{split} split, {those[0]['folds']} folds, seeds {' '.join(map(str, seeds))}; "
              "AUROC ± half of the 95 % interval (seconds)\n")
        print(f"| task | {' | '.join(METHODS)} |\n|---|{'---|' * len(METHODS)}")
        by_task = {}
        for line in those:
            key = line["dataset"] if line["dataset"] != "Tox21" else f"Tox21 {line['task']}"
            by_task.setdefault(key, {}).setdefault(line["method"], []).append(line)
        for task, methods in by_task.items():
            cells = []
            for method in METHODS:
                runs = methods.get(method, [])
                values = [value for run in runs for value in run["aurocs"]]
                cells.append(f"{mean(values):.3f} ± {interval(values, runs[0]['folds']):.3f} "
                             f"({mean([run['seconds'] for run in runs]):.0f})" if runs else "")
            print(f"| {task} | {' | '.join(cells)} |")
        if len(by_task) > 1:
            shared = [methods for methods in by_task.values() if all(m in methods for m in METHODS)]
            if shared:
                cells = [f"{mean([mean(run['aurocs']) for methods in shared for run in methods[m]]):.3f}"
                         for m in METHODS]
                print(f"| mean of {len(shared)} | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/dhgak")
    parser.add_argument("--data", required=True)
    parser.add_argument("--datasets", nargs="+", default=list(DATASETS), choices=list(DATASETS))
    parser.add_argument("--tasks", nargs="+", help="of Tox21: some only")
    parser.add_argument("--splits", nargs="+", default=["random", "scaffold"], choices=["random", "scaffold"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2, 3, 4])
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--inner-folds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="folds of fingerprints that are judged side by side")
    parser.add_argument("--output", default="molecules.jsonl")
    arguments = parser.parse_args()
    RDLogger.DisableLog("rdApp.*")
    run_all(arguments, arguments.output)
    print_tables(read_lines(arguments.output))


if __name__ == "__main__":
    main()
