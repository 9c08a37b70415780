#!/usr/bin/env python3
"""Seconds and peak memory of `dhgak cv` with defaults on 20,000 small graphs and 5,000 large ones.

    cv.py --program build/dhgak [--folder FOLDER] [--cv=OPTION ...]

The small graphs are those of `dhgak generate`; the large ones have 500 nodes and 20 labels, chains
with contacts like a folded protein, of which one class has some more. Targets: two minutes and
3 GiB each on two cores.
"""
import argparse
import os
import pathlib
import random
import subprocess
import tempfile
import time


def write_large_graphs(folder, num_graphs, num_nodes):
    draw = random.Random(1)
    folder.mkdir()
    names = ("A", "graph_indicator", "node_labels", "graph_labels")
    arcs, owners, labels, classes = (
        open(folder / f"{folder.name}_{name}.txt", "w", encoding="ascii") for name in names)
    first = 1
    for graph in range(1, num_graphs + 1):
        graph_class = graph % 2
        classes.write(f"{graph_class}\n")
        size = num_nodes + draw.randrange(-num_nodes // 10, num_nodes // 10 + 1)
        edges = set()
        for node in range(size):
            owners.write(f"{graph}\n")
            labels.write(f"{draw.randrange(20)}\n")
            if node > 0:
                edges.add((node - 1, node))
            if node > 5 and draw.random() < 0.5:
                edges.add((node - draw.randrange(2, 5), node))
            if node > 10 and draw.random() < (0.12 if graph_class else 0.10):
                edges.add((draw.randrange(node - 8), node))
        for a, b in sorted(edges):
            arcs.write(f"{first + a}, {first + b}\n{first + b}, {first + a}\n")
        first += size
    for file in (arcs, owners, labels, classes):
        file.close()


def measure(title, command):
    start = time.monotonic()
    child = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {child.returncode}")
    told = [line for line in output.splitlines() if line.startswith(("accuracy", "seconds", "vectors"))]
    print(f"{title}: {time.monotonic() - start:.1f} s, {usage.ru_utime + usage.ru_stime:.1f} s of CPU, "
          f"{usage.ru_maxrss / 1024:.0f} MiB")
    print("\n".join(f"    {line}" for line in told), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", help="for temporary files")
    parser.add_argument("--cv", action="append", default=[], metavar="OPTION",
                        help="an option of cv, as --cv=--folds=5; may be repeated")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as place:
        small, large = pathlib.Path(place) / "small", pathlib.Path(place) / "large"
        subprocess.run([args.program, "generate", "--graphs", "20000", "--nodes", "25", "--noise", "0.1", "--quiet",
                        "-o", small], check=True, stdout=subprocess.DEVNULL)
        write_large_graphs(large, 5000, 500)
        for data in (small, large):
            measure(data.name, [args.program, "cv", data, "--quiet", *args.cv])


if __name__ == "__main__":
    main()
