#!/usr/bin/env python3
"""Kernel matrices of dhgak beside those of GraKeL and of the wwl package: how far apart, and the
ratio of times.

    grakel_kernels.py --program build/dhgak --data FOLDER [--limit 300] [DATASET ...]

Times are of the kernel alone, data in memory: ours by the clock, least of three, the other package's of its CPU, so
that other work on the machine never counts against it (it has one thread). It runs in a process of its own that is
stopped after --limit CPU seconds or at --memory GiB. Where it has a known fault, or a kernel leaves
a choice open, pairs of graphs with such a graph are compared apart:

    wl, wl-oa   isolated nodes, which versions of GraKeL drop from rounds 1 and up
    pm          equal eigenvalues, whose eigenvectors are any of many, and eigenvectors with numbers
                at the border of a cell, which rounding puts to either side

The rest must agree, or the exit status is 1. pm and wwl are compared with compat=grakel and
compat=package, which do what these packages do instead of what the papers say.
"""
import argparse
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np

KERNELS = ["vertex-histogram", "edge-histogram", "wl", "wl-oa", "sp", "pm", "wwl"]
TOLERANCE = 1e-9
DIMENSIONS, LEVELS = 6, 4  # of pm, the defaults of both


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

    def members(self):
        nodes = [[] for _ in range(self.num_graphs)]
        for node, graph in enumerate(self.graph_of):
            nodes[graph].append(node)
        return nodes

    def adjacency(self, members):
        place = {v: i for i, v in enumerate(members)}
        matrix = np.zeros((len(members), len(members)))
        for v in members:
            for u in self.neighbors[v]:
                matrix[place[v], place[u]] = 1
        return matrix

    def has_open_eigenvectors(self):
        return np.array([eigenvectors_are_open(self.adjacency(m)) for m in self.members()])

    def for_wwl(self):
        import igraph
        graphs = []
        for members in self.members():
            place = {v: i for i, v in enumerate(members)}
            edges = [(place[v], place[u]) for v in members for u in self.neighbors[v] if u < v]
            graph = igraph.Graph(len(members), edges)
            graph.vs["label"] = [self.labels[v] for v in members]
            graphs.append(graph)
        return graphs

    def for_grakel(self):
        return [self.one_for_grakel(members) for members in self.members()]

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


def eigenvectors_are_open(adjacency):
    """Whether equal eigenvalues or borders of cells decide where pm puts the nodes of a graph."""
    values, vectors = np.linalg.eigh(adjacency)
    small = len(values) <= DIMENSIONS + 1  # GraKeL then takes the largest, not by magnitude
    order = np.argsort(-values if small else -np.abs(values), kind="stable")
    size = np.abs(values if small else values[order])
    first, rest = values[order][:DIMENSIONS], values[order][DIMENSIONS:]
    gap = 1e-5 * max(size.max(), 1)
    chosen = np.sort(first)
    if (np.diff(chosen) < gap).any():
        return True
    if any((np.abs(first - value) < gap).any() for value in rest):
        return True
    if len(rest) and not small and abs(abs(first[-1]) - abs(rest[0])) < gap:
        return True
    places = np.abs(vectors[:, order[:DIMENSIONS]]) * 2 ** (LEVELS - 1)
    border = np.abs(places - np.round(places)) < 1e-4
    return bool((border & (np.round(places) > 0)).any())


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
    if name == "pm":
        return grakel.PyramidMatch(normalize=True, with_labels=True, L=LEVELS, d=DIMENSIONS)
    return grakel.ShortestPath(normalize=True, with_labels=True)


def wwl_matrix(graphs, rounds):
    import contextlib
    import wwl
    with contextlib.redirect_stdout(sys.stderr):
        return wwl.wwl(graphs, num_iterations=rounds)


