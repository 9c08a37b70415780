#!/usr/bin/env python3
"""DHGAK-w2v written plainly from the paper on networkx, gensim and scikit-learn.

This is what a scientist would write with the usual libraries, and what whole runs of dhgak are
timed against. It follows the paper where the paper is clear and scikit-learn's defaults elsewhere
(ten k-means restarts). Prints one JSON object: seconds by stage and accuracy.

    python_baseline.py FOLDER --H 5 --b 2 --factor 0.5
"""
import argparse
import json
import pathlib
import sys
import time
import warnings

import networkx as nx
import numpy as np
from gensim.models import Word2Vec
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import eigsh
from sklearn.cluster import KMeans
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import SVC


def read_tu(folder):
    name = folder.name
    graph_of = np.loadtxt(folder / f"{name}_graph_indicator.txt", dtype=int) - 1
    classes = np.loadtxt(folder / f"{name}_graph_labels.txt", dtype=int)
    edges = np.loadtxt(folder / f"{name}_A.txt", dtype=int, delimiter=",") - 1
    graphs = [nx.Graph() for _ in classes]
    for node, graph in enumerate(graph_of):
        graphs[graph].add_node(node)
    for u, v in edges:
        if u != v:
            graphs[graph_of[u]].add_edge(u, v)
    labels = folder / f"{name}_node_labels.txt"
    if labels.exists():
        values = np.loadtxt(labels, dtype=int, delimiter=",", ndmin=2)[:, 0]
        return graphs, dict(enumerate(values)), classes
    return graphs, {v: d for g in graphs for v, d in g.degree()}, classes


def centrality(graph):
    if graph.number_of_nodes() < 3:
        return dict.fromkeys(graph, 1.0)
    adjacency = nx.to_scipy_sparse_array(graph, dtype=float)
    _, vectors = eigsh(csr_matrix(adjacency), k=1, which="LA")
    return dict(zip(graph, np.abs(vectors[:, 0]).round(9)))


def rings_of(graph, node, depth):
    rings = [[] for _ in range(depth + 1)]
    for other, distance in nx.single_source_shortest_path_length(graph, node, depth).items():
        rings[distance].append(other)
    return rings


def slices_of(graphs, labels, H, b):
    """Sentences by hop: one list of label words per node, in node order."""
    sentences = [[] for _ in range(H + 1)]
    for graph in graphs:
        order = centrality(graph)
        key = lambda v: (-order[v], labels[v], v)
        rings = {v: [sorted(r, key=key) for r in rings_of(graph, v, max(H, b))] for v in graph}
        block = {v: [str(labels[u]) for i in range(b + 1) for u in rings[v][i]] for v in graph}
        for v in graph:
            last = []
            for h in range(H + 1):
                words = [word for u in rings[v][h] for word in block[u]]
                last = words or last  # a node without a ring that far repeats its last slice
                sentences[h].append(last)
    return sentences


def embed(sentences, alpha, seed):
    points, previous = [], 0
    for corpus in sentences:
        model = Word2Vec(corpus, vector_size=32, window=5, sg=1, min_count=0, workers=1, seed=seed)
        sums = np.array([model.wv[words].sum(axis=0) for words in corpus])
        previous = sums + alpha * previous
        points.append(previous)
    return points


def gram(points, graph_sizes, factor, T, n_init, seed):
    N = len(graph_sizes)
    owner = np.repeat(np.arange(N), graph_sizes)
    kernel = np.zeros((N, N))
    for h, X in enumerate(points):
        for t in range(T):
            k = max(1, min(int(factor * N), len(np.unique(X, axis=0))))
            means = KMeans(k, init="random", n_init=n_init, max_iter=100, random_state=seed + h + t)
            cluster = means.fit_predict(X)
            features = np.zeros((N, k))
            np.add.at(features, (owner, cluster), 1 / graph_sizes[owner])
            kernel += features @ features.T / T
    scale = np.sqrt(np.diag(kernel))
    return kernel / np.outer(scale, scale)


def cross_validate(kernel, classes, seed):
    scores = []
    for train, test in StratifiedKFold(10, shuffle=True, random_state=seed).split(kernel, classes):
        search = GridSearchCV(SVC(kernel="precomputed"), {"C": 10.0 ** np.arange(-3, 5)},
                              cv=StratifiedKFold(5, shuffle=True, random_state=seed), n_jobs=2)
        search.fit(kernel[np.ix_(train, train)], classes[train])
        scores.append(search.score(kernel[np.ix_(test, train)], classes[test]))
    return scores


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--H", type=int, default=5)
    parser.add_argument("--b", type=int, default=1)
    parser.add_argument("--alpha", type=float, default=0.6)
    parser.add_argument("--factor", type=float, default=0.5)
    parser.add_argument("--T", type=int, default=3)
    parser.add_argument("--n-init", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stop-after", choices=["kernel", "learn"], default="learn")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")

    seconds, clock = {}, time.perf_counter()

    def lap(stage):
        nonlocal clock
        seconds[stage] = time.perf_counter() - clock
        clock = time.perf_counter()

    graphs, labels, classes = read_tu(args.folder)
    lap("read")
    sentences = slices_of(graphs, labels, args.H, args.b)
    lap("slice")
    points = embed(sentences, args.alpha, args.seed)
    lap("embed")
    sizes = np.array([g.number_of_nodes() for g in graphs])
    kernel = gram(points, sizes, args.factor, args.T, args.n_init, args.seed)
    lap("align")
    result = {"dataset": args.folder.name, "seconds": seconds}
    if args.stop_after == "learn":
        scores = cross_validate(kernel, classes, args.seed)
        lap("learn")
        result["accuracy"] = {"mean": float(np.mean(scores)), "std": float(np.std(scores))}
    seconds["total"] = sum(seconds.values())
    json.dump(result, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
