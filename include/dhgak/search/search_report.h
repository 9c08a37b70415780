// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dhgak/run/report.h"
#include "dhgak/search/methods.h"
#include "dhgak/search/search.h"

namespace dhgak {

// A search and what was chosen from it. `run` holds the chosen configuration, the most frequent one
// where folds chose differently, and the accuracy of the choice.
struct SearchReport {
    Report run;
    SearchOptions options;
    SearchResult result;
    Choice choice;
    std::vector<MethodScore> methods;  // kernels and language models beside each other
};

// Searches, chooses and measures; `run.times` has `read` already where the caller measured it.
SearchReport report_search(const std::string& source, const Dataset& dataset,
                           const SearchOptions& options, Selection selection, StageTimes times);

// The JSON of a run with a field `search` added: how it was selected, among how many
// configurations, what each fold chose, every method's and every configuration's scores.
std::string to_json(const SearchReport& report);

// The same for people. A result of `paper` selection is called optimistic.
std::string to_table(const SearchReport& report);

}  // namespace dhgak
