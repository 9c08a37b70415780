#!/usr/bin/env python3
"""Accuracy of DHGAK with refined labels (--refine) over datasets, rounds and seeds, as a Markdown table.

    refine.py --program build/dhgak --data FOLDER [--datasets NCI1,ENZYMES] [--rounds 0/1/2/0,1/0,1,2]
              [--seeds 3] [--edges] [--kernels wl,wl-oa] [-- OPTION ...]

One column for each set of rounds, then one for each of the other kernels; a cell has the mean 10-fold
accuracy over seeds in percent, and the seconds of one run. --edges runs every refined set with edge
labels, too, where a dataset has some. Options after `--` go to every `dhgak cv`.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

DATASETS = "MUTAG,PTC_MR,ENZYMES,PROTEINS,IMDB-BINARY,NCI1,NCI109,DD"


def run(program, folder, options, seed):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run([program, "cv", folder, *options, "--seed", str(seed), "--quiet", "--json",
                        report.name], check=True, stdout=subprocess.DEVNULL)
        return json.load(open(report.name))


def cell(program, folder, options, seeds):
    runs = [run(program, folder, options, seed) for seed in range(seeds)]
    scores = [100 * r["accuracy"]["mean"] for r in runs]
    used = any(r["dataset"]["edge_labels_used"] for r in runs)
    return f"{statistics.mean(scores):.1f} ({min(r['seconds']['total'] for r in runs):.1f} s)", used


def columns_of(args):
    columns = []
    for rounds in args.rounds.split("/"):
        columns.append((f"refine {rounds}", ["--refine", rounds], False))
        if args.edges and rounds != "0":
            columns.append((f"refine {rounds}, edges", ["--refine", rounds, "--edges", "use"], True))
    for kernel in filter(None, args.kernels.split(",")):
        columns.append((kernel, ["--kernel", kernel], False))
    return columns


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--datasets", default=DATASETS)
    parser.add_argument("--rounds", default="0/1/2/0,1/0,1,2")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("--kernels", default="wl,wl-oa")
    parser.add_argument("options", nargs="*")
    args = parser.parse_args()
    columns = columns_of(args)
    print("| dataset | " + " | ".join(title for title, _, _ in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for name in args.datasets.split(","):
        folder = args.data / name
        if not folder.exists():
            continue
        cells = []
        for _, options, needs_edges in columns:
            text, used = cell(args.program, str(folder), [*options, *args.options], args.seeds)
            cells.append(text if used or not needs_edges else "-")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
