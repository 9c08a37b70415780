#!/usr/bin/env python3
"""Finds parameters that do well on many datasets at once: the defaults of `dhgak cv` and `kernel`.

    tools/choose_defaults.py --program build/dhgak --data FOLDER --journals FOLDER

FOLDER of --data holds TU datasets. Every second dataset, by name, has a say; the others check.

1. `dhgak search` tries a grid on every dataset; journals are kept, so that a second run goes on.
2. On the datasets with a say, a configuration loses what its inner accuracy stays behind the best
   there, in standard errors of that accuracy: large datasets know more than small ones. The twelve
   with the least mean loss, and the defaults so far, come closer. Only word2vec takes part: one-hot
   vectors are as long as the alphabet, which has hundreds of labels where degrees are the labels.
3. Those are cross-validated with other seeds, that is with other folds, and the best mean over
   datasets with a say wins. The rest of the datasets show what the choice is worth, beside the
   defaults so far and beside a nested search of the whole grid on each dataset.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

DATASETS = ["BZR", "COX2", "DHFR", "ENZYMES", "IMDB-BINARY", "IMDB-MULTI", "KKI", "MUTAG", "PROTEINS",
            "PTC_FM", "PTC_FR", "PTC_MM", "PTC_MR"]
GRID = ["--kernel", "dhgak,dhgak-oa", "--nlm", "w2v,label", "--H", "1,2,3,5", "--b", "0,1,2",
        "--alpha", "0.2,0.6,1", "--cluster-factor", "0.25,0.5,1,2"]
PAPER_LIKE = ("dhgak", "w2v", 5, 1, 0.6, 0.5)
OPTIONS = ["--kernel", "--nlm", "--H", "--b", "--alpha", "--cluster-factor"]
SHORTLIST = 12
SEEDS = range(1, 6)


def accuracy_of(args, command, dataset, *options):
    """Runs the program and returns the mean accuracy of its report, in percent."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "run.json"
        subprocess.run([args.program, command, str(args.data / dataset), *map(str, options), "-q",
                        "--json", str(report)], check=True, stdout=subprocess.DEVNULL)
        return 100 * json.loads(report.read_text())["accuracy"]["mean"]


def search(args, dataset):
    """The nested accuracy; the journal holds the rest."""
    return accuracy_of(args, "search", dataset, *GRID, "--journal", args.journals / f"{dataset}.jsonl")


def losses(args, dataset):
    """How many standard errors each configuration's inner accuracy is behind the best."""
    scores = {}
    for line in (args.journals / f"{dataset}.jsonl").read_text().splitlines()[1:]:
        entry = json.loads(line)
        point = tuple(entry["point"][key] for key in ("kernel", "nlm", "H", "b", "alpha",
                                                      "cluster_factor"))
        size = sum(len(fold["predicted"]) for fold in entry["folds"])
        right = sum(fold["inner_right"] for fold in entry["folds"])
        scores[point] = right / ((len(entry["folds"]) - 1) * size)
    best = max(scores.values())
    error = (best * (1 - best) / size) ** 0.5
    return {point: (best - score) / error for point, score in scores.items()}


def cross_validate(args, point, dataset):
    """Mean over seeds."""
    options = [text for pair in zip(OPTIONS, point) for text in pair]
    return statistics.mean(accuracy_of(args, "cv", dataset, *options, "--seed", seed)
                           for seed in SEEDS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--journals", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.journals.mkdir(parents=True, exist_ok=True)
    have_a_say, check = DATASETS[::2], DATASETS[1::2]

    nested = {dataset: search(args, dataset) for dataset in DATASETS}
    by_dataset = [losses(args, dataset) for dataset in have_a_say]
    loss = {point: statistics.mean(losses[point] for losses in by_dataset)
            for point in by_dataset[0]}
    candidates = sorted((point for point in loss if "w2v" in point), key=loss.get)[:SHORTLIST]
    if PAPER_LIKE not in candidates:
        candidates.append(PAPER_LIKE)

    print("chosen on", ", ".join(have_a_say))
    print("| configuration | loss | accuracy |\n|---|---|---|")
    means = {}
    for point in candidates:
        means[point] = statistics.mean(cross_validate(args, point, name) for name in have_a_say)
        print(f"| {' '.join(map(str, point))} | {loss[point]:.2f} | {means[point]:.2f} |", flush=True)
    chosen = max(means, key=means.get)

    print("\nchosen:", " ".join(f"{option} {value}" for option, value in zip(OPTIONS, chosen)))
    print("\n| dataset | chosen | so far | nested search |\n|---|---|---|---|")
    rows = []
    for dataset in DATASETS:
        rows.append((cross_validate(args, chosen, dataset),
                     cross_validate(args, PAPER_LIKE, dataset), nested[dataset]))
        had_a_say = " (had a say)" if dataset in have_a_say else ""
        print(f"| {dataset}{had_a_say} | " + " | ".join(f"{x:.1f}" for x in rows[-1]) + " |",
              flush=True)
    for title, chosen_rows in (("mean, had a say", rows[::2]), ("mean, checked", rows[1::2])):
        columns = zip(*chosen_rows)
        print(f"| {title} | " + " | ".join(f"{statistics.mean(c):.2f}" for c in columns) + " |")


if __name__ == "__main__":
    sys.exit(main())
