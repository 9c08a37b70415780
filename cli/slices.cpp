// SPDX-License-Identifier: MIT
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/pipeline.h"
#include "options.h"
#include "slice/sequences.h"

namespace dhgak::cli {
namespace {

struct SlicesFlags : RunFlags {
    std::optional<std::size_t> graph;
    std::optional<std::size_t> node;
};

// Labels as JSON values: numbers where the source has numbers. Each is made once, and lines are put
// together from them: a value of nlohmann for each line takes ten to twenty times as long.
std::vector<std::string> json_labels(const Dataset& dataset) {
    std::vector<std::string> texts;
    for (const std::string& name : dataset.label_names) {
        long long number = 0;
        std::from_chars(name.data(), name.data() + name.size(), number);
        const nlohmann::json value =
            std::to_string(number) == name ? nlohmann::json(number) : nlohmann::json(name);
        texts.push_back(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    return texts;
}

void print_graph(const Slices& slices, std::size_t g, std::optional<std::size_t> only_node,
                 const std::vector<std::string>& label_texts) {
    const std::size_t num_nodes = slices.dataset->graph(g).num_nodes();
    if (only_node && *only_node >= num_nodes)
        throw InputError(num_nodes == 0
                             ? fmt::format("--node {}: graph {} has no nodes", *only_node, g)
                             : fmt::format("--node {}: graph {} has nodes 0 to {}", *only_node, g,
                                           num_nodes - 1));
    constexpr std::size_t kChunk = 1 << 16;
    SequenceWriter writer(slices, g);
    std::string text;
    for (std::size_t v = only_node.value_or(0); v < (only_node ? *only_node + 1 : num_nodes); ++v)
        for (int h = 0; h < slices.num_hops(); ++h) {
            text += fmt::format(R"({{"graph":{},"node":{},"hop":{},"labels":[)", g, v, h);
            for (const std::uint32_t label : writer.labels(v, h)) {
                text += label_texts[label];
                text += ',';
            }
            if (text.back() == ',') text.pop_back();
            text += "]}\n";
            if (text.size() < kChunk) continue;
            throw_if_interrupted();
            print_data(text);
            text.clear();
        }
    print_data(text);
}

void write_slices(const SlicesFlags& flags) {
    const Dataset dataset = read_dataset(flags.data, flags.molecule_options());
    if (flags.graph && *flags.graph >= dataset.num_graphs())
        throw InputError(fmt::format("--graph {}: {} has graphs 0 to {}", *flags.graph,
                                     dataset.name, dataset.num_graphs() - 1));
    const Slices slices = cut_slices(dataset, flags.parse().kernel.align.slices);
    const std::vector<std::string> label_texts = json_labels(dataset);
    if (flags.graph) return print_graph(slices, *flags.graph, flags.node, label_texts);
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g)
        print_graph(slices, g, std::nullopt, label_texts);
}

}  // namespace

void add_slices(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "slices", "Print the slices: the labels around each node by hop, as JSON lines");
    const auto flags = std::make_shared<SlicesFlags>();
    add_data(*command, *flags);
    auto* graph = command->add_option("--graph", flags->graph, "Only this graph; the first is 0");
    command->add_option("--node", flags->node, "Only this node of that graph; the first is 0")
        ->needs(graph);
    add_run_options(*command, *flags, {"Slices"});
    command->callback([flags] { write_slices(*flags); });
}

}  // namespace dhgak::cli
