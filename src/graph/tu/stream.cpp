// SPDX-License-Identifier: MIT
#include "graph/tu/stream.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "graph/tu/arc_rows.h"
#include "graph/tu/arcs.h"
#include "graph/tu/graph_walk.h"
#include "graph/tu/parts.h"
#include "graph/tu/row_stream.h"
#include "graph/tu/survey.h"

namespace dhgak {
namespace {

using IntegerRows = RowStream<std::int64_t>;

template <typename Value>
std::optional<RowStream<Value>> open_rows(const TuFiles& files, std::string_view part,
                                          typename RowStream<Value>::MakeParser make_parser,
                                          std::string_view what) {
    std::unique_ptr<TextStream> text = files.stream(part);
    if (!text) return std::nullopt;
    return std::optional<RowStream<Value>>(std::in_place, std::move(text), make_parser, what);
}

// The survey has seen the file, so what does not fit is new.
[[noreturn]] void fail_changed(std::string_view place) {
    throw InputError(fmt::format("{}: changed while it was read; read it again", place));
}

// Blocks of graphs from files that the survey found in order.
class TuStream : public DatasetStream {
public:
    TuStream(std::unique_ptr<TuFiles> files, const TuSurvey& survey, std::size_t graphs_per_block)
        : files_(std::move(files)),
          survey_(survey),
          graphs_per_block_(graphs_per_block),
          classes_(
              open_rows<std::int64_t>(*files_, "graph_labels", make_column_parser, kClassLine)),
          indicator_(required("graph_indicator", make_column_parser, kGraphLine)),
          arcs_(required("A", make_arc_parser, kArcLine)),
          edge_labels_(
              open_rows<std::int64_t>(*files_, "edge_labels", make_integer_parser, kEdgeLabelLine)),
          node_labels_(
              open_rows<std::int64_t>(*files_, "node_labels", make_integer_parser, kNodeLabelLine)),
          attributes_(
              open_rows<float>(*files_, "node_attributes", make_number_parser, kAttributeLine)) {}

    std::optional<Dataset> next() override {
        const std::size_t num_graphs =
            std::min(graphs_per_block_, survey_.num_graphs - next_graph_);
        if (num_graphs == 0) return std::nullopt;
        Dataset block;
        block.name = files_->name();
        read_classes(block, num_graphs);
        read_nodes(block, num_graphs);
        read_arcs(block);
        read_node_labels(block);
        read_attributes(block);
        next_graph_ += num_graphs;
        first_node_ += block.num_nodes();
        if (next_graph_ == survey_.num_graphs) require_ends();
        return block;
    }

private:
    IntegerRows required(std::string_view part, IntegerRows::MakeParser make_parser,
                         std::string_view what) const {
        std::optional<IntegerRows> rows = open_rows<std::int64_t>(*files_, part, make_parser, what);
        if (!rows) fail_missing(*files_, part);
        return std::move(*rows);
    }

    void read_classes(Dataset& block, std::size_t num_graphs) {
        if (!classes_) return;
        IntegerTable table;
        if (classes_->take(num_graphs, table.values) != num_graphs) fail_changed(classes_->place());
        NumberedRows classes = number_rows(table);
        block.targets.classes = std::move(classes.number_of);
        block.targets.class_names = std::move(classes.names);
    }

    void read_nodes(Dataset& block, std::size_t num_graphs) {
        block.node_offsets.assign(num_graphs + 1, 0);
        first_of_node_.clear();
        std::uint64_t graph = 0;  // inside the block
        std::uint32_t node = 0, first = 0;
        for (auto some = indicator_.ready(); !some.empty(); some = indicator_.ready()) {
            std::size_t count = 0;
            for (; count < some.size(); ++count, ++node) {
                const std::uint64_t next =
                    static_cast<std::uint64_t>(some[count]) - 1 - next_graph_;
                if (next >= num_graphs) break;
                if (next < graph) fail_changed(indicator_.place());
                if (next > graph || node == 0) first = node;
                graph = next;
                first_of_node_.push_back(first);
                ++block.node_offsets[graph + 1];
                if (node + 1 == std::numeric_limits<std::uint32_t>::max())
                    throw InputError(fmt::format(
                        "{}: {} nodes in a block of {} graphs, but 32-bit node numbers end before "
                        "that; ask for smaller blocks",
                        indicator_.place(), node, num_graphs));
            }
            indicator_.skip(count);
            if (count == 0 || count < some.size()) break;
        }
        for (std::size_t g = 0; g < num_graphs; ++g)
            block.node_offsets[g + 1] += block.node_offsets[g];
    }

