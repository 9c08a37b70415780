// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dhgak/explain/explain.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/run/document.h"
#include "explain/training_index.h"

namespace dhgak {

// What a model says about some graphs and why, ready to be written down.
struct ExplanationReport {
    std::shared_ptr<const Explainer> explainer;
    std::shared_ptr<const TrainingIndex> training;  // none: columns have no examples
    Dataset graphs;                                 // those explained
    std::vector<std::size_t> graph_ids;             // by graph: its number in the file
    std::vector<GraphExplanation> explanations;
    std::vector<ClassColumns> most_important;  // of the model, over these graphs
};

// The tally's columns, united where training tells that they are alike, and cut after `top` of
// them.
std::vector<ClassColumns> most_important(const Explainer& explainer, const ColumnTally& tally,
                                         const TrainingIndex* training, std::size_t top);

struct ExplainOptions {
    std::optional<std::size_t> graph;  // explains this one alone
    std::size_t top = 10;              // columns named for a graph, and for a class
};

// Throws InputError if the graph is not there, and what Explainer throws.
ExplanationReport explain_dataset(std::shared_ptr<const Explainer> explainer,
                                  std::shared_ptr<const TrainingIndex> training, Dataset graphs,
                                  const ExplainOptions& options, NewGraphNotes& notes);

// One JSON object, as docs/formats.md names its fields.
std::string to_json(const ExplanationReport& report);
Document to_document(const ExplanationReport& report);

// The same for two graphs of a dataset.
struct PairReport {
    std::shared_ptr<const Explainer> explainer;
    std::shared_ptr<const TrainingIndex> training;
    Dataset graphs;            // both
    std::size_t a = 0, b = 0;  // their numbers in the file
    PairExplanation explanation;
    std::size_t top = 10;
};
PairReport explain_two(std::shared_ptr<const Explainer> explainer,
                       std::shared_ptr<const TrainingIndex> training, const Dataset& graphs,
                       std::size_t a, std::size_t b, std::size_t top);
std::string to_json(const PairReport& report);
Document to_document(const PairReport& report);

}  // namespace dhgak
