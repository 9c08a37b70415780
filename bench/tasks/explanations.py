#!/usr/bin/env python3
"""Are explanations exact, and do high scores matter? Markdown for docs/explanations.md.

    explanations.py DHGAK DATA... [--kernels dhgak-oa,dhgak] [--options "--H 3"]

For each dataset and kernel: fits a model on all graphs, explains them, and tells
- how far the scores of nodes are from summing up to the decision that `predict` says;
- how many decisions change sign when some slices' scores are taken out: those that speak most for
  the decision, or as many at random. (A slice is a node at a hop; the length of the graph stays.)
"""
import argparse
import csv
import json
import pathlib
import random
import subprocess
import tempfile

SHARES = (0.05, 0.1, 0.2, 0.3)


def dhgak(program, *arguments):
    subprocess.run([program, "-q", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def largest_gap(explained, predicted):
    gap = 0.0
    for graph, row in zip(explained["graphs"], predicted):
        for f, function in enumerate(graph["explanations"]):
            gap = max(gap, abs(function["bias"] + sum(function["node_scores"]) - function["value"]),
                      abs(sum(map(sum, function["scores"])) - sum(function["node_scores"])))
            if len(graph["explanations"]) == 1:
                gap = max(gap, abs(function["value"] - float(row["decision"])))
    return gap


def flips(explained, share, rng):
    """Shares of decisions that change sign, by top scores and at random."""
    top = any_ = count = 0
    for graph in explained["graphs"]:
        predicted = [e for e in graph["explanations"]
                     if len(graph["explanations"]) == 1 or e["class"] == graph["predicted"]][0]
        value = predicted["value"]
        sign = 1 if value > 0 else -1
        scores = [s for row in predicted["scores"] for s in row]
        removed = max(1, round(share * len(scores))) if scores else 0
        best = sum(sorted((sign * s for s in scores), reverse=True)[:removed])
        some = sum(sign * s for s in rng.sample(scores, removed))
        top += abs(value) < best
        any_ += abs(value) < some
        count += 1
    return top / count, any_ / count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("data", nargs="+")
    parser.add_argument("--kernels", default="dhgak-oa,dhgak")
    parser.add_argument("--options", default="")
    arguments = parser.parse_args()
    header = [f"{100 * s:.0f} % top / random" for s in SHARES]
    print("| dataset | kernel | largest gap | " + " | ".join(header) + " |")
    print("|---|---|---" + "|---" * len(header) + "|")
    for data in arguments.data:
        for kernel in arguments.kernels.split(","):
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                dhgak(arguments.program, "fit", data, "--kernel", kernel, *arguments.options.split(),
                      "-o", folder / "m")
                dhgak(arguments.program, "explain", folder / "m", data, "--top", 1, "-o", folder / "e.json")
                dhgak(arguments.program, "predict", folder / "m", data, "-o", folder / "p.csv")
                explained = json.loads((folder / "e.json").read_text())
                with open(folder / "p.csv") as rows:
                    predicted = list(csv.DictReader(rows))
            rng = random.Random(0)
            curve = [flips(explained, share, rng) for share in SHARES]
            cells = " | ".join(f"{100 * t:.0f} / {100 * r:.0f}" for t, r in curve)
            print(f"| {pathlib.Path(data).name} | {kernel} | {largest_gap(explained, predicted):.1e} | {cells} |",
                  flush=True)


if __name__ == "__main__":
    main()
