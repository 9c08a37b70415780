// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "dhgak/core/spec.h"

namespace dhgak {

// How classes are learned from similarities or features.
struct LearnOptions {
    Spec learner = {.name = "auto", .options = {}};  // see list_learners
    std::size_t inner_folds = 5;                     // choose C inside each training fold
    // C is chosen by at most so many training graphs, classes in their proportions; 0: by all.
    std::size_t inner_graphs = 10000;
    std::vector<double> C = {1e-3, 1e-2, 1e-1, 1,
                             1e1,  1e2,  1e3,  1e4};  // ascending; first best wins
    std::string score =
        "accuracy";        // what C, and later a configuration, is chosen by; see scores.h
    bool balance = false;  // classes cost the same, however many graphs they have
};

// What parts graphs into those that teach and those that judge.
enum class SplitBy {
    random,    // the seed, classes evenly
    scaffold,  // molecules of one scaffold stay together
    column,    // a column of the source
};

// More would say nothing more of how good a method is, and folds of each are kept.
inline constexpr std::size_t kMostRepeats = 10'000;

// How what was learned is judged.
struct FoldOptions {
    std::size_t count = 10;
    std::size_t repeats = 1;        // of the whole cross-validation, each with folds of its own
    bool inductive = false;         // fit the kernel on training folds only
    bool group_duplicates = false;  // graphs that look the same stay in one fold
    SplitBy split = SplitBy::random;
    std::filesystem::path splits;  // a file with the user's own folds; empty: none
};

// Throw ConfigError, naming the option and what it accepts.
void validate(const LearnOptions& options);
void validate(const FoldOptions& options);

}  // namespace dhgak
