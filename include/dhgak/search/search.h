// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "dhgak/core/stopwatch.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/learn/cross_validation.h"
#include "dhgak/learn/outer_folds.h"
#include "dhgak/run/options.h"
#include "dhgak/run/report.h"
#include "dhgak/search/grid.h"
#include "dhgak/search/selection.h"

namespace dhgak {

// A configuration and what came of it, by outer fold. A fold whose `inner` C is 0 was not reached.
struct Candidate {
    GridPoint point;
    std::string identity;           // of the kernel, see Kernel::identity
    Codebook codebook;              // of the last fit
    std::vector<InnerScore> inner;  // what choosing may look at
    std::vector<FoldResult> outer;  // what judges

    bool is_complete() const;
};

// Which configurations are judged on an outer fold.
enum class Judging {
    all,     // so that any selection can follow
    chosen,  // where inner folds like none better so far: enough for nested selection, and much
             // less work; what was passed over has empty results. Takes no journal and no budget.
};

// How far a search has come, told after each new result.
struct SearchStatus {
    std::span<const Candidate> candidates;
    const Targets& targets;  // of the dataset
    std::size_t last = 0;    // the candidate that was just evaluated
    std::size_t done = 0;    // evaluated configurations, those of the journal included
};

struct SearchOptions {
    RunOptions run;  // what is not searched for
    Grid grid;
    Selection select = Selection::nested;
    Judging judging = Judging::all;
    std::filesystem::path journal;                            // empty: none
    double budget = std::numeric_limits<double>::infinity();  // seconds
    std::function<void(const SearchStatus&)> on_result;       // one call at a time, any thread
};

struct SearchResult {
    std::vector<Candidate> candidates;  // in grid order
    std::vector<OuterFold> folds;
    std::size_t num_from_journal = 0;
    bool out_of_time = false;  // the budget ended it: candidates are incomplete
    StageTimes times;          // the search's seconds, shared out among the stages
};

// Evaluates every configuration of the grid by stratified k-fold C-SVM; C is chosen inside each
// training fold. What configurations share is computed once: slices and embeddings by language
// model and width, points by alpha, clusterings by factor; a hop is added to the kernel of the hop
// before, so every H costs only its own hop. Each result is the one that `cross_validate` gives for
// that configuration alone, bit for bit (but for gntk, whose sums depend on the deepest level).
//
// The classes of all graphs must be known.
//
// Throws ConfigError or InputError before any work, Interrupted when asked to stop; what the
// journal has by then is kept.
SearchResult search_grid(const Dataset& dataset, std::vector<OuterFold> folds,
                         const SearchOptions& options);

// What one way of selecting takes from a search.
struct Choice {
    Selection selection = Selection::nested;
    std::vector<std::size_t> candidates;      // those chosen from
    std::vector<std::size_t> chosen_of_fold;  // by outer fold: the candidate
    std::size_t representative = 0;           // the candidate chosen most often, first of equals
    CvResult cv;
};

// Chooses among all candidates, or among some. Nested selection sees `Candidate::inner` only; the
// others need complete candidates, and `fixed` exactly one. Throws ConfigError or Error otherwise.
Choice choose(const SearchResult& result, const Targets& targets, Selection selection);
Choice choose(const SearchResult& result, const Targets& targets, Selection selection,
              std::vector<std::size_t> candidates);

}  // namespace dhgak
