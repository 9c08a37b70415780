// SPDX-License-Identifier: MIT
#include "graph/tu/arcs.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "graph/tu/line_blocks.h"
#include "graph/tu/number_scanner.h"
#include "graph/tu/parts.h"
#include "graph/tu/tables.h"

namespace dhgak {

RowParser<std::int64_t> make_arc_parser(std::string_view, std::string_view what) {
    const auto parse = [expected = std::string(what)](const LineBlock& block, std::int64_t* node) {
        for (NumberScanner scanner(block); !scanner.done(); scanner.end_line(expected)) {
            *node++ = scanner.integer(expected);
            if (!scanner.comma()) scanner.fail_at_rest(expected);
            *node++ = scanner.integer(expected);
        }
    };
    return {2, parse};
}

RowParser<std::int64_t> make_tail_parser(std::string_view, std::string_view what) {
    const auto parse = [expected = std::string(what)](const LineBlock& block, std::int64_t* node) {
        for (NumberScanner scanner(block); !scanner.done(); scanner.skip_line())
            *node++ = scanner.integer(expected);
    };
    return {1, parse};
}

std::string describe_wrong_node(std::int64_t node, std::size_t num_nodes) {
    if (node < 1) return fmt::format("node {}, but nodes are numbered from 1", node);
    return fmt::format("node {}, but there are {}", node, num_nodes);
}

std::string describe_wrong_graphs(std::size_t from, std::size_t from_graph, std::size_t to,
                                  std::size_t to_graph) {
    return fmt::format(
        "an arc from node {} of graph {} to node {} of graph {}; both ends must be in one graph",
        from + 1, from_graph + 1, to + 1, to_graph + 1);
}

ArcList parse_arcs(const TextFile& file, const NodeOrder& order) {
    require_text(file.place(), file.text(), kArcLine);
    const LineBlocks lines = cut_into_blocks(file.text());
    const std::size_t num_nodes = order.graph_of.size();
    ArcList list;
    list.size = lines.num_lines;
    list.arcs = std::make_unique_for_overwrite<Arc[]>(list.size);
    for_each_block(file, lines, [&](const LineBlock& block) {
        Arc* arc = list.arcs.get() + block.first_line;
        const auto node = [&](NumberScanner& scanner) {
            const std::int64_t number = scanner.integer(kArcLine);
            const auto index = static_cast<std::uint64_t>(number) - 1;
            if (index >= num_nodes) [[unlikely]]
                scanner.fail(describe_wrong_node(number, num_nodes));
            return static_cast<std::size_t>(index);
        };
        for (NumberScanner scanner(block); !scanner.done(); scanner.end_line(kArcLine)) {
            const std::size_t from = node(scanner);
            if (!scanner.comma()) scanner.fail_at_rest(kArcLine);
            const std::size_t to = node(scanner);
            const std::uint32_t graph = order.graph_of[from];
            if (graph != order.graph_of[to]) [[unlikely]]
                scanner.fail(describe_wrong_graphs(from, graph, to, order.graph_of[to]));
            const auto first = static_cast<std::uint32_t>(order.node_offsets[graph]);
            arc->from = order.position_of[from];
            arc->to = from == to ? kSelfLoop : order.position_of[to] - first;
            ++arc;
        }
    });
    return list;
}

}  // namespace dhgak
