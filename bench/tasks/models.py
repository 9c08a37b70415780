#!/usr/bin/env python3
"""Accuracy of models on new graphs beside the usual cross-validation, and how fast they predict.

    bench/tasks/models.py --program build/dhgak --data FOLDER [--datasets MUTAG ...] [--seeds 0 1 2 3 4]

Three ways to judge the same defaults on the same folds: transductive (the kernel is fitted on all graphs, kernel SVM),
inductive (fitted on the training graphs of each fold, kernel SVM) and linear (fitted on all graphs, linear SVM).
Prints a Markdown table of means and deviations over seeds, then graphs a second of `dhgak predict` on the last dataset.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

WAYS = {
    "transductive": ["--learner", "svm"],
    "inductive": ["--learner", "svm", "--inductive"],
    "linear": ["--learner", "linear"],
}


def accuracy(program, data, seed, flags):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "run.json"
        subprocess.run([program, "cv", data, "--seed", str(seed), "--json", report, *flags],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return 100 * json.loads(report.read_text())["accuracy"]["mean"]


def spread(values):
    deviation = statistics.pstdev(values) if len(values) > 1 else 0
    return f"{statistics.mean(values):.1f} ± {deviation:.1f}"


def predict_speed(program, data):
    """Seconds and peak memory of predicting one copy and ten copies of a dataset with its own model."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        model = folder / "model.dhgak"
        subprocess.run([program, "fit", data, "-o", model], check=True, stdout=subprocess.DEVNULL)
        copies = repeat_dataset(pathlib.Path(data), folder, 10)
        for source in (pathlib.Path(data), copies):
            graphs = sum(1 for _ in open(source / f"{source.name}_graph_labels.txt"))
            times = []
            for _ in range(3):
                start = time.monotonic()
                subprocess.run([program, "predict", model, source, "-o", folder / "p.csv"], check=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                times.append(time.monotonic() - start)
            peak = subprocess.run(["/usr/bin/env", "python3", "-c", PEAK, program, model, source, folder / "p.csv"],
                                  check=True, capture_output=True, text=True).stdout.strip()
            print(f"predict {graphs} graphs: {min(times):.2f} s, {graphs / min(times):.0f} graphs/s, peak {peak} MiB")


PEAK = """import resource, subprocess, sys
program, model, data, out = sys.argv[1:]
subprocess.run([program, "predict", model, data, "-o", out], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""


def repeat_dataset(source, folder, times):
    """The graphs of a TU folder several times over."""
    name = f"{source.name}x{times}"
    target = folder / name
    target.mkdir()
    nodes = [int(x) for x in (source / f"{source.name}_graph_indicator.txt").read_text().split()]
    graphs = max(nodes)
    for file in source.glob(f"{source.name}_*.txt"):
        suffix = file.name[len(source.name):]
        lines = file.read_text().splitlines()
        with open(target / (name + suffix), "w") as out:
            for copy in range(times):
                if suffix == "_A.txt":
                    shift = copy * len(nodes)
                    out.writelines(", ".join(str(int(x) + shift) for x in line.split(",")) + "\n" for line in lines)
                elif suffix == "_graph_indicator.txt":
                    out.writelines(f"{g + copy * graphs}\n" for g in nodes)
                else:
                    out.writelines(line + "\n" for line in lines)
    return target


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/dhgak")
    parser.add_argument("--data", required=True, help="folder of TU folders")
    parser.add_argument("--datasets", nargs="+", default=["MUTAG", "ENZYMES", "DHFR", "PROTEINS", "NCI1"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2, 3, 4])
    parser.add_argument("--no-speed", action="store_true")
    args = parser.parse_args()

    print("| dataset | " + " | ".join(WAYS) + " |\n|---|" + "---|" * len(WAYS), flush=True)
    for name in args.datasets:
        cells = []
        for flags in WAYS.values():
            cells.append(spread([accuracy(args.program, f"{args.data}/{name}", seed, flags) for seed in args.seeds]))
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    if not args.no_speed:
        predict_speed(args.program, f"{args.data}/{args.datasets[-1]}")


if __name__ == "__main__":
    main()