def run_other_here(args):
    resource.setrlimit(resource.RLIMIT_AS, (args.memory << 30, args.memory << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (args.limit, args.limit + 5))
    data = TuFolder(args.data)
    if args.child == "wwl":
        import wwl  # noqa: F401, so that importing is not timed
        graphs = data.for_wwl()
        start = time.process_time()
        matrix = wwl_matrix(graphs, args.rounds)
    else:
        graphs = data.for_grakel()
        kernel = grakel_kernel(args.child, args.rounds)
        start = time.process_time()
        matrix = kernel.fit_transform(graphs)
    seconds = time.process_time() - start
    np.save(args.output, np.asarray(matrix, dtype=float))
    print(json.dumps(seconds))


def run_other(folder, kernel, args, output):
    """Seconds, or the reason why there are none."""
    command = [sys.executable, __file__, "--child", kernel, "--data", folder, "--output", output,
               "--rounds", args.rounds, "--memory", args.memory, "--limit", args.limit]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"over {args.limit} s"
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        return lines[-1][:60] if lines else "stopped"
    return json.loads(done.stdout.splitlines()[-1])


def run_ours(folder, kernel, args, output):
    spec = {"wl": f"wl:rounds={args.rounds}", "wl-oa": f"wl-oa:rounds={args.rounds}",
            "wwl": f"wwl:compat=package,rounds={args.rounds}",
            "pm": "pm:compat=grakel"}.get(kernel, kernel)
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run([args.program, "kernel", folder, "--kernel", spec, "--output", output,
                        "--json", report.name, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        return json.load(open(report.name))["seconds"]["kernel"]


def differences(ours, theirs, odd):
    """The largest among pairs of graphs that must agree, and among those with an odd one."""
    apart = np.abs(np.load(ours) - np.load(theirs))
    plain = np.outer(~odd, ~odd)
    return [float(apart[chosen].max()) if chosen.any() else 0.0 for chosen in (plain, ~plain)]


def compare(folder, kernel, args, odd):
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs = f"{scratch}/ours.npy", f"{scratch}/theirs.npy"
        row = {"dataset": folder.name, "kernel": kernel,
               "ours": min(run_ours(folder, kernel, args, ours) for _ in range(3)),
               "odd": int(odd.sum()), "other": run_other(folder, kernel, args, theirs), "load": os.getloadavg()[0]}
        if not isinstance(row["other"], str):
            row["ratio"] = row["other"] / row["ours"]
            row["difference"], row["with_odd"] = differences(ours, theirs, odd)
    return row


def show(row):
    package = "wwl" if row["kernel"] == "wwl" else "grakel"
    text = f"{row['dataset']:<12} {row['kernel']:<17} ours {row['ours']:8.3f} s"
    if "ratio" not in row:
        return f"{text}  {package}: {row['other']}  (load {row['load']:.1f})"
    odd = f", {row['with_odd']:.1e} with {row['odd']} odd graphs" if row["odd"] else ""
    return (f"{text}  {package} {row['other']:8.2f} s  {row['ratio']:7.1f} x  differs by "
            f"{row['difference']:.1e}{odd}  (load {row['load']:.1f})")


def odd_graphs(data, kernel):
    if kernel.startswith("wl"):
        return data.has_isolated_node()
    return data.has_open_eigenvectors() if kernel == "pm" else np.zeros(data.num_graphs, bool)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program")
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, help="all rows as JSON")
    parser.add_argument("--kernels", type=lambda text: text.split(","), default=KERNELS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=int, default=300, help="CPU seconds for the other package")
    parser.add_argument("--memory", type=int, default=8, help="GiB for the other package")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("datasets", nargs="*", default=["MUTAG", "ENZYMES", "NCI1"])
    args = parser.parse_args()
    if args.child:
        return run_other_here(args)
    rows = []
    for name in args.datasets:
        folder = args.data / name
        data = TuFolder(folder)
        for kernel in args.kernels:
            if kernel == "edge-histogram" and not data.has_edge_labels:
                continue
            rows.append(compare(folder, kernel, args, odd_graphs(data, kernel)))
            print(show(rows[-1]), flush=True)
    if args.output:
        args.output.write_text(json.dumps(rows, indent=1))
    return int(any(row.get("difference", 0) > TOLERANCE for row in rows))


if __name__ == "__main__":
    sys.exit(main())
