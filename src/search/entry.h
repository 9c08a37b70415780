// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dhgak/search/search.h"
#include "run/render/json.h"

namespace dhgak {

// The journal's first line: everything that decides a result beside its configuration.
std::string journal_header(const Dataset& dataset, std::span<const OuterFold> folds,
                           const SearchOptions& options);

// A configuration as a JSON object; equal texts are equal configurations. `identity` is that of its
// kernel: what decides a result beside options.
std::string point_text(const GridPoint& point, const std::string& identity);

// One line: what a configuration reached on some of the folds.
std::string write_entry(const Candidate& candidate, std::span<const std::size_t> folds);

// The configuration's text and its folds, filled into a candidate with room for all of them.
// Throws InputError, starting with `place`, if the line does not fit the folds and the values of C.
struct Entry {
    std::string point;
    Candidate results;
};
Entry read_entry(const std::string& line, const std::string& place,
                 std::span<const OuterFold> folds, const Targets& targets,
                 std::span<const double> C);

}  // namespace dhgak
