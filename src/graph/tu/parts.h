// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "graph/tu/files.h"

namespace dhgak {

// What the lines of each part hold, for messages.
inline constexpr std::string_view kArcLine = "an arc 'i, j' between two node numbers";
inline constexpr std::string_view kGraphLine = "the number of the node's graph";
inline constexpr std::string_view kClassLine =
    "the graph's class, a whole number (number named classes)";
inline constexpr std::string_view kNodeLabelLine =
    "the node's label, a whole number (number named labels, like C as 6)";
inline constexpr std::string_view kEdgeLabelLine =
    "the arc's label, a whole number (number named labels, like double as 2)";
inline constexpr std::string_view kAttributeLine = "the node's attributes, finite numbers";

// Graph labels may name graphs without nodes; nothing else does, so a lone huge number in the
// indicator is a fault and not a million empty graphs.
inline constexpr std::size_t kMostEmptyGraphs = 1'000'000;

// Faults that reading whole and reading a stream share; all throw InputError.
[[noreturn]] void fail_missing(const TuFiles& files, std::string_view part);
[[noreturn]] void fail_graph_number(const TuFiles& files, std::size_t line, std::int64_t graph,
                                    std::size_t num_nodes, std::optional<std::size_t> num_labelled);
void require_rows(std::string_view place, std::size_t rows, std::size_t expected,
                  const std::string& one_for_each_line_of);

void warn_about_last_graphs(const TuFiles& files, std::size_t num_without_nodes);

}  // namespace dhgak
