// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/learn/learner.h"
#include "learn/random_features.h"
#include "support/scratch_folder.h"

namespace dhgak {

// A problem in two parts: graphs to train on and graphs to predict.
struct TwoParts {
    RandomFeatures all;
    GramMatrix gram;
    std::size_t num_train;
    SparseMatrix train, test;
    GramMatrix train_gram;
    std::vector<double> cross;  // test rows against training graphs
    std::vector<std::uint32_t> train_classes;

    TwoParts(std::size_t size, std::uint32_t num_classes, double signal, std::uint64_t seed)
        : all(random_features(size, num_classes, signal, seed)),
          gram(gram_of(all.features)),
          num_train(size * 2 / 3),
          train(rows(0, num_train)),
          test(rows(num_train, size)),
          train_gram(num_train),
          train_classes(all.classes.begin(),
                        all.classes.begin() + static_cast<std::ptrdiff_t>(num_train)) {
        for (std::size_t i = 0; i < num_train; ++i)
            for (std::size_t j = 0; j < num_train; ++j) train_gram(i, j) = gram(i, j);
        for (std::size_t i = num_train; i < size; ++i)
            cross.insert(cross.end(), gram.row(i).begin(),
                         gram.row(i).begin() + static_cast<std::ptrdiff_t>(num_train));
    }

    SparseMatrix rows(std::size_t begin, std::size_t end) const {
        SparseMatrix part;
        part.num_cols = all.features.num_cols;
        for (std::size_t g = begin; g < end; ++g) {
            for (auto e = all.features.row_offsets[g]; e < all.features.row_offsets[g + 1]; ++e) {
                part.columns.push_back(all.features.columns[static_cast<std::size_t>(e)]);
                part.values.push_back(all.features.values[static_cast<std::size_t>(e)]);
            }
            part.row_offsets.push_back(std::ssize(part.values));
        }
        return part;
    }

    Split split() const {
        Split split;
        for (std::size_t g = 0; g < all.classes.size(); ++g)
            (g < num_train ? split.train : split.test).push_back(g);
        return split;
    }
};

// Trained on the graphs of known class.
inline std::unique_ptr<Predictor> train_on(const LearningData& data, const Targets& targets,
                                           const TrainOptions& options = {},
                                           const LearnOptions& learn = {}) {
    return make_learner(learn)->prepare(data)->train(targets.known(), targets, options);
}

inline std::unique_ptr<Predictor> saved_and_loaded(const Predictor& predictor,
                                                   std::string_view learner) {
    const ScratchFolder folder;
    const ModelWriter writer;
    predictor.save(writer.at("learn"));
    writer.write(folder / "m");
    return load_predictor(learner, ModelReader(folder / "m").at("learn"));
}

inline void expect_same(const Predictions& a, const Predictions& b) {
    EXPECT_EQ(a.classes, b.classes);
    EXPECT_EQ(a.decisions, b.decisions);
    EXPECT_EQ(a.probabilities, b.probabilities);
}

}  // namespace dhgak
