#!/usr/bin/env python3
"""What the pieces of word2vec do to vectors and to accuracy, beside gensim.

    word2vec.py accuracy --program build/dhgak --data FOLDER    mean over seeds, by piece
    word2vec.py vectors  --program build/dhgak --data FOLDER    norms, distances, hops; needs gensim
    word2vec.py gensim   --program build/dhgak --data FOLDER    accuracy beside gensim's vectors in
                                                                scikit-learn's clusters and SVM
"""
import argparse
import collections
import json
import pathlib
import statistics
import subprocess
import tempfile

CONFIGURATIONS = {  # H, b, clusters per graph
    "MUTAG": (5, 2, 0.5), "PTC_FR": (5, 2, 0.5), "BZR": (5, 2, 0.5), "COX2": (5, 2, 0.5),
    "DHFR": (5, 2, 0.5), "ENZYMES": (5, 1, 0.5), "PROTEINS": (5, 1, 0.5), "IMDB-BINARY": (3, 1, 0.5),
}
PIECES = ["w2v", "w2v:noise=pair", "w2v:start=same", "w2v:spread=1", "w2v:decay=batches",
          "w2v:sigmoid=table", "w2v:max_words=0", "w2v:train=gensim", "w2v:train=gensim,start=hop"]
FREQUENT = 3  # labels whose vectors are compared


