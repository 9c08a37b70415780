// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "dhgak/core/spec.h"
#include "dhgak/core/stopwatch.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/kernel.h"
#include "dhgak/learn/cross_validation.h"

namespace dhgak {

// Everything that decides a run's result.
struct RunOptions {
    Spec kernel = {.name = "dhgak-oa", .options = {}};
    AlignOptions align;
    CvOptions cv;
    bool inductive = false;  // fit embeddings and clusterings on training folds only
};

// Sets the one seed from which all parts of a run derive theirs.
void set_seed(RunOptions& options, std::uint64_t seed);

struct DatasetSummary {
    std::string name;
    std::size_t graphs = 0;
    std::size_t classes = 0;
    std::size_t nodes = 0;
    std::size_t edges = 0;
    std::size_t labels = 0;
    double majority = 0;  // share of the largest class
};

DatasetSummary summarize(const Dataset& dataset);

// One run: what was asked, on what, what came out and what it cost.
struct Report {
    std::string source;
    RunOptions options;
    DatasetSummary dataset;
    std::optional<CvResult> cv;
    StageTimes times;
    std::size_t threads = 0;
    std::size_t peak_bytes = 0;
};

// One JSON object, as design section 4 names its fields.
std::string to_json(const Report& report);

// The same for people: accuracy beside the majority share, folds, seconds by stage.
std::string to_table(const Report& report);

}  // namespace dhgak
