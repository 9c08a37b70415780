#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The league table: kernels under one protocol on many datasets, several seeds.

    bench/tasks/league.py --data DIR --out league [--datasets MUTAG ...] [--kernels wl "dhgak-oa --refine 0,1"]

Each kernel, dataset and seed is a `dhgak compare --tune small` of its own with its result in --out,
so that a stopped run goes on and a kernel or dataset can be added later: the folds depend on the
dataset and the seed alone. Options after a kernel's name are given to that `compare`. Results of
another build of the program, and kernels that had none, are made anew. Kernels stand by mean rank
over the datasets; a cell is the mean over seeds of the mean over folds, p is
Wilcoxon's test against the kernel ranked first with Holm's correction (this and Nemenyi's
critical difference by SciPy, where it is installed), and seconds are of all datasets and seeds.

--time-limit bounds each fit of the kernels that compare nodes pair by pair. A kernel without a
result on a dataset ("-") is ranked last there; its mean and p are over the datasets that it has.
"""
import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys

SMALL = ["KKI", "MUTAG", "PTC_MM", "PTC_MR", "PTC_FM", "PTC_FR", "BZR", "COX2", "DHFR", "ENZYMES", "PROTEINS"]
KERNELS = ["dhgak-oa", "dhgak-oa --refine 0,1", "dhgak", "wl", "wl-oa", "sp", "pm", "wwl", "gwl", "gwl-oa", "gawl", "fwl", "retgk",
           "gntk", "graphqntk", "vertex-histogram", "edge-histogram"]
TIMED = ("pm", "retgk", "gntk", "graphqntk")  # have the option time_limit


def stored(result, version):
    """The dataset's part of a result file of this build of the program; None without."""
    if not result.exists():
        return None
    report = json.loads(result.read_text())
    is_of_build = f"{report['version']} {report.get('build', '')}".strip() == version
    return report["datasets"][0] if is_of_build else None


def run(arguments, kernel, dataset, seed):
    """What `compare` says of one kernel on one dataset: accuracy, None without, seconds, majority."""
    name, *options = kernel.split()
    tune = "" if arguments.tune == "small" else f".{arguments.tune}"
    result = arguments.out / f"{dataset}.seed{seed}.{''.join([name, *options])}{tune}.json"
    found = stored(result, arguments.version)
    if found is None or "failure" in found["scores"][0]:
        limited = arguments.time_limit and name in TIMED
        spec = f"{name}:time_limit={arguments.time_limit:g}" if limited else name
        done = subprocess.run([arguments.program, "-q", "compare", str(arguments.data / dataset),
                               "--kernels", spec, "--tune", arguments.tune, "--seed", str(seed),
                               "--json", str(result), *options], stdout=subprocess.DEVNULL)
        found = stored(result, arguments.version)
        if found is None:
            raise SystemExit(done.returncode)
    score = found["scores"][0]
    if "accuracy" not in score:
        print(f"{kernel} has no result on {dataset}: {score['failure']}", file=sys.stderr)
        return None, 0, found["majority"]
    return score["accuracy"]["mean"], score["total_seconds"], found["majority"]


def ranks(scores):
    """1 for the largest; equal ones share, and those without a score the last places."""
    scores = [-1 if score is None else score for score in scores]
    return [sum(other > score for other in scores) + (1 + sum(other == score for other in scores)) / 2
            for score in scores]


def holm(p_values):
    corrected, largest = [0.0] * len(p_values), 0.0
    for place, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[i]))
        corrected[i] = largest
    return corrected


def p_against_best(accuracies, best):
    try:
        from scipy.stats import wilcoxon
    except ImportError:
        return ["-"] * len(accuracies)
    others = [k for k in range(len(accuracies)) if k != best]
    differences = [[round(a - b, 12) for a, b in zip(accuracies[k], accuracies[best]) if None not in (a, b)]
                   for k in others]
    raw = [wilcoxon(values).pvalue if any(values) else 1.0 for values in differences]
    texts = dict(zip(others, (f"{p:.3f}" for p in holm(raw))))
    return [texts.get(k, "best") for k in range(len(accuracies))]