# By hop, the sentences of all nodes in order, and how many nodes each graph has.
def read_slices(program, data, H, b):
    sentences, sizes = [[] for _ in range(H + 1)], collections.Counter()
    command = [program, "slices", data, "--H", str(H), "--b", str(b)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as lines:
        for record in map(json.loads, lines.stdout):
            sentences[record["hop"]].append([str(label) for label in record["labels"]])
            sizes[record["graph"]] += record["hop"] == 0
    if lines.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    return sentences, [sizes[graph] for graph in sorted(sizes)]


def labels_by_frequency(sentences):
    counts = collections.Counter(word for hop in sentences for words in hop for word in words)
    return [label for label, _ in counts.most_common()]


# By hop, a matrix of label counts: one row per node, one column per label.
def bags_of(sentences, labels):
    import numpy as np
    column = {label: i for i, label in enumerate(labels)}
    bags = [np.zeros((len(hop), len(labels))) for hop in sentences]
    for bag, hop in zip(bags, sentences):
        for node, words in enumerate(hop):
            for label, count in collections.Counter(words).items():
                bag[node, column[label]] = count
    return bags


# By hop, a row per label: DHGAK-w2v as it is written with gensim, the same seed at every hop.
def gensim_vectors(sentences, labels, seed):
    import numpy as np
    from gensim.models import Word2Vec
    vectors = []
    for hop in sentences:
        words = Word2Vec(hop, vector_size=32, window=5, sg=1, min_count=0, workers=1, seed=seed).wv
        vectors.append(np.array([words[label] if label in words else np.zeros(32)
                                 for label in labels], float))
    return vectors


# The same of the program: with alpha 0 an embedding is the bag times the label vectors.
def program_vectors(program, data, H, b, bags, nlm, seed):
    import numpy as np
    with tempfile.NamedTemporaryFile(suffix=".npz") as file:
        subprocess.run([program, "embed", data, "--H", str(H), "--b", str(b), "--alpha", "0", "--nlm",
                        nlm, "--seed", str(seed), "--output", file.name, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        hops = np.load(file.name)
        return [np.linalg.lstsq(bag, hops[f"hop{h}"].astype(float), rcond=None)[0]
                for h, bag in enumerate(bags)]


# What no rotation changes, of the most frequent labels: norms and distances by hop, and the cosines
# between a label's vectors at neighbouring hops.
def shape_of(vectors):
    import numpy as np
    frequent = [hop[:FREQUENT] for hop in vectors]
    norms = np.array([np.linalg.norm(hop, axis=1) for hop in frequent])
    distances = np.array([[np.linalg.norm(hop[i] - hop[j]) for i in range(len(hop)) for j in range(i)]
                          for hop in frequent])
    cosines = np.array([(a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
                        for a, b in zip(frequent, frequent[1:])])
    return {"norms": norms, "distances": distances, "cosines": cosines}


# The root mean square of the differences between two means over seeds, in standard errors. About 1
# where both are draws of one thing.
def disagreement(some, others):
    import numpy as np
    some, others = np.array(some), np.array(others)
    error = np.sqrt(some.var(axis=0, ddof=1) / len(some) + others.var(axis=0, ddof=1) / len(others))
    return float(np.sqrt(np.mean(((some.mean(axis=0) - others.mean(axis=0)) / error) ** 2)))


# x_h(v) = alpha x_{h-1}(v) + the sum of the label vectors over the slice.
def points_of(bags, vectors, alpha=0.6):
    points, before = [], 0
    for bag, hop in zip(bags, vectors):
        before = bag @ hop + alpha * before
        points.append(before)
    return points


# DHGAK's accuracy for these points, by scikit-learn; clusterings and folds depend on the seed only. C
# is chosen from the powers of 10 inside each training fold.
def accuracy_of(points, sizes, classes, factor, seed, T=3, powers=range(-3, 5)):
    import numpy as np
    from sklearn.cluster import KMeans
    from sklearn.model_selection import GridSearchCV, StratifiedKFold
    from sklearn.svm import SVC
    sizes = np.array(sizes)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    kernel = np.zeros((len(sizes), len(sizes)))
    for h, x in enumerate(points):
        distinct, place, weight = np.unique(x.round(5), axis=0, return_inverse=True,
                                            return_counts=True)
        k = max(1, min(int(factor * len(sizes)), len(distinct)))
        for t in range(T):
            means = KMeans(k, init="random", n_init=1, max_iter=100, random_state=seed * 100 + h * T + t)
            cluster = means.fit(distinct, sample_weight=weight).labels_[place.ravel()]
            features = np.zeros((len(sizes), k))
            np.add.at(features, (owner, cluster), 1 / sizes[owner])
            kernel += features @ features.T
    scale = np.sqrt(np.diag(kernel))
    kernel /= np.outer(scale, scale)
    scores = []
    for train, test in StratifiedKFold(10, shuffle=True, random_state=seed).split(kernel, classes):
        search = GridSearchCV(SVC(kernel="precomputed"), {"C": [10.0 ** power for power in powers]},
                              cv=StratifiedKFold(5, shuffle=True, random_state=seed))
        search.fit(kernel[np.ix_(train, train)], classes[train])
        scores.append(search.score(kernel[np.ix_(test, train)], classes[test]))
    return 100 * float(np.mean(scores))


def mean_and_deviation(values):
    return f"{statistics.mean(values):.1f} ± {statistics.pstdev(values):.1f}"


def run_cv(program, data, H, b, factor, nlm, seed):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run([program, "cv", data, "--kernel", "dhgak", "--H", str(H), "--b", str(b),
                        "--cluster-factor", str(factor), "--nlm", nlm, "--seed", str(seed), "--quiet",
                        "--json", report.name], check=True, stdout=subprocess.DEVNULL)
        return json.load(open(report.name))


def print_accuracy(args):
    print("| dataset | H b factor | " + " | ".join(f"`{piece}`" for piece in args.pieces) + " |")
    print("|---" * (len(args.pieces) + 2) + "|")
    for name in args.datasets:
        H, b, factor = CONFIGURATIONS[name]
        cells = []
        for piece in args.pieces:
            runs = [run_cv(args.program, str(args.data / name), H, b, factor, piece, seed)
                    for seed in range(args.seeds)]
            cells.append(mean_and_deviation([100 * run["accuracy"]["mean"] for run in runs]))
        print(f"| {name} | {H} {b} {factor} | " + " | ".join(cells) + " |", flush=True)


def print_vectors(args):
    print("| dataset | vectors | norms | distances | cosine between hops | "
          "norms differ by | distances by | cosines by |")
    print("|---" * 8 + "|")
    for name in args.datasets:
        H, b, _ = CONFIGURATIONS[name]
        data = str(args.data / name)
        sentences, _ = read_slices(args.program, data, H, b)
        labels = labels_by_frequency(sentences)
        bags = bags_of(sentences, labels)
        gensims = [shape_of(gensim_vectors(sentences, labels, seed)) for seed in range(args.seeds)]
        # Seeds of its own, or gensim would agree with itself too well.
        rows = {"gensim, other seeds": [shape_of(gensim_vectors(sentences, labels, seed))
                                        for seed in range(args.seeds, 2 * args.seeds)]}
        for piece in args.pieces:
            rows[f"`{piece}`"] = [
                shape_of(program_vectors(args.program, data, H, b, bags, piece, seed))
                for seed in range(args.seeds)]

        def means(shapes):
            return [f"{statistics.mean(float(shape[part].mean()) for shape in shapes):.3f}"
                    for part in ("norms", "distances", "cosines")]
        print(f"| {name} | gensim | " + " | ".join(means(gensims)) + " | | | |", flush=True)
        for title, shapes in rows.items():
            differences = [f"{disagreement([s[part] for s in shapes], [s[part] for s in gensims]):.1f}"
                           for part in ("norms", "distances", "cosines")]
            print(f"| {name} | {title} | " + " | ".join(means(shapes) + differences) + " |", flush=True)


def read_classes(data):
    import numpy as np
    return np.loadtxt(data / f"{data.name}_graph_labels.txt", dtype=int)


def print_beside_gensim(args):
    print("| dataset | H b factor | gensim | " + " | ".join(f"`{p}`" for p in args.pieces) + " |")
    print("|---" * (len(args.pieces) + 3) + "|")
    for name in args.datasets:
        H, b, factor = CONFIGURATIONS[name]
        data = args.data / name
        sentences, sizes = read_slices(args.program, str(data), H, b)
        labels, classes = labels_by_frequency(sentences), read_classes(data)
        bags = bags_of(sentences, labels)

        def scores(vectors_of):
            return mean_and_deviation([accuracy_of(points_of(bags, vectors_of(seed)), sizes, classes,
                                                   factor, seed) for seed in range(args.seeds)])
        cells = [scores(lambda seed: gensim_vectors(sentences, labels, seed))]
        for piece in args.pieces:
            cells.append(scores(lambda seed, nlm=piece: program_vectors(args.program, str(data), H, b,
                                                                        bags, nlm, seed)))
        print(f"| {name} | {H} {b} {factor} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["accuracy", "vectors", "gensim"])
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of TU folders")
    parser.add_argument("--datasets", nargs="+", default=list(CONFIGURATIONS), choices=CONFIGURATIONS)
    parser.add_argument("--pieces", nargs="+", default=PIECES)
    parser.add_argument("--seeds", type=int, default=5)
    args = parser.parse_args()
    {"accuracy": print_accuracy, "vectors": print_vectors, "gensim": print_beside_gensim}[args.what](args)


if __name__ == "__main__":
    main()
