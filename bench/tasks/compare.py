#!/usr/bin/env python3
"""Runs dhgak and the plain Python baseline beside each other: ratio of total times, accuracies.

    compare.py --program build/dhgak --data FOLDER [--output FILE] [DATASET ...]

The two must agree in accuracy to a few points before a ratio is reported.
"""
import argparse
import json
import pathlib
import platform
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
TOLERANCE = 0.06  # single runs of small datasets differ by that much between seeds


def run_ours(program, folder, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run([program, "cv", folder, "--kernel", "dhgak", "--H", options["H"], "--b", options["b"],
                        "--cluster-factor", options["factor"], "--json", report.name, "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        return json.load(open(report.name))


def run_baseline(folder, options):
    command = [sys.executable, HERE / "python_baseline.py", folder, "--H", options["H"],
               "--b", options["b"], "--factor", options["factor"]]
    return json.loads(subprocess.run(list(map(str, command)), check=True, capture_output=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("datasets", nargs="*")
    args = parser.parse_args()
    configurations = json.loads((HERE / "configurations.json").read_text())

    rows = []
    print(f"{'dataset':<12} {'ours s':>8} {'Python s':>9} {'ratio':>7} {'ours %':>8} {'Python %':>8}")
    for name in args.datasets or ["MUTAG", "ENZYMES", "DHFR", "IMDB-BINARY"]:
        options = {key: str(value) for key, value in configurations[name].items()}
        folder = str(args.data / name)
        ours, baseline = run_ours(args.program, folder, options), run_baseline(folder, options)
        if abs(ours["accuracy"]["mean"] - baseline["accuracy"]["mean"]) > TOLERANCE:
            sys.exit(f"{name}: accuracies disagree: {ours['accuracy']} {baseline['accuracy']}")
        ratio = baseline["seconds"]["total"] / ours["seconds"]["total"]
        print(f"{name:<12} {ours['seconds']['total']:8.2f} {baseline['seconds']['total']:9.1f} "
              f"{ratio:7.0f} {100 * ours['accuracy']['mean']:8.1f} "
              f"{100 * baseline['accuracy']['mean']:8.1f}", flush=True)
        rows.append({"dataset": name, "ratio": ratio, "ours": ours, "baseline": baseline})
    if args.output:
        args.output.write_text(json.dumps({"machine": platform.processor(), "runs": rows}, indent=2))


if __name__ == "__main__":
    main()