def critical_difference(num_kernels, num_datasets):
    """Nemenyi's: mean ranks that are closer cannot be told apart at 5 %."""
    from scipy.stats import studentized_range
    quantile = studentized_range.ppf(0.95, num_kernels, math.inf) / math.sqrt(2)
    return quantile * math.sqrt(num_kernels * (num_kernels + 1) / (6 * num_datasets))


def print_table(datasets, kernels, runs):
    """`runs[kernel][dataset]` is a list over seeds of accuracy, seconds and majority."""
    def mean_of(seeds):
        # Rounded, so that accuracies which only the order of summing tells apart are equal.
        values = [accuracy for accuracy, _, _ in seeds]
        return None if None in values else round(statistics.mean(values), 12)

    means = [[mean_of(runs[k][d]) for d in datasets] for k in kernels]
    by_dataset = [ranks(column) for column in zip(*means)]
    mean_ranks = [statistics.mean(column) for column in zip(*by_dataset)]
    order = sorted(range(len(kernels)), key=mean_ranks.__getitem__)
    p_values = p_against_best(means, order[0])
    print(f"| kernel | {' | '.join(datasets)} | mean | mean rank | p | seconds |")
    print(f"|---|{'---|' * (len(datasets) + 4)}")
    for k in order:
        texts = []
        for d in range(len(datasets)):
            if means[k][d] is None:
                texts.append("-")
                continue
            highest = max(row[d] for row in means if row[d] is not None)
            text, best = f"{100 * means[k][d]:.1f}", f"{100 * highest:.1f}"
            texts.append(f"**{text}**" if text == best else text)
        seconds = sum(s for d in datasets for _, s, _ in runs[kernels[k]][d])
        known = [value for value in means[k] if value is not None]
        mean = f"{100 * statistics.mean(known):.1f}" if known else "-"
        print(f"| `{kernels[k]}` | {' | '.join(texts)} | {mean} | "
              f"{mean_ranks[k]:.2f} | {p_values[k]} | {seconds:.0f} |")

    majorities = [100 * runs[kernels[0]][d][0][2] for d in datasets]
    print(f"| the largest class | {' | '.join(f'{m:.1f}' for m in majorities)} | "
          f"{statistics.mean(majorities):.1f} | | | |")

    spreads = [100 * (max(a for a, _, _ in seeds) - min(a for a, _, _ in seeds))
               for by_kernel in runs.values() for seeds in by_kernel.values()
               if all(a is not None for a, _, _ in seeds)]
    print(f"\nbetween the seeds of a kernel on a dataset: {statistics.median(spreads):.1f} points in the median, "
          f"{max(spreads):.1f} at most")
    try:
        print(f"mean ranks closer than {critical_difference(len(kernels), len(datasets)):.2f} cannot be told apart "
              "(Nemenyi, 5 %)")
    except ImportError:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/dhgak")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of TU folders")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("league"))
    parser.add_argument("--datasets", nargs="+", default=SMALL + ["NCI1"])
    parser.add_argument("--kernels", nargs="+", default=KERNELS,
                        help="each may be followed by options, in quotes")
    parser.add_argument("--tune", default="small")
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2])
    parser.add_argument("--time-limit", type=float, default=0, help="seconds; 0: none")
    arguments = parser.parse_args()
    arguments.version = subprocess.run([arguments.program, "--version"], check=True, capture_output=True,
                                       text=True).stdout.strip()
    arguments.out.mkdir(parents=True, exist_ok=True)

    kernels = arguments.kernels
    runs = {kernel: {dataset: [run(arguments, kernel, dataset, seed) for seed in arguments.seeds]
                     for dataset in arguments.datasets} for kernel in kernels}
    print_table(arguments.datasets, kernels, runs)


if __name__ == "__main__":
    main()
