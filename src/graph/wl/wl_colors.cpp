// SPDX-License-Identifier: MIT
#include "graph/wl_colors.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/io/model_file.h"
#include "graph/known_names.h"
#include "graph/wl/sequence_table.h"

namespace dhgak {
namespace {

static_assert(SequenceTable::kNone == kUnseenColor);

// Far more than any graph needs to be refined to the end.
constexpr std::size_t kMostRounds = 1000;

// The labels of a dataset as a dictionary numbers them.
struct KnownLabels {
    std::vector<std::uint32_t> node;
    std::vector<std::uint32_t> edge;  // empty if edge labels do not count
};

// What the next colour of a node stands for: its colour, then those of its neighbours in ascending
// order, each after the label of its edge if these count.
class KeyWriter {
public:
    KeyWriter(const KnownLabels& labels, std::span<const std::uint32_t> colors)
        : labels_(labels), colors_(colors) {}

    // False if anything in it was never seen.
    bool write(const Graph& graph, std::size_t v, std::vector<std::uint32_t>& key) {
        around_.clear();
        bool is_known = true;
        const auto neighbors = graph.neighbors(v);
        for (std::size_t i = 0; i < neighbors.size(); ++i) {
            const std::uint32_t color = colors_[graph.first_node + neighbors[i]];
            const std::uint32_t edge =
                labels_.edge.empty() ? 0 : labels_.edge[graph.edge_labels(v)[i]];
            is_known = is_known && color != kUnseenColor && edge != kUnseenColor;
            around_.push_back((std::uint64_t{edge} << 32) | color);
        }
        std::ranges::sort(around_);
        key.assign(1, colors_[graph.first_node + v]);
        for (const std::uint64_t pair : around_) {
            if (!labels_.edge.empty()) key.push_back(static_cast<std::uint32_t>(pair >> 32));
            key.push_back(static_cast<std::uint32_t>(pair));
        }
        return is_known && key.front() != kUnseenColor;
    }

private:
    const KnownLabels& labels_;
    std::span<const std::uint32_t> colors_;
    std::vector<std::uint64_t> around_;
};

// Some graphs' keys of a round, one after another, with their hashes.
struct BlockOfKeys {
    std::vector<std::uint32_t> numbers;
    std::vector<std::size_t> offsets = {0};
    std::vector<std::uint64_t> hashes;
};

// Learns the colours of a round. Keys are written by all threads and numbered by one.
std::vector<std::uint32_t> learn_round(const Dataset& dataset, const KnownLabels& labels,
                                       const std::vector<std::uint32_t>& before,
                                       SequenceTable& table) {
    constexpr std::size_t kGraphs = 64;
    std::vector<BlockOfKeys> blocks((dataset.num_graphs() + kGraphs - 1) / kGraphs);
    parallel_blocks(dataset.num_graphs(), kGraphs, [&](std::size_t begin, std::size_t end) {
        BlockOfKeys& block = blocks[begin / kGraphs];
        KeyWriter writer(labels, before);
        std::vector<std::uint32_t> key;
        for (std::size_t g = begin; g < end; ++g) {
            const Graph graph = dataset.graph(g);
            for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
                writer.write(graph, v, key);
                block.numbers.insert(block.numbers.end(), key.begin(), key.end());
                block.offsets.push_back(block.numbers.size());
                block.hashes.push_back(hash_sequence(key));
            }
        }
    });
    std::vector<std::uint32_t> colors;
    colors.reserve(dataset.num_nodes());
    for (BlockOfKeys& block : blocks) {
        for (std::size_t i = 0; i < block.hashes.size(); ++i)
            colors.push_back(
                table.add(std::span(block.numbers)
                              .subspan(block.offsets[i], block.offsets[i + 1] - block.offsets[i]),
                          block.hashes[i]));
        block = {};
    }
    return colors;
}

std::vector<std::uint32_t> find_round(const Dataset& dataset, const KnownLabels& labels,
                                      const std::vector<std::uint32_t>& before,
                                      const SequenceTable& table) {
    std::vector<std::uint32_t> colors(dataset.num_nodes());
    parallel_blocks(dataset.num_graphs(), 16, [&](std::size_t begin, std::size_t end) {
        KeyWriter writer(labels, before);
        std::vector<std::uint32_t> key;
        for (std::size_t g = begin; g < end; ++g) {
            const Graph graph = dataset.graph(g);
            for (std::size_t v = 0; v < graph.num_nodes(); ++v)
                colors[graph.first_node + v] = writer.write(graph, v, key)
                                                   ? table.find(key, hash_sequence(key))
                                                   : kUnseenColor;
        }
    });
    return colors;
}

// The names of labels by first occurrence among the nodes.
std::vector<std::string> names_by_occurrence(const Dataset& dataset) {
    std::vector<std::string> names;
    std::vector<bool> seen(dataset.num_labels(), false);
    for (const std::uint32_t label : dataset.node_labels) {
        if (seen[label]) continue;
        seen[label] = true;
        names.push_back(dataset.label_names[label]);
    }
    return names;
}

}  // namespace

