#!/usr/bin/env python3
"""Whole DHGAK-BERT kernels on a GPU, the seconds of each stage beside the paper's totals.

    gpu_table.py --program build/dhgak --data FOLDER --bert MODEL_FOLDER [DATASET ...]

FOLDER holds TU datasets, MODEL_FOLDER a Hugging Face BERT. Prints a Markdown table and, below it,
what the encoder says of its speed and of the card's utilisation. Each dataset runs twice and the
second run counts: the first also reads files from disk. The column `start` is the part of `total`
that any run pays for loading LibTorch, starting the card and loading its operations and the
weights: what the embedded `demo` dataset takes. The last line is about sentences that all have the
greatest length, 250 tokens with [CLS] and [SEP].
"""
import argparse
import json
import pathlib
import random
import subprocess
import tempfile

# The paper's server: six RTX 3090 (its running-time table, DHGAK-BERT).
PAPER_SECONDS = {"PTC_MM": 11.58, "PROTEINS": 754.09, "DD": 5456.99, "COLLAB": 2452.41}
OPTIONS = {
    "PTC_MM": ["--H", "5", "--b", "2", "--cluster-factor", "0.5"],
    "PROTEINS": ["--H", "5", "--b", "1", "--cluster-factor", "0.5"],
    "DD": ["--H", "3", "--b", "0", "--cluster-factor", "0.5"],
    "COLLAB": ["--H", "1", "--b", "0", "--cluster-factor", "0.1"],
}
STAGES = ["read", "slice", "embed", "align", "kernel", "total"]


def write_large_graphs(folder, num_graphs=40, num_nodes=500):
    """A TU dataset of random trees with chords; slices of width 12 hold more than 248 labels."""
    draw = random.Random(0)
    folder.mkdir()
    arcs, graph_of, labels = [], [], []
    for graph in range(num_graphs):
        first = graph * num_nodes + 1
        for node in range(1, num_nodes):
            for other in {draw.randrange(node), draw.randrange(node)}:
                arcs += [(first + node, first + other), (first + other, first + node)]
        graph_of += [graph + 1] * num_nodes
        labels += [draw.randrange(10) for _ in range(num_nodes)]
    lines = {"A": [f"{a}, {b}" for a, b in arcs], "graph_indicator": graph_of,
             "graph_labels": [graph % 2 for graph in range(num_graphs)], "node_labels": labels}
    for name, values in lines.items():
        (folder / f"{folder.name}_{name}.txt").write_text("".join(f"{v}\n" for v in values))


def encode_longest(args):
    """What the encoder says of sentences of the greatest length."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "LONG"
        write_large_graphs(data)
        done = subprocess.run(
            [args.program, "embed", str(data), "-o", str(pathlib.Path(folder) / "E.npz"),
             "--H", "0", "--b", "12", "--nlm", f"bert:dir={args.bert}", "--device", args.device],
            check=True, text=True, capture_output=True)
        return next(line for line in done.stderr.splitlines() if "tokens" in line)


def run(args, name):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "run.json"
        done = subprocess.run(
            [args.program, "kernel", name if name == "demo" else str(args.data / name), "-o",
             str(pathlib.Path(folder) / "K.npy"), "--kernel", "dhgak", "--nlm",
             f"bert:dir={args.bert}", "--device", args.device, "--json", str(report),
             *OPTIONS.get(name, [])],
            check=True, text=True, capture_output=True)
        return json.loads(report.read_text()), done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--bert", type=pathlib.Path, required=True)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("datasets", nargs="*")
    args = parser.parse_args()

    notes, rows, starts = [], {}, []
    for name in args.datasets or OPTIONS:
        run(args, name)
        report, log = run(args, name)
        rows[name] = [report["seconds"][stage] for stage in STAGES]
        notes += [f"{name}: {line}" for line in log.splitlines() if "tokens" in line]
        starts.append(run(args, "demo")[0]["seconds"]["total"])
    print("| dataset | options | " + " | ".join(STAGES) + " | start | paper |")
    print("|---" * (len(STAGES) + 4) + "|")
    for name, seconds in rows.items():
        cells = [f"{value:.2f}" for value in [*seconds, min(starts)]]
        print(f"| {name} | {' '.join(OPTIONS.get(name, []))} | {' | '.join(cells)} | "
              f"{PAPER_SECONDS.get(name, '-')} |")
    print()
    print("\n".join(notes))
    print("length 250:", encode_longest(args))


if __name__ == "__main__":
    main()
