// SPDX-License-Identifier: MIT
#include "graph/tu/arcs.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "graph/tu/line_blocks.h"
#include "graph/tu/number_scanner.h"
#include "graph/tu/tables.h"

namespace dhgak {
namespace {

constexpr std::string_view kExpected = "an arc 'i, j' between two node numbers";

[[noreturn]] void fail_node(const NumberScanner& scanner, std::int64_t node,
                            std::size_t num_nodes) {
    if (node < 1) scanner.fail(fmt::format("node {}, but nodes are numbered from 1", node));
    scanner.fail(fmt::format("node {}, but there are {}", node, num_nodes));
}

[[noreturn]] void fail_graphs(const NumberScanner& scanner, std::size_t from, std::size_t to,
                              const NodeOrder& order) {
    scanner.fail(fmt::format(
        "an arc from node {} of graph {} to node {} of graph {}; both ends must be in one graph",
        from + 1, order.graph_of[from] + 1, to + 1, order.graph_of[to] + 1));
}

}  // namespace

ArcList parse_arcs(const TextFile& file, const NodeOrder& order) {
    require_text(file, kExpected);
    const LineBlocks lines = cut_into_blocks(file.text());
    const std::size_t num_nodes = order.graph_of.size();
    ArcList list;
    list.size = lines.num_lines;
    list.arcs = std::make_unique_for_overwrite<Arc[]>(list.size);
    for_each_block(file, lines, [&](const LineBlock& block) {
        Arc* arc = list.arcs.get() + block.first_line;
        const auto node = [&](NumberScanner& scanner) {
            const std::int64_t number = scanner.integer(kExpected);
            const auto index = static_cast<std::uint64_t>(number) - 1;
            if (index >= num_nodes) [[unlikely]]
                fail_node(scanner, number, num_nodes);
            return static_cast<std::size_t>(index);
        };
        for (NumberScanner scanner(block); !scanner.done(); scanner.end_line(kExpected)) {
            const std::size_t from = node(scanner);
            if (!scanner.comma()) scanner.fail_at_rest(kExpected);
            const std::size_t to = node(scanner);
            const std::uint32_t graph = order.graph_of[from];
            if (graph != order.graph_of[to]) [[unlikely]]
                fail_graphs(scanner, from, to, order);
            const auto first = static_cast<std::uint32_t>(order.node_offsets[graph]);
            arc->from = order.position_of[from];
            arc->to = from == to ? kSelfLoop : order.position_of[to] - first;
            ++arc;
        }
    });
    return list;
}

}  // namespace dhgak
