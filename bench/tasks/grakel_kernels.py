#!/usr/bin/env python3
"""Kernel matrices of dhgak beside GraKeL's: how far apart, and the ratio of times.

    grakel_kernels.py --program build/dhgak --data FOLDER [--limit 300] [DATASET ...]

Times are of the kernel alone, data in memory. GraKeL runs in a process of its own that is stopped
after --limit seconds or at --memory GiB. Versions of it drop isolated nodes from rounds 1 and up of
WL kernels and we do not, so pairs of graphs are compared apart where either has such a node: the
rest must agree, or the exit status is 1.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

KERNELS = ["vertex-histogram", "edge-histogram", "wl", "wl-oa", "sp"]
TOLERANCE = 1e-9


def numbers(path):
    return np.loadtxt(path, dtype=int, delimiter=",", ndmin=2)


class TuFolder:
    """Simple undirected graphs, labels by node and edge; degrees where nodes have no labels."""

    def __init__(self, folder):
        def file(kind):
            return folder / f"{folder.name}_{kind}.txt"

        self.graph_of = numbers(file("graph_indicator"))[:, 0] - 1
        self.num_graphs = self.graph_of.max() + 1
        arcs = numbers(file("A")) - 1
        labels = numbers(file("edge_labels"))[:, 0] if file("edge_labels").exists() else None
        self.has_edge_labels = labels is not None
        self.neighbors = [{} for _ in self.graph_of]
        for i, (u, v) in enumerate(arcs):
            if u == v:
                continue
            label = int(labels[i]) if self.has_edge_labels else 0
            self.neighbors[u].setdefault(int(v), label)
            self.neighbors[v].setdefault(int(u), label)
        if file("node_labels").exists():
            self.labels = numbers(file("node_labels"))[:, 0].tolist()
        else:
            self.labels = [len(around) for around in self.neighbors]

    def has_isolated_node(self):
        found = np.zeros(self.num_graphs, dtype=bool)
        for node, around in enumerate(self.neighbors):
            if not around:
                found[self.graph_of[node]] = True
        return found

    def for_grakel(self):
        nodes = [[] for _ in range(self.num_graphs)]
        for node, graph in enumerate(self.graph_of):
            nodes[graph].append(node)
        return [self.one_for_grakel(members) for members in nodes]

    def one_for_grakel(self, members):
        import grakel
        labels = {v: self.labels[v] for v in members}
        edges = {(v, u): label for v in members for u, label in self.neighbors[v].items()}
        if all(self.neighbors[v] for v in members):
            return grakel.Graph({v: list(self.neighbors[v]) for v in members}, labels, edges)
        # Its shortest paths know isolated nodes in matrices only.
        place = {v: i for i, v in enumerate(members)}
        matrix = np.zeros((len(members), len(members)), dtype=int)
        for u, v in edges:
            matrix[place[u], place[v]] = 1
        return grakel.Graph(matrix, {place[v]: label for v, label in labels.items()},
                            {(place[u], place[v]): label for (u, v), label in edges.items()})


def grakel_kernel(name, rounds):
    import grakel
    if name == "vertex-histogram":
        return grakel.VertexHistogram(normalize=True)
    if name == "edge-histogram":
        return grakel.EdgeHistogram(normalize=True)
    if name == "wl":
        return grakel.WeisfeilerLehman(n_iter=rounds, normalize=True,
                                       base_graph_kernel=grakel.VertexHistogram)
    if name == "wl-oa":
        return grakel.WeisfeilerLehmanOptimalAssignment(n_iter=rounds, normalize=True)
    return grakel.ShortestPath(normalize=True, with_labels=True)


def run_grakel_here(args):
    resource.setrlimit(resource.RLIMIT_AS, (args.memory << 30, args.memory << 30))
    graphs = TuFolder(args.data).for_grakel()
    start = time.perf_counter()
    matrix = grakel_kernel(args.child, args.rounds).fit_transform(graphs)
    seconds = time.perf_counter() - start
    np.save(args.output, np.asarray(matrix, dtype=float))
    print(json.dumps(seconds))


def run_grakel(folder, kernel, args, output):
    """Seconds, or the reason why there are none."""
    command = [sys.executable, __file__, "--child", kernel, "--data", folder, "--output", output,
               "--rounds", args.rounds, "--memory", args.memory]
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                              timeout=args.limit)
    except subprocess.TimeoutExpired:
        return f"over {args.limit} s"
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        return lines[-1][:60] if lines else "stopped"
    return json.loads(done.stdout.splitlines()[-1])


def run_ours(folder, kernel, args, output):
    spec = f"{kernel}:rounds={args.rounds}" if kernel.startswith("wl") else kernel
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run([args.program, "kernel", folder, "--kernel", spec, "--output", output,
                        "--json", report.name, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        return json.load(open(report.name))["seconds"]["kernel"]


def differences(ours, theirs, isolated):
    """The largest among pairs of graphs without isolated nodes, and among the others."""
    apart = np.abs(np.load(ours) - np.load(theirs))
    plain = np.outer(~isolated, ~isolated)
    return [float(apart[chosen].max()) if chosen.any() else 0.0 for chosen in (plain, ~plain)]


def compare(folder, kernel, args, isolated):
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs = f"{scratch}/ours.npy", f"{scratch}/theirs.npy"
        row = {"dataset": folder.name, "kernel": kernel,
               "ours": min(run_ours(folder, kernel, args, ours) for _ in range(3)),
               "grakel": run_grakel(folder, kernel, args, theirs), "load": os.getloadavg()[0]}
        if not isinstance(row["grakel"], str):
            row["ratio"] = row["grakel"] / row["ours"]
            row["difference"], row["with_isolated"] = differences(ours, theirs, isolated)
    return row


def show(row):
    text = f"{row['dataset']:<12} {row['kernel']:<17} ours {row['ours']:8.3f} s"
    if "ratio" not in row:
        return f"{text}  grakel: {row['grakel']}  (load {row['load']:.1f})"
    return (f"{text}  grakel {row['grakel']:8.2f} s  {row['ratio']:7.1f} x  differs by "
            f"{row['difference']:.1e}, with isolated nodes {row['with_isolated']:.1e}  "
            f"(load {row['load']:.1f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program")
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, help="all rows as JSON")
    parser.add_argument("--kernels", type=lambda text: text.split(","), default=KERNELS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--memory", type=int, default=8, help="GiB for GraKeL")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("datasets", nargs="*", default=["MUTAG", "ENZYMES", "NCI1"])
    args = parser.parse_args()
    if args.child:
        return run_grakel_here(args)
    rows = []
    for name in args.datasets:
        folder = args.data / name
        data = TuFolder(folder)
        isolated = data.has_isolated_node()
        for kernel in args.kernels:
            if kernel == "edge-histogram" and not data.has_edge_labels:
                continue
            rows.append(compare(folder, kernel, args, isolated))
            print(show(rows[-1]), flush=True)
    if args.output:
        args.output.write_text(json.dumps(rows, indent=1))
    return int(any(row.get("difference", 0) > TOLERANCE for row in rows))


if __name__ == "__main__":
    sys.exit(main())
