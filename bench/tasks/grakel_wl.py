#!/usr/bin/env python3
"""GraKeL's WL kernel matrix on a TU folder: seconds for the matrix alone, data in memory.

    grakel_wl.py FOLDER [--iterations 5]
"""
import argparse
import json
import pathlib
import time

import grakel
from python_baseline import read_tu


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--iterations", type=int, default=5)
    args = parser.parse_args()
    graphs, labels, _ = read_tu(args.folder)
    data = [grakel.Graph({v: list(g[v]) for v in g}, {v: labels[v] for v in g}) for g in graphs]
    kernel = grakel.WeisfeilerLehman(n_iter=args.iterations, normalize=True,
                                     base_graph_kernel=grakel.VertexHistogram)
    start = time.perf_counter()
    matrix = kernel.fit_transform(data)
    print(json.dumps({"graphs": len(matrix), "seconds": time.perf_counter() - start}))


if __name__ == "__main__":
    main()
