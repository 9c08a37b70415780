// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.h"
#include "dhgak/search/search.h"
#include "run/evaluate.h"
#include "run/prepare.h"
#include "support/graphs.h"

namespace dhgak {

// Random graphs; class 1 has a share of its labels changed, so that there is something to learn.
inline Dataset labelled_graphs(std::size_t size, double signal, std::uint64_t seed) {
    Random random(seed);
    std::vector<testing_support::PlainGraph> graphs;
    std::vector<std::uint32_t> classes;
    for (std::size_t g = 0; g < size; ++g) {
        const auto c = static_cast<std::uint32_t>(random.below(2));
        testing_support::PlainGraph graph = testing_support::random_graph(
            random, 6 + static_cast<std::uint32_t>(random.below(6)), 2.2, 3);
        for (std::uint32_t& label : graph.labels)
            if (c == 1 && random.uniform() < signal) label = 0;
        graphs.push_back(std::move(graph));
        classes.push_back(c);
    }
    return testing_support::make_dataset(graphs, classes, 3);
}

inline SearchOptions small_options() {
    SearchOptions options;
    options.grid = {.kernels = {Spec::parse("dhgak"), Spec::parse("dhgak-oa")},
                    .nlms = {Spec::parse("label"), Spec::parse("w2v:size=8")},
                    .H = {0, 2},
                    .b = {0, 1},
                    .alpha = {0.0f, 0.6f},
                    .cluster_factors = {0.2, 1},
                    .T = {2}};
    options.run.learn.inner_folds = 3;
    options.run.learn.C = {0.1, 1, 10};
    options.run.folds.count = 4;
    options.run.learn.learner = Spec::parse("svm");
    options.run.seed = 5;
    return options;
}

// Every configuration on the folds that the options ask for.
inline SearchResult search_all(const Dataset& dataset, const SearchOptions& options) {
    const Prepared graphs = prepare(dataset, options.run.read, options.grid.kernels);
    const RunFolds folds =
        make_folds(graphs.known, options.run, list_options(options.grid, options.run));
    return search_grid(*graphs.known.dataset, folds.folds, options);
}

inline bool same(const FoldResult& a, const FoldResult& b) {
    return a.C == b.C && a.predictions == b.predictions && a.graphs == b.graphs &&
           a.scores == b.scores && a.repeat == b.repeat;
}

inline bool same(const SearchResult& a, const SearchResult& b) {
    if (a.candidates.size() != b.candidates.size()) return false;
    for (std::size_t c = 0; c < a.candidates.size(); ++c)
        for (std::size_t f = 0; f < a.folds.size(); ++f)
            if (a.candidates[c].inner[f].right != b.candidates[c].inner[f].right ||
                !same(a.candidates[c].outer[f], b.candidates[c].outer[f]))
                return false;
    return true;
}

}  // namespace dhgak