struct WlColoring::State {
    KnownLabels translate(const Dataset& dataset) const {
        if (has_edge_labels && dataset.edge_labels.empty() && !dataset.neighbors.empty())
            throw InputError(fmt::format(
                "{}: has no edge labels, but the graphs that were fitted have; give it edge labels "
                "or fit without them",
                dataset.name));
        KnownLabels known{.node = labels.translate(dataset.label_names), .edge = {}};
        if (has_edge_labels) known.edge = edge_labels.translate(dataset.edge_label_names);
        return known;
    }

    std::vector<std::uint32_t> first_colors(const Dataset& dataset,
                                            const KnownLabels& known) const {
        std::vector<std::uint32_t> colors(dataset.num_nodes());
        for (std::size_t v = 0; v < colors.size(); ++v)
            colors[v] = known.node[dataset.node_labels[v]];
        return colors;
    }

    KnownNames labels;
    KnownNames edge_labels;
    bool has_edge_labels = false;
    std::vector<SequenceTable> rounds;  // after round 0
};

WlColoring::WlColoring(const Dataset& dataset, const WlColorOptions& options, WlColors* colors) {
    if (options.rounds > kMostRounds)
        throw ConfigError(
            fmt::format("{} rounds of colours; at most {}", options.rounds, kMostRounds));
    const auto state = std::make_shared<State>();
    state->labels = KnownNames(names_by_occurrence(dataset));
    state->has_edge_labels = options.edge_labels && !dataset.edge_labels.empty();
    if (state->has_edge_labels) state->edge_labels = KnownNames(dataset.edge_label_names);
    state->rounds.resize(options.rounds);

    const KnownLabels known = state->translate(dataset);
    std::vector<std::uint32_t> present = state->first_colors(dataset, known);
    if (colors != nullptr) *colors = {present};
    for (SequenceTable& table : state->rounds) {
        present = learn_round(dataset, known, present, table);
        if (colors != nullptr) colors->push_back(present);
    }
    state_ = state;
}

std::size_t WlColoring::num_rounds() const { return state_->rounds.size(); }

std::size_t WlColoring::num_colors(std::size_t round) const {
    return round == 0 ? state_->labels.names().size() : state_->rounds.at(round - 1).size();
}

const std::vector<std::string>& WlColoring::label_names() const { return state_->labels.names(); }

bool WlColoring::uses_edge_labels() const { return state_->has_edge_labels; }

WlColors WlColoring::color(const Dataset& dataset) const {
    const KnownLabels known = state_->translate(dataset);
    WlColors colors = {state_->first_colors(dataset, known)};
    for (const SequenceTable& table : state_->rounds)
        colors.push_back(find_round(dataset, known, colors.back(), table));
    return colors;
}

void WlColoring::save(const ModelWriter& writer) const {
    writer.set("rounds", num_rounds());
    writer.set("labels", state_->labels.names());
    writer.set("has_edge_labels", state_->has_edge_labels);
    writer.set("edge_labels", state_->edge_labels.names());
    for (std::size_t r = 0; r < num_rounds(); ++r) {
        const SequenceTable& table = state_->rounds[r];
        const ModelWriter round = writer.at(fmt::format("round{}", r + 1));
        round.add("keys", std::span<const std::uint32_t>(table.entries()));
        const std::vector<std::int64_t> offsets(table.offsets().begin(), table.offsets().end());
        round.add("offsets", std::span<const std::int64_t>(offsets));
    }
}

WlColoring::WlColoring(const ModelReader& reader) {
    const auto state = std::make_shared<State>();
    state->labels = KnownNames(reader.texts("labels"));
    reader.require(state->labels.differ(), "labels", "names a label twice");
    state->has_edge_labels = reader.flag("has_edge_labels");
    state->edge_labels = KnownNames(reader.texts("edge_labels"));
    reader.require(state->edge_labels.differ(), "edge_labels", "names a label twice");
    state->rounds.resize(static_cast<std::size_t>(
        reader.integer("rounds", 0, static_cast<std::int64_t>(kMostRounds))));
    std::size_t num_before = state->labels.names().size();
    const std::size_t num_edge_labels = state->edge_labels.names().size();
    for (std::size_t r = 0; r < state->rounds.size(); ++r) {
        const ModelReader round = reader.at(fmt::format("round{}", r + 1));
        const std::vector<std::uint32_t> keys = round.numbers("keys", kUnseenColor - 1);
        const std::vector<std::int64_t> offsets = round.offsets("offsets");
        round.require(!offsets.empty() && offsets.back() == static_cast<std::int64_t>(keys.size()),
                      "offsets", "do not end where the keys end");
        SequenceTable& table = state->rounds[r];
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
            const auto key =
                std::span(keys).subspan(static_cast<std::size_t>(offsets[i]),
                                        static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
            round.require(!key.empty() && (!state->has_edge_labels || key.size() % 2 == 1),
                          "offsets", "cut a key short");
            for (std::size_t k = 0; k < key.size(); ++k) {
                const bool is_edge = state->has_edge_labels && k % 2 == 1;
                round.require(key[k] < (is_edge ? num_edge_labels : num_before), "keys",
                              "name a colour or label that is not there");
            }
            round.require(table.add(key, hash_sequence(key)) == i, "keys", "hold a key twice");
        }
        num_before = table.size();
    }
    state_ = state;
}

}  // namespace dhgak
