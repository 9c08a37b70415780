#!/usr/bin/env python3
"""Seconds and peak memory of generate, fit and predict by the number of graphs.

    run.py --program build/dhgak [--folder FOLDER] [--output FILE] [--fit=OPTION ...] [GRAPHS ...]

Default: 10000 and 100000 graphs; `taskset -c 0,1 run.py --program build/dhgak 10000 100000 1000000`
makes the table of docs/performance.md. Classes are wrong with probability 0.1, so that the best
accuracy is 90 %; predict judges as many new graphs. Exponents are of CPU time.
"""
import argparse
import csv
import json
import math
import os
import pathlib
import platform
import subprocess
import tempfile
import time

NOISE = 0.1
NODES = 25  # of a graph, about


def measure(command):
    """Seconds and peak MiB of a command that must succeed."""
    start = time.monotonic()
    child = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {child.returncode}")
    return {"seconds": time.monotonic() - start, "cpu": usage.ru_utime + usage.ru_stime,
            "mib": usage.ru_maxrss / 1024}


def accuracy(rows, folder):
    right = (folder / f"{folder.name}_graph_labels.txt").read_text().split()
    with open(rows, newline="") as file:
        given = [row["class"] for row in csv.DictReader(file)]
    assert len(given) == len(right), (len(given), len(right))
    return sum(a == b for a, b in zip(given, right)) / len(right)


def codebook(program, model):
    text = subprocess.run([program, "model", model], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        if line.split()[:1] == ["codebook"]:
            return line.split(maxsplit=1)[1].strip()
    return "all graphs"


def run(program, place, graphs, fit_options):
    known, new = place / "known", place / "new"
    model, report, rows = place / "model.dhgak", place / "fit.json", place / "rows.csv"
    generate = [program, "generate", "--graphs", graphs, "--nodes", NODES, "--noise", NOISE, "--quiet"]
    result = {"graphs": graphs, "generate": measure(generate + ["--seed", 1, "-o", known])}
    measure(generate + ["--seed", 2, "-o", new])
    result["fit"] = measure([program, "fit", known, "-o", model, "--json", report, "--quiet", *fit_options])
    result["fit"]["stages"] = json.loads(report.read_text())["seconds"]
    result["predict"] = measure([program, "predict", model, new, "-o", rows, "--quiet"])
    result["accuracy"] = accuracy(rows, new)
    result["codebook"] = codebook(program, model)
    result["predict"]["per_second"] = graphs / result["predict"]["seconds"]
    return result


def show(result, before):
    for part in ("generate", "fit", "predict"):
        found = result[part]
        exponent = ""
        if before:
            growth = math.log(found["cpu"] / before[part]["cpu"])
            exponent = f"   time grows as graphs^{growth / math.log(result['graphs'] / before['graphs']):.2f}"
        print(f"{result['graphs']:>9} {part:<9} {found['seconds']:9.1f} s {found['cpu']:9.1f} s of CPU "
              f"{found['mib']:8.0f} MiB{exponent}")
    print(f"{'':>9} predict: {result['predict']['per_second']:.0f} graphs a second   codebook: {result['codebook']}")
    stages = "  ".join(f"{name} {seconds:.1f}" for name, seconds in result["fit"]["stages"].items())
    print(f"{'':>9} fit: {stages}\n{'':>9} accuracy {100 * result['accuracy']:.1f} %, "
          f"at best {100 * (1 - NOISE):.0f} %", flush=True)


def show_exponents(first, last):
    """Of time, from the smallest to the largest number of graphs."""
    for part in ("fit", "predict"):
        growth = math.log(last[part]["cpu"] / first[part]["cpu"]) / math.log(last["graphs"] / first["graphs"])
        print(f"{part}: from {first['graphs']} to {last['graphs']} graphs time grows as graphs^{growth:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", help="for temporary files")
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--fit", action="append", default=[], metavar="OPTION",
                        help="an option of fit, as --fit=--codebook-graphs=5000; may be repeated")
    parser.add_argument("graphs", nargs="*", type=int)
    args = parser.parse_args()
    results = []
    for graphs in args.graphs or [10_000, 100_000]:
        with tempfile.TemporaryDirectory(dir=args.folder) as place:
            results.append(run(args.program, pathlib.Path(place), graphs, args.fit))
        show(results[-1], results[-2] if len(results) > 1 else None)
    if len(results) > 1:
        show_exponents(results[0], results[-1])
    if args.output:
        args.output.write_text(json.dumps({"machine": platform.processor(), "runs": results}, indent=2))


if __name__ == "__main__":
    main()
