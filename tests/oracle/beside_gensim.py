#!/usr/bin/env python3
"""w2v:train=gensim beside gensim itself: norms, distances, hops and accuracy, each within the spread
of seeds. The default must be told apart by the same measure, or the measure says nothing.

    beside_gensim.py PROGRAM    exit code 77 where gensim or scikit-learn is missing
"""
import os
import pathlib
import random
import statistics
import sys
import tempfile

os.environ["OMP_NUM_THREADS"] = "1"  # so little work is slower with more
try:
    import gensim  # noqa: F401
    import sklearn  # noqa: F401
except ImportError as missing:
    print(f"SKIP: {missing}")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench" / "tasks"))
import word2vec  # noqa: E402

H, B, FACTOR, SEEDS = 3, 1, 0.3, 10
BOUND = 1.7  # standard errors; two draws of one thing differ by about 1


# Trees with a few more edges; in the second class a node often has its parent's label.
def write_dataset(folder, num_graphs=120):
    draw = random.Random(1)
    nodes, edges, labels, classes = [], [], [], []
    for graph in range(1, num_graphs + 1):
        first, size, copies = len(nodes) + 1, draw.randint(12, 24), graph % 2
        for v in range(first, first + size):
            nodes.append(graph)
            label = draw.choices(range(5), [50, 25, 15, 7, 3])[0]
            if v > first:
                parent = draw.randrange(max(first, v - 4), v)
                edges += [(v, parent), (parent, v)]
                if copies and draw.random() < 0.3:
                    label = labels[parent - 1]
            labels.append(label)
        classes.append(copies)
    for suffix, lines in [("A", [f"{u}, {v}" for u, v in edges]), ("graph_indicator", nodes),
                          ("node_labels", labels), ("graph_labels", classes)]:
        (folder / f"{folder.name}_{suffix}.txt").write_text("".join(f"{line}\n" for line in lines))


def main(program):
    with tempfile.TemporaryDirectory() as parent:
        folder = pathlib.Path(parent) / "trees"
        folder.mkdir()
        write_dataset(folder)
        data, classes = str(folder), word2vec.read_classes(folder)
        sentences, sizes = word2vec.read_slices(program, data, H, B)
        labels = word2vec.labels_by_frequency(sentences)
        bags = word2vec.bags_of(sentences, labels)
        seeds = range(SEEDS)
        gensims = [word2vec.gensim_vectors(sentences, labels, seed) for seed in seeds]
        ours = {nlm: [word2vec.program_vectors(program, data, H, B, bags, nlm, seed) for seed in seeds]
                for nlm in ("w2v:train=gensim", "w2v")}

        def accuracies(vectors_by_seed):
            return [word2vec.accuracy_of(word2vec.points_of(bags, vectors), sizes, classes, FACTOR, seed,
                                         powers=[1, 3])
                    for seed, vectors in zip(seeds, vectors_by_seed)]

        wrong = []

        def expect(holds, text):
            print(("ok    " if holds else "WRONG ") + text)
            if not holds:
                wrong.append(text)

        for nlm, vectors in ours.items():
            for part in ("norms", "distances", "cosines"):
                difference = word2vec.disagreement([word2vec.shape_of(v)[part] for v in vectors],
                                                   [word2vec.shape_of(v)[part] for v in gensims])
                agrees = nlm != "w2v"
                expect((difference < BOUND) == agrees,
                       f"{nlm}: {part} differ from gensim's by {difference:.2f} standard errors; "
                       f"{'below' if agrees else 'from'} {BOUND} on wanted")
        theirs, own = accuracies(gensims), accuracies(ours["w2v:train=gensim"])
        error = (statistics.variance(theirs) / SEEDS + statistics.variance(own) / SEEDS) ** 0.5
        difference = abs(statistics.mean(theirs) - statistics.mean(own))
        expect(difference < 3 * error,
               f"accuracy {statistics.mean(own):.1f} beside {statistics.mean(theirs):.1f} with gensim's "
               f"vectors: {difference:.2f} apart, below {3 * error:.2f} wanted")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
