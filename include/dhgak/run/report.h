// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "dhgak/core/stopwatch.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/learn/cross_validation.h"
#include "dhgak/run/document.h"
#include "dhgak/run/options.h"

namespace dhgak {

struct DatasetSummary {
    std::string name;
    std::size_t graphs = 0;
    std::size_t classes = 0;
    std::size_t nodes = 0;
    std::size_t edges = 0;
    std::size_t labels = 0;
    double majority = 0;  // share of the largest class
    std::vector<std::string> class_names;
    bool labels_are_degrees = false;
    std::size_t edge_labels = 0;      // kinds of them
    std::size_t attributes = 0;       // columns
    std::size_t unknown_classes = 0;  // graphs that were left out
    std::string atoms;                // Dataset::atoms
};

DatasetSummary summarize(const Dataset& dataset);

// Whether edge labels take part: the dataset has some, and the kernel reads them.
bool edge_labels_used(const DatasetSummary& dataset, const RunOptions& options);

// From how many graphs vectors and clusters were learned; the slices of the rest were put into
// these clusters.
struct Codebook {
    std::size_t graphs = 0;
    std::size_t rest = 0;
};

// What came of judging a run by folds.
struct Evaluation {
    CvResult cv;
    std::string learner;                   // that learned
    std::vector<std::size_t> num_columns;  // of the last fit: by level, what graphs are compared by
    Codebook codebook;                     // of the last fit
    std::size_t choosing_graphs = 0;     // of a fold, by which C is chosen; 0: all training graphs
    std::size_t straddling = 0;          // test graphs that look like one of their training graphs
    std::vector<std::size_t> graph_ids;  // by graph of the folds: its number in the dataset
    bool held_out = false;               // the one fold is a part that a model did not see
};

// One run: what was asked, on what, what came out and what it cost.
struct Report {
    std::string source;
    RunOptions options;
    std::string identity;  // Kernel::identity
    DatasetSummary dataset;
    std::optional<Evaluation> evaluation;
    StageTimes times;
    std::size_t threads = 0;
    std::size_t peak_bytes = 0;
};

// One JSON object, as docs/formats.md names its fields.
std::string to_json(const Report& report);

// A run as tables for people: what decides the number, folds, accuracy beside the majority share,
// seconds by stage.
Document to_document(const Report& report);
std::string to_table(const Report& report);

// The lines about what its evaluation found.
std::string accuracy_text(const Report& report);

// What there is of edge labels and attributes, and whether it is used; empty if there is nothing.
std::string labels_text(const Report& report);

// The last lines of a run: seconds by stage, threads and memory.
std::string times_text(const Report& report);

}  // namespace dhgak
