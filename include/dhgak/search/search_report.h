// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dhgak/run/report.h"
#include "dhgak/run/source.h"
#include "dhgak/search/methods.h"
#include "dhgak/search/search.h"

namespace dhgak {

// A search and what was chosen from it. `run` holds the accuracy of the choice and, as its options,
// the configuration with the best mean inner score: the one to use from here on.
struct SearchReport {
    Report run;
    SearchOptions options;
    SearchResult result;
    Choice choice;
    std::vector<MethodScore> methods;  // kernels and language models beside each other
    std::size_t best = 0;              // candidate with the best mean inner score
    std::vector<double> scores;        // by candidate: selection_score; 0 if it is incomplete
};

// Evaluates every configuration of the grid on the graphs of known class, chooses, and judges the
// choice. Throws as search_grid does.
SearchReport search(const Source& source, const SearchOptions& options);

// The JSON of a run with a field `search` added: how it was selected, among how many
// configurations, what each fold chose, every method's and every configuration's scores.
std::string to_json(const SearchReport& report);

// A search as tables for people. A result of `paper` selection is called optimistic.
Document to_document(const SearchReport& report);
std::string to_table(const SearchReport& report);

}  // namespace dhgak
