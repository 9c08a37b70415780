// SPDX-License-Identifier: MIT
#include "graph/tu/survey.h"

#include <cstdint>
#include <optional>

#include "dhgak/core/error.h"
#include "graph/tu/arcs.h"
#include "graph/tu/parts.h"
#include "graph/tu/row_stream.h"

namespace dhgak {
namespace {

using IntegerRows = RowStream<std::int64_t>;

// Calls `body` with the rows of a file, some at a time, until it returns false.
template <typename Body>
void for_rows(IntegerRows& rows, const Body& body) {
    for (auto some = rows.ready(); !some.empty(); some = rows.ready()) {
        if (!body(some)) return;
        rows.skip(some.size() / rows.columns());
    }
}

std::optional<std::size_t> count_labelled(const TuFiles& files) {
    std::unique_ptr<TextStream> text = files.stream("graph_labels");
    if (!text) return std::nullopt;
    IntegerRows classes(std::move(text), make_column_parser, kClassLine);
    for_rows(classes, [](auto) { return true; });
    return classes.line();
}

IntegerRows open_indicator(const TuFiles& files) {
    std::unique_ptr<TextStream> text = files.stream("graph_indicator");
    if (!text) fail_missing(files, "graph_indicator");
    return {std::move(text), make_column_parser, kGraphLine};
}

// The graph of each node: its lowest and highest number, and whether they never fall.
struct GraphNumbers {
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest = std::numeric_limits<std::int64_t>::min();
    std::size_t num_nodes = 0;
    bool in_order = true;
};

GraphNumbers scan_indicator(const TuFiles& files) {
    IntegerRows indicator = open_indicator(files);
    GraphNumbers numbers;
    for_rows(indicator, [&](std::span<const std::int64_t> graphs) {
        for (const std::int64_t graph : graphs) {
            numbers.in_order = numbers.in_order && graph >= numbers.highest;
            numbers.lowest = std::min(numbers.lowest, graph);
            numbers.highest = std::max(numbers.highest, graph);
        }
        return true;
    });
    numbers.num_nodes = indicator.line();
    return numbers;
}

void require_graph_numbers(const TuFiles& files, const GraphNumbers& numbers,
                           std::optional<std::size_t> num_labelled) {
    const std::size_t limit = num_labelled.value_or(numbers.num_nodes + kMostEmptyGraphs);
    const auto is_wrong = [&](std::int64_t graph) {
        return graph < 1 || static_cast<std::uint64_t>(graph) > limit;
    };
    if (!is_wrong(numbers.lowest) && !is_wrong(numbers.highest)) return;
    IntegerRows indicator = open_indicator(files);
    for_rows(indicator, [&](std::span<const std::int64_t> graphs) {
        for (std::size_t i = 0; i < graphs.size(); ++i)
            if (is_wrong(graphs[i]))
                fail_graph_number(files, indicator.line() + i, graphs[i], numbers.num_nodes,
                                  num_labelled);
        return true;
    });
}

// The nodes [first, last), from 0, of one graph after another.
class GraphWalk {
public:
    explicit GraphWalk(const TuFiles& files) : indicator_(open_indicator(files)) {}

    std::size_t first() const { return first_; }
    std::size_t last() const { return last_; }
    std::int64_t graph() const { return graph_; }

    // Walks on to the graph of `node`, which must be there and not before last().
    void walk_to(std::size_t node) {
        while (node >= last_) step();
    }

private:
    void step() {
        first_ = last_;
        auto some = indicator_.ready();
        graph_ = some.empty() ? 0 : some.front();
        while (!some.empty()) {
            const auto end = std::ranges::find_if(some, [&](auto g) { return g != graph_; });
            indicator_.skip(static_cast<std::size_t>(end - some.begin()));
            if (end != some.end()) break;
            some = indicator_.ready();
        }
        last_ = indicator_.line();
        if (last_ == first_) throw InputError(indicator_.place() + ": changed while it was read");
    }

    IntegerRows indicator_;
    std::size_t first_ = 0, last_ = 0;
    std::int64_t graph_ = 0;
};

[[noreturn]] void fail_arc(const TuFiles& files, std::size_t line, std::size_t from,
                           std::size_t to) {
    GraphWalk from_walk(files), to_walk(files);
    from_walk.walk_to(from);
    to_walk.walk_to(to);
    throw InputError(
        at_line(files.place("A"),
                {line, describe_wrong_graphs(from, static_cast<std::size_t>(from_walk.graph()) - 1,
                                             to, static_cast<std::size_t>(to_walk.graph()) - 1)}));
}

bool survey_arcs(const TuFiles& files, Survey& result) {
    std::unique_ptr<TextStream> text = files.stream("A");
    if (!text) fail_missing(files, "A");
    IntegerRows arcs(std::move(text), make_arc_parser, kArcLine);
    GraphWalk walk(files);
    bool in_order = true;
    for_rows(arcs, [&](std::span<const std::int64_t> nodes) {
        for (std::size_t i = 0; i < nodes.size(); i += 2) {
            const auto from = static_cast<std::uint64_t>(nodes[i]) - 1;
            const auto to = static_cast<std::uint64_t>(nodes[i + 1]) - 1;
            // Both ends in the graph that the last arc was in: the usual case.
            if (from - walk.first() < walk.last() - walk.first() &&
                to - walk.first() < walk.last() - walk.first())
                continue;
            const std::size_t line = arcs.line() + i / 2;
            for (const std::int64_t node : {nodes[i], nodes[i + 1]})
                if (node < 1 || static_cast<std::uint64_t>(node) > result.num_nodes)
                    throw InputError(
                        at_line(arcs.place(), {line, describe_wrong_node(node, result.num_nodes)}));
            in_order = from >= walk.first();
            if (!in_order) return false;
            walk.walk_to(from);
            if (to < walk.first() || to >= walk.last()) fail_arc(files, line, from, to);
        }
        return true;
    });
    result.num_arcs = arcs.line();
    return in_order;
}

}  // namespace

Survey survey(const TuFiles& files) {
    Survey result;
    const std::optional<std::size_t> num_labelled = count_labelled(files);
    const GraphNumbers numbers = scan_indicator(files);
    require_graph_numbers(files, numbers, num_labelled);
    result.num_nodes = numbers.num_nodes;
    result.num_graphs = num_labelled.value_or(static_cast<std::size_t>(numbers.highest));
    result.in_order = numbers.in_order && survey_arcs(files, result);
    if (result.in_order && num_labelled &&
        *num_labelled > static_cast<std::size_t>(numbers.highest))
        warn_about_last_graphs(files, *num_labelled - static_cast<std::size_t>(numbers.highest));
    return result;
}

}  // namespace dhgak
