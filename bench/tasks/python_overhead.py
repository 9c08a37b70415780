#!/usr/bin/env python3
"""What Python adds: features of a dataset by the program from files, and by the package from graphs in memory.

    python_overhead.py --data FOLDER [--dataset NCI1] [--repeats 3] [--kernel dhgak-oa] [--grakel PYTHON]

Run it with a Python that has dhgak and networkx (after `make test`: .venv-python/bin/python). Every way must give the same
features before its time counts. --grakel names a Python that has GraKeL (.venv-bench/bin/python after `bench/run`), whose
Weisfeiler-Leman kernel is timed beside the package's own.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import networkx as nx
import scipy.sparse

import dhgak

HERE = pathlib.Path(__file__).parent


def best_of(repeats, work):
    """The shortest of some times, and what the work gave."""
    times, result = [], None
    for _ in range(repeats):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def as_networkx(graph, labels):
    made = nx.Graph()
    made.add_nodes_from((v, {"label": label}) for v, label in enumerate(labels))
    made.add_edges_from(graph.edge_index.T.tolist())
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--dataset", default="NCI1")
    parser.add_argument("--kernel", default="dhgak-oa")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--grakel")
    args = parser.parse_args()

    program = pathlib.Path(dhgak.__file__).parent / "bin" / "dhgak"
    graphs, _ = dhgak.datasets.load(args.dataset, args.data)
    arrays = [(graph.edge_index, graph.node_labels) for graph in graphs]
    of_networkx = [as_networkx(graph, labels) for graph, (_, labels) in zip(graphs, arrays)]

    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "features.npz"
        command = [program, "features", args.data / args.dataset, "--kernel", args.kernel, "-o", file]
        seconds, _ = best_of(args.repeats, lambda: subprocess.run(command, check=True, capture_output=True))
        expected = scipy.sparse.load_npz(file)
    rows = [("the program, from files", seconds, 1.0)]
    for name, source in [("arrays", arrays), ("networkx graphs", of_networkx)]:
        spent, found = best_of(args.repeats, lambda: dhgak.DHGAK(args.kernel).fit_transform(source))
        if (found != expected).nnz:
            sys.exit(f"{name}: other features than those of the program")
        rows.append((f"Python, from {name}", spent, spent / seconds))

    print(f"{args.dataset}, {len(graphs)} graphs, {args.kernel}, best of {args.repeats}:")
    for name, spent, ratio in rows:
        print(f"  {name:<28} {spent:8.2f} s  {ratio:5.2f}")
    if args.grakel:
        spent, _ = best_of(args.repeats, lambda: dhgak.DHGAK("wl").gram(of_networkx))
        said = subprocess.run([args.grakel, HERE / "grakel_wl.py", args.data / args.dataset], check=True,
                              capture_output=True, text=True).stdout
        print(f"  wl, matrix of all pairs: {spent:.2f} s from networkx; GraKeL {json.loads(said)['seconds']:.2f} s "
              "from its own graphs")


if __name__ == "__main__":
    main()
