// SPDX-License-Identifier: MIT
#include "graph/tu/survey.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "dhgak/core/error.h"
#include "graph/tu/arcs.h"
#include "graph/tu/graph_walk.h"
#include "graph/tu/parts.h"
#include "graph/tu/row_stream.h"

namespace dhgak {
namespace {

std::optional<std::size_t> count_labelled(const TuFiles& files) {
    std::unique_ptr<TextStream> text = files.stream("graph_labels");
    if (!text) return std::nullopt;
    RowStream<std::int64_t> classes(std::move(text), make_column_parser, kClassLine);
    for (auto some = classes.ready(); !some.empty(); some = classes.ready())
        classes.skip(some.size());
    return classes.line();
}

// A walk through graph_indicator that notes what graphs there are.
class Indicator {
public:
    Indicator(const TuFiles& files, std::optional<std::size_t> num_labelled)
        : files_(files), num_labelled_(num_labelled), walk_(files) {}

    const GraphWalk& walk() const { return walk_; }
    bool in_order() const { return in_order_; }
    std::size_t highest() const { return static_cast<std::size_t>(highest_); }

    // Walks on to the graph of `node`; false if there is no such node.
    bool walk_to(std::size_t node) {
        while (node >= walk_.last())
            if (!step()) return false;
        return true;
    }

    // Walks to the end, and throws if a graph has a number that cannot be.
    void finish() {
        while (step()) {
        }
        const std::size_t num_nodes = walk_.last();
        const std::size_t limit = num_labelled_.value_or(num_nodes + kMostEmptyGraphs);
        const auto is_wrong = [&](std::int64_t graph) {
            return graph < 1 || static_cast<std::uint64_t>(graph) > limit;
        };
        if (!is_wrong(lowest_) && !is_wrong(highest_)) return;
        for (GraphWalk again(files_); again.step();)
            if (is_wrong(again.graph()))
                fail_graph_number(files_, again.first(), again.graph(), num_nodes, num_labelled_);
    }

private:
    bool step() {
        if (!walk_.step()) return false;
        const std::int64_t graph = walk_.graph();
        in_order_ = in_order_ && graph >= highest_;
        lowest_ = std::min(lowest_, graph);
        highest_ = std::max(highest_, graph);
        return true;
    }

    const TuFiles& files_;
    std::optional<std::size_t> num_labelled_;
    GraphWalk walk_;
    std::int64_t lowest_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest_ = std::numeric_limits<std::int64_t>::min();
    bool in_order_ = true;
};

// Throws InputError at the first line that is no arc.
void require_arc_lines(const TuFiles& files) {
    RowStream<std::int64_t> arcs(files.stream("A"), make_arc_parser, kArcLine);
    for (auto some = arcs.ready(); !some.empty(); some = arcs.ready())
        arcs.skip(some.size() / arcs.columns());
}

// Whether arcs, by their first node, come in the order of graphs.
bool walk_arcs(const TuFiles& files, Indicator& indicator, std::size_t& num_arcs) {
    std::unique_ptr<TextStream> text = files.stream("A");
    if (!text) fail_missing(files, "A");
    RowStream<std::int64_t> tails(std::move(text), make_tail_parser, kArcLine);
    for (auto some = tails.ready(); !some.empty(); some = tails.ready()) {
        for (std::size_t i = 0; i < some.size(); ++i) {
            const GraphWalk& walk = indicator.walk();
            const std::uint64_t node = static_cast<std::uint64_t>(some[i]) - 1;
            if (node - walk.first() < walk.last() - walk.first()) continue;
            if (some[i] < 1 || (node >= walk.last() && !indicator.walk_to(node))) {
                indicator.finish();
                throw InputError(at_line(
                    tails.place(), {tails.line() + i, describe_wrong_node(some[i], walk.last())}));
            }
            if (node < walk.first() || !indicator.in_order()) return false;
        }
        tails.skip(some.size());
    }
    num_arcs = tails.line();
    return true;
}

}  // namespace

TuSurvey survey(const TuFiles& files) {
    TuSurvey result;
    const std::optional<std::size_t> num_labelled = count_labelled(files);
    Indicator indicator(files, num_labelled);
    try {
        if (!walk_arcs(files, indicator, result.num_arcs)) return result;
    } catch (const InputError&) {
        if (files.stream("A")) require_arc_lines(files);  // a fault in a second node goes first
        throw;
    }
    indicator.finish();
    result.in_order = indicator.in_order();
    result.num_nodes = indicator.walk().last();
    result.num_graphs = num_labelled.value_or(indicator.highest());
    if (result.in_order && result.num_graphs > indicator.highest())
        warn_about_last_graphs(files, result.num_graphs - indicator.highest());
    return result;
}

}  // namespace dhgak
