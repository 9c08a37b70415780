#!/usr/bin/env python3
"""Accuracy of k-means on two levels and of codebooks beside flat k-means on all graphs.

    accuracy.py --program build/dhgak --data FOLDER [--seeds 5] [--output FILE] [DATASET ...]

FOLDER holds the datasets, default ENZYMES PROTEINS NCI1 DD COLLAB IMDB-BINARY, as TU folders.
Prints a Markdown table: mean over the seeds of the cross-validated accuracy in %, what it differs
from flat k-means by (means of pairs with the same seed and folds), and seconds of align.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

DATASETS = ["ENZYMES", "PROTEINS", "NCI1", "DD", "COLLAB", "IMDB-BINARY"]
FLAT = "flat"


def variants(num_graphs):
    """Options by name: a codebook of half and of a fifth of the graphs."""
    half, fifth = f"codebook {num_graphs // 2}", f"codebook {num_graphs // 5}"
    everything = ["--codebook-graphs", num_graphs]
    return {FLAT: [*everything, "--cluster", "kmeans:levels=1"],
            "two levels": [*everything, "--cluster", "kmeans:levels=2"],
            half: ["--codebook-graphs", num_graphs // 2],
            fifth: ["--codebook-graphs", num_graphs // 5]}


def count_graphs(folder):
    with open(folder / f"{folder.name}_graph_labels.txt", encoding="ascii") as file:
        return sum(1 for _ in file)


def judge(program, folder, options, seed):
    with tempfile.TemporaryDirectory() as place:
        file = pathlib.Path(place) / "run.json"
        subprocess.run([str(part) for part in (program, "cv", folder, "--quiet", "--seed", seed, "--json", file,
                                               *options)], check=True, stdout=subprocess.DEVNULL)
        run = json.loads(file.read_text())
    return {"accuracy": 100 * run["accuracy"]["mean"], "align": run["seconds"]["align"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--output", type=pathlib.Path, help="all numbers as JSON")
    parser.add_argument("datasets", nargs="*")
    args = parser.parse_args()
    found = {}
    print("| dataset | clusters learned | accuracy | against flat | align, s |\n|---|---|---|---|---|")
    for name in args.datasets or DATASETS:
        folder = args.data / name
        found[name] = {}
        for title, options in variants(count_graphs(folder)).items():
            runs = [judge(args.program, folder, options, seed) for seed in range(args.seeds)]
            found[name][title] = runs
            differences = [run["accuracy"] - flat["accuracy"] for run, flat in zip(runs, found[name][FLAT])]
            print(f"| {name} | {title} | {statistics.mean(run['accuracy'] for run in runs):.1f} | "
                  f"{statistics.mean(differences):+.1f} ({min(differences):+.1f} to {max(differences):+.1f}) | "
                  f"{statistics.median(run['align'] for run in runs):.1f} |", flush=True)
            if args.output:
                args.output.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
