#!/usr/bin/env python3
"""Finds parameters that do well on many datasets at once, from the journals of `dhgak reproduce`.

    dhgak reproduce table1 --quick --data FOLDER -o OUT
    tools/choose_defaults.py OUT

A configuration's loss on a dataset is how far its inner accuracy stays behind the best of the grid
there, in points; inner accuracies never see test graphs. The mean loss is minimised on every second
dataset (by name) and shown on the others, which had no say.
"""
import json
import pathlib
import sys


def inner_scores(journal):
    """The inner right predictions of each configuration, summed over folds."""
    scores = {}
    for line in journal.read_text().splitlines()[1:]:
        entry = json.loads(line)
        point = " ".join(f"{key}={value}" for key, value in entry["point"].items())
        scores[point] = sum(fold["inner_right"] for fold in entry["folds"])
    return scores


def main():
    journals = sorted(pathlib.Path(sys.argv[1]).glob("*.jsonl"))
    losses = {}
    for journal in journals:
        scores = inner_scores(journal)
        predicted = json.loads(journal.read_text().splitlines()[1])["folds"]
        train_graphs = 9 * sum(len(fold["predicted"]) for fold in predicted)
        best = max(scores.values())
        for point, score in scores.items():
            losses.setdefault(point, {})[journal.stem] = 100 * (best - score) / train_graphs
    names = [journal.stem for journal in journals]
    chosen_on, checked_on = names[::2], names[1::2]
    mean = lambda point, on: sum(losses[point][name] for name in on) / len(on)
    complete = [point for point in losses if len(losses[point]) == len(names)]

    print("chosen on ", " ".join(chosen_on))
    print("checked on", " ".join(checked_on))
    print(f"{'loss there':>10} {'loss here':>10}  configuration")
    for point in sorted(complete, key=lambda point: mean(point, chosen_on))[:8]:
        print(f"{mean(point, chosen_on):10.2f} {mean(point, checked_on):10.2f}  {point}")


if __name__ == "__main__":
    main()