    void read_arcs(Dataset& block) {
        const std::size_t num_nodes = block.num_nodes();
        std::vector<Arc> arcs;
        for (auto some = arcs_.ready(); !some.empty(); some = arcs_.ready()) {
            std::size_t i = 0;
            for (; i < some.size(); i += 2) {
                const std::uint64_t from = static_cast<std::uint64_t>(some[i]) - 1 - first_node_;
                const std::uint64_t to = static_cast<std::uint64_t>(some[i + 1]) - 1 - first_node_;
                if (from >= num_nodes) break;
                if (to >= num_nodes || first_of_node_[from] != first_of_node_[to]) [[unlikely]]
                    fail_arc(arcs_.line() + i / 2, some[i], some[i + 1]);
                arcs.push_back({static_cast<std::uint32_t>(from),
                                from == to
                                    ? kSelfLoop
                                    : static_cast<std::uint32_t>(to - first_of_node_[from])});
            }
            arcs_.skip(i / 2);
            if (i < some.size()) break;
        }
        NumberedRows labels;
        if (edge_labels_) {
            labels = number_rows(take(*edge_labels_, arcs.size(), survey_.num_arcs, "A"));
            block.edge_label_names = std::move(labels.names);
        }
        ArcList list{std::make_unique_for_overwrite<Arc[]>(arcs.size()), arcs.size()};
        std::ranges::copy(arcs, list.arcs.get());
        build_rows(block, std::move(list), std::move(labels.number_of));
    }

    [[noreturn]] void fail_arc(std::size_t line, std::int64_t from, std::int64_t to) const {
        const auto fail = [&](std::string message) {
            throw InputError(at_line(arcs_.place(), {line, std::move(message)}));
        };
        const std::uint64_t from_node = static_cast<std::uint64_t>(from) - 1;
        const std::uint64_t to_node = static_cast<std::uint64_t>(to) - 1;
        GraphWalk from_walk(*files_), to_walk(*files_);
        if (to < 1 || !to_walk.walk_to(to_node)) fail(describe_wrong_node(to, survey_.num_nodes));
        if (!from_walk.walk_to(from_node)) fail_changed(indicator_.place());
        fail(describe_wrong_graphs(from_node, static_cast<std::size_t>(from_walk.graph()) - 1,
                                   to_node, static_cast<std::size_t>(to_walk.graph()) - 1));
        fail_changed(arcs_.place());
    }

    void read_node_labels(Dataset& block) {
        if (!node_labels_) {
            label_by_degree(block);
            return;
        }
        NumberedRows labels = number_rows(
            take(*node_labels_, block.num_nodes(), survey_.num_nodes, "graph_indicator"));
        block.node_labels = std::move(labels.number_of);
        block.label_names = std::move(labels.names);
    }

    void read_attributes(Dataset& block) {
        if (!attributes_) return;
        std::vector<float> values;
        values.reserve(block.num_nodes() * attributes_->columns());
        if (attributes_->take(block.num_nodes(), values) != block.num_nodes())
            require_rows(attributes_->place(), attributes_->line(), survey_.num_nodes,
                         files_->place("graph_indicator"));
        block.attributes = Matrix(block.num_nodes(), attributes_->columns());
        std::ranges::copy(values, block.attributes.values().begin());
    }

    // The next rows; `all` is how many the file should have, one for each line of `other`.
    IntegerTable take(IntegerRows& rows, std::size_t num_rows, std::size_t all,
                      std::string_view other) const {
        IntegerTable table{.columns = rows.columns(), .values = {}};
        if (rows.take(num_rows, table.values) != num_rows)
            require_rows(rows.place(), rows.line(), all, files_->place(other));
        return table;
    }

    template <typename Value>
    void require_end(std::optional<RowStream<Value>>& rows, std::size_t all,
                     std::string_view other) const {
        if (!rows) return;
        for (auto some = rows->ready(); !some.empty(); some = rows->ready())
            rows->skip(some.size() / rows->columns());
        require_rows(rows->place(), rows->line(), all, files_->place(other));
    }

    void require_ends() {
        if (indicator_.line() != survey_.num_nodes) fail_changed(indicator_.place());
        if (arcs_.line() != survey_.num_arcs) fail_changed(arcs_.place());
        require_end(edge_labels_, survey_.num_arcs, "A");
        require_end(node_labels_, survey_.num_nodes, "graph_indicator");
        require_end(attributes_, survey_.num_nodes, "graph_indicator");
    }

    std::unique_ptr<TuFiles> files_;
    TuSurvey survey_;
    std::size_t graphs_per_block_;
    std::optional<IntegerRows> classes_;
    IntegerRows indicator_, arcs_;
    std::optional<IntegerRows> edge_labels_, node_labels_;
    std::optional<RowStream<float>> attributes_;

    std::size_t next_graph_ = 0, first_node_ = 0;
    std::vector<std::uint32_t> first_of_node_;  // by node of the block: the first of its graph
};

}  // namespace

std::unique_ptr<DatasetStream> stream_tu(std::unique_ptr<TuFiles> files,
                                         std::size_t graphs_per_block) {
    const TuSurvey found = survey(*files);
    if (found.in_order)
        return std::make_unique<TuStream>(std::move(files), found, graphs_per_block);
    log_info(fmt::format(
        "{}: nodes or arcs are not in the order of their graphs; the dataset is read whole",
        files->name()));
    return stream_of(read_tu(*files), graphs_per_block);
}

}  // namespace dhgak
