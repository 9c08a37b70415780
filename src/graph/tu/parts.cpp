// SPDX-License-Identifier: MIT
#include "graph/tu/parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "graph/tu/line_blocks.h"

namespace dhgak {

void fail_missing(const TuFiles& files, std::string_view part) {
    throw InputError(fmt::format(
        "{}: is missing; a TU dataset needs this file with {}", files.place(part),
        part == "A" ? "one arc 'i, j' on each line" : "the number of each node's graph"));
}

void fail_graph_number(const TuFiles& files, std::size_t line, std::int64_t graph,
                       std::size_t num_nodes, std::optional<std::size_t> num_labelled) {
    std::string message = fmt::format("graph {}, but graphs are numbered from 1", graph);
    if (graph >= 1)
        message = num_labelled
                      ? fmt::format("graph {}, but {} has {} lines", graph,
                                    files.place("graph_labels"), *num_labelled)
                      : fmt::format("graph {} in a file of {} nodes; number the graphs one by one",
                                    graph, num_nodes);
    throw InputError(at_line(files.place("graph_indicator"), {line, message}));
}

void require_rows(std::string_view place, std::size_t rows, std::size_t expected,
                  const std::string& one_for_each_line_of) {
    if (rows == expected) return;
    throw InputError(
        at_line(place, {std::min(rows, expected),
                        fmt::format("the file has {} lines, expected {}: one for each line of {}",
                                    rows, expected, one_for_each_line_of)}));
}

void warn_about_last_graphs(const TuFiles& files, std::size_t num_without_nodes) {
    log_warning(fmt::format("{}: {} graphs at the end of {} have no nodes", files.name(),
                            num_without_nodes, files.place("graph_labels")));
}

}  // namespace dhgak
