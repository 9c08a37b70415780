// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "dhgak/compare/compare.h"
#include "dhgak/search/search.h"

namespace dhgak {

// The first line of a comparison's journal: by what all its results are judged.
std::string comparison_header(const RunOptions& run);

// A text that differs where dataset, folds, protocol or configurations do.
std::string key_of(const Dataset& dataset, std::span<const OuterFold> folds,
                   const SearchOptions& options);

// One result as a line of the journal.
std::string write_result(const std::string& key, const std::string& title,
                         const std::string& dataset, const ContenderScore& score);

// The key of such a line, and its result, chosen from so many configurations and these values of
// C. Throw InputError, starting with `place`, if the line is none.
std::string read_key(const std::string& line, const std::string& place);
ContenderScore read_result(const std::string& line, const std::string& place,
                           std::size_t configurations, std::span<const OuterFold> folds,
                           const Targets& targets, std::span<const double> C);

}  // namespace dhgak
