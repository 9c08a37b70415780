// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dhgak/core/spec.h"
#include "dhgak/learn/cross_validation.h"
#include "dhgak/run/document.h"
#include "dhgak/run/report.h"
#include "dhgak/run/source.h"
#include "dhgak/search/grid.h"

namespace dhgak {

// A kernel that takes part. Where its grid has several configurations, the inner folds of each
// outer fold choose among them.
struct Contender {
    std::string title;
    Grid grid;
};

// A kernel with the options it was given, those of slices from `run`.
Contender fixed_contender(const Spec& kernel, const RunOptions& run);

// A kernel whose options that are not given are chosen: its own among those of its paper, and for
// kernels on slices those of `slices`.
Contender tuned_contender(const Spec& kernel, const Grid& slices);

// What one contender reached on one dataset, and what it cost.
struct ContenderScore {
    std::string failure;  // why there is no result; empty if there is one
    CvResult cv;
    std::size_t configurations = 1;           // that were chosen from
    std::vector<std::size_t> chosen_of_fold;  // by fold: which of them, as list_points has them
    bool edge_labels_used = false;            // by the configuration of some fold
    double kernel_seconds = 0;                // all before learning
    double total_seconds = 0;                 // without reading the dataset
    std::size_t peak_bytes = 0;               // of the process while it ran, the dataset included
    double rank = 0;                          // among the contenders that have a result
    std::optional<double> p_value;            // against the best, see p_of_difference
};

struct DatasetScores {
    std::string source;
    DatasetSummary dataset;
    std::size_t folds = 0;               // of all repeats
    std::size_t straddling = 0;          // see Evaluation
    std::vector<std::size_t> graph_ids;  // by graph of the folds: its number in the dataset
    std::vector<ContenderScore> scores;  // by contender
};

// A contender over all datasets on which every contender has a result.
struct Standing {
    double mean_rank = 0;
    double mean_accuracy = 0;

    // Against the best mean rank: Wilcoxon's signed ranks, corrected by Holm. None for the best,
    // and over fewer than kFewestPairs datasets.
    std::optional<double> p_value = {};
};

struct CompareOptions {
    RunOptions run;  // folds, learner, and options of slices
    std::vector<Contender> contenders;
    std::filesystem::path journal;                           // empty: none
    std::function<void(const std::string& line)> on_result;  // one line for each new result
};

struct Comparison {
    CompareOptions options;
    std::vector<DatasetScores> datasets;
    std::vector<Standing> standings;   // by contender
    std::size_t ranked_datasets = 0;   // those that the standings are over
    double critical_difference = 0;    // of mean ranks, see learn/ranking.h; 0 if none
    std::size_t num_from_journal = 0;  // results that an earlier run had
    std::size_t threads = 0;
};

// Judges every contender on the same folds of each dataset. Options are
// judged and datasets looked at before any work; a kernel that cannot serve a dataset is a failure
// in its cell, not an end. With a journal each result is kept at once, and a run that was stopped
// goes on. Throws ConfigError, InputError, or Interrupted.
Comparison compare_kernels(const std::vector<Source>& sources, const CompareOptions& options);

// Whether some contender has a result on some dataset.
bool has_result(const Comparison& comparison);

std::string to_json(const Comparison& comparison);
Document to_document(const Comparison& comparison);

}  // namespace dhgak
