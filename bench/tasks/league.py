#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The league table: kernels under one protocol on many datasets, several seeds.

    bench/tasks/league.py --data DIR --out league [--datasets MUTAG ...] [--kernels a,b] [--seeds 0 1 2]

Each seed is a `dhgak compare --tune small` with a journal in --out, so a stopped run goes on. The
table has, for each dataset and kernel, the mean over seeds of the mean over folds, and the range of
the seeds' means; then mean ranks over datasets, Wilcoxon's test against the best with Holm's
correction (SciPy, where it is installed), and seconds.
"""
import argparse
import json
import pathlib
import subprocess

SMALL = ["KKI", "MUTAG", "PTC_MM", "PTC_MR", "PTC_FM", "PTC_FR", "BZR", "COX2", "DHFR", "ENZYMES", "PROTEINS"]
KERNELS = "dhgak-oa,dhgak,wl,wl-oa,sp,pm,wwl,gwl,gwl-oa,gawl,fwl,retgk,vertex-histogram"


def compare(arguments, seed):
    """One JSON file for each dataset, so that one dataset can be added later."""
    out = arguments.out
    results = []
    for dataset in arguments.datasets:
        result = out / f"{dataset}.seed{seed}.json"
        if not result.exists():
            subprocess.run([arguments.program, "-q", "compare", str(arguments.data / dataset),
                            "--kernels", arguments.kernels, "--tune", arguments.tune, "--seed", str(seed),
                            "--journal", str(out / f"{dataset}.seed{seed}.jsonl"), "--json", str(result)],
                           check=True, stdout=subprocess.DEVNULL)
        results.append(json.loads(result.read_text())["datasets"][0])
    return results


def ranks(scores):
    """1 for the largest; equal ones share."""
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
    raw = [wilcoxon(accuracies[k], accuracies[best]).pvalue for k in others]
    texts = dict(zip(others, (f"{p:.3f}" for p in holm(raw))))
    return [texts.get(k, "best") for k in range(len(accuracies))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/dhgak")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of TU folders")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("league"))
    parser.add_argument("--datasets", nargs="+", default=SMALL + ["NCI1"])
    parser.add_argument("--kernels", default=KERNELS)
    parser.add_argument("--tune", default="small")
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2])
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)

    runs = [compare(arguments, seed) for seed in arguments.seeds]
    names = [score["kernel"] for score in runs[0][0]["scores"]]
    print(f"| dataset | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    table = []  # by dataset: mean accuracy by kernel
    for d, dataset in enumerate(arguments.datasets):
        cells, means = [], []
        for k in range(len(names)):
            seeds = [run[d]["scores"][k].get("accuracy", {}).get("mean") for run in runs]
            if None in seeds:
                cells.append("-")
                means.append(0.0)
                continue
            means.append(sum(seeds) / len(seeds))
            cells.append(f"{100 * means[-1]:.1f} ({100 * min(seeds):.1f} to {100 * max(seeds):.1f})")
        table.append(means)
        print(f"| {dataset} | {' | '.join(cells)} |")
    by_dataset = [ranks(means) for means in table]
    mean_ranks = [sum(row[k] for row in by_dataset) / len(by_dataset) for k in range(len(names))]
    print(f"| mean rank | {' | '.join(f'{rank:.2f}' for rank in mean_ranks)} |")
    accuracies = [[row[k] for row in table] for k in range(len(names))]
    best = min(range(len(names)), key=mean_ranks.__getitem__)
    print(f"| p against the best | {' | '.join(p_against_best(accuracies, best))} |")
    seconds = [sum(run[d]["scores"][k].get("total_seconds", 0) for run in runs for d in range(len(table)))
               for k in range(len(names))]
    print(f"| seconds, all seeds | {' | '.join(f'{s:.0f}' for s in seconds)} |")


if __name__ == "__main__":
    main()
