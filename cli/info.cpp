// SPDX-License-Identifier: MIT
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "core/printable.h"
#include "dhgak/graph/reader.h"
#include "file_options.h"
#include "graph/audit.h"
#include "io/atomic_file.h"
#include "options.h"

namespace dhgak::cli {
namespace {

double percent(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

class Lines {
public:
    template <typename... Values>
    void add(std::string_view name, fmt::format_string<Values...> format, Values&&... values) {
        text_ += fmt::format("{:<24} {}\n", name,
                             printable(fmt::format(format, std::forward<Values>(values)...)));
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

void describe_size(Lines& lines, const Dataset& dataset, const Audit& audit) {
    lines.add("dataset", "{}", dataset.name);
    lines.add("graphs", "{}", dataset.num_graphs());
    lines.add("nodes", "{} (per graph {} to {}, mean {:.2f})", dataset.num_nodes(), audit.nodes.min,
              audit.nodes.max, audit.nodes.mean);
    lines.add("edges", "{} (per graph {} to {}, mean {:.2f})", dataset.num_edges(), audit.edges.min,
              audit.edges.max, audit.edges.mean);
    lines.add("node labels", "{}{}", dataset.num_labels(),
              dataset.labels_are_degrees ? " (none in the files: degrees)" : "");
    if (!dataset.atoms.empty()) lines.add("atoms", "{}", dataset.atoms);
    lines.add("edge labels", "{}{}", dataset.edge_label_names.size(),
              dataset.edge_labels.empty() ? "" : " (there, but not used by default)");
    lines.add("attribute columns", "{}{}", dataset.attributes.cols(),
              dataset.attributes.cols() == 0
                  ? ""
                  : " (there, but not used by default; --attributes mean uses them)");
}

void describe_classes(Lines& lines, const Dataset& dataset, const Audit& audit) {
    std::string sizes;
    for (std::size_t c = 0; c < audit.class_sizes.size(); ++c)
        sizes += fmt::format("  {}: {}", dataset.targets.class_names[c], audit.class_sizes[c]);
    if (audit.unknown_classes > 0) sizes += fmt::format("  not known: {}", audit.unknown_classes);
    lines.add("classes", "{}{}", dataset.num_classes(), sizes);
    lines.add("majority class", "{:.2f} %", 100 * audit.majority_share);
}

// By labels alone: attributes are not looked at.
void describe_duplicates(Lines& lines, const Dataset& dataset, const Audit& audit) {
    const bool has_edge_labels = !dataset.edge_labels.empty();
    const Duplicates &plain = audit.duplicates, &labelled = audit.duplicates_with_edge_labels;
    const auto with_edges = [&](const auto& value) {
        return has_edge_labels ? fmt::format("; {} if edge labels count as well", value) : "";
    };
    const auto share = [&](std::size_t graphs) {
        return fmt::format("{} graphs ({:.1f} %)", graphs, percent(graphs, dataset.num_graphs()));
    };
    lines.add("duplicates", "{} have a look-alike (Weisfeiler-Leman on node labels){}",
              share(plain.shared_graphs), with_edges(labelled.shared_graphs));
    lines.add("conflicting duplicates", "{} have one of another class{}",
              share(plain.conflicting_graphs), with_edges(labelled.conflicting_graphs));
    if (dataset.num_classes() > 0)
        lines.add(
            "limit of WL methods",
            "{:.2f} % is the most that a Weisfeiler-Leman kernel or a message-passing network "
            "can have right by node labels (dhgak also sees distances and may pass it){}",
            100 * plain.best_accuracy,
            with_edges(fmt::format("{:.2f} %", 100 * labelled.best_accuracy)));
}

void describe_irregularities(Lines& lines, const Dataset& dataset, const Audit& audit) {
    lines.add("isolated nodes", "{}", audit.isolated_nodes);
    lines.add("disconnected graphs", "{}", audit.disconnected_graphs);
    lines.add("graphs without nodes", "{}", audit.empty_graphs);
    lines.add("self loops", "{}{}", audit.irregularities.self_loops,
              audit.irregularities.self_loops ? " (dropped)" : "");
    lines.add("doubled arcs", "{}{}", audit.irregularities.doubled_arcs,
              audit.irregularities.doubled_arcs ? " (collapsed)" : "");
    lines.add("one-way arcs", "{}{}", audit.irregularities.one_way_arcs,
              audit.irregularities.one_way_arcs ? " (way back added)" : "");
    if (!audit.coordinate_columns.empty())
        lines.add("coordinates?",
                  "attribute columns {} look like positions: not invariant, leave "
                  "them out of slices (--attributes off)",
                  fmt::join(audit.coordinate_columns, ", "));
    describe_duplicates(lines, dataset, audit);
}

nlohmann::ordered_json to_json(const Spread& spread) {
    return {{"min", spread.min}, {"mean", spread.mean}, {"max", spread.max}};
}

nlohmann::ordered_json to_json(const Duplicates& duplicates) {
    return {{"distinct_graphs", duplicates.distinct_graphs},
            {"shared_graphs", duplicates.shared_graphs},
            {"conflicting_graphs", duplicates.conflicting_graphs},
            {"wl_limit", duplicates.best_accuracy}};
}

nlohmann::ordered_json to_json(const Dataset& dataset, const Audit& audit) {
    nlohmann::ordered_json classes = nlohmann::ordered_json::array();
    for (std::size_t c = 0; c < audit.class_sizes.size(); ++c)
        classes.push_back(
            {{"name", dataset.targets.class_names[c]}, {"graphs", audit.class_sizes[c]}});
    return {{"name", dataset.name},
            {"graphs", dataset.num_graphs()},
            {"nodes", dataset.num_nodes()},
            {"edges", dataset.num_edges()},
            {"nodes_per_graph", to_json(audit.nodes)},
            {"edges_per_graph", to_json(audit.edges)},
            {"node_labels", dataset.label_names},
            {"labels_are_degrees", dataset.labels_are_degrees},
            {"atoms", dataset.atoms},
            {"edge_labels", dataset.edge_label_names},
            {"attribute_columns", dataset.attributes.cols()},
            {"coordinate_columns", audit.coordinate_columns},
            {"classes", classes},
            {"unknown_classes", audit.unknown_classes},
            {"majority_share", audit.majority_share},
            {"isolated_nodes", audit.isolated_nodes},
            {"disconnected_graphs", audit.disconnected_graphs},
            {"empty_graphs", audit.empty_graphs},
            {"self_loops", audit.irregularities.self_loops},
            {"doubled_arcs", audit.irregularities.doubled_arcs},
            {"one_way_arcs", audit.irregularities.one_way_arcs},
            {"duplicates", to_json(audit.duplicates)},
            {"duplicates_with_edge_labels", to_json(audit.duplicates_with_edge_labels)}};
}

// A name that is not UTF-8 loses the bytes that are not.
void write_json(const std::string& path, const nlohmann::ordered_json& facts) {
    write_atomically(path, [&](std::ostream& out) {
        out << facts.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    });
}

}  // namespace

void add_info(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "info", "What is in a dataset: sizes, classes, labels, duplicates, oddities");
    const auto flags = std::make_shared<RunFlags>();
    add_data(*command, *flags);
    writes(command->add_option("--json", flags->json, "Write the same facts as one JSON object"));
    command->callback([flags] {
        if (!flags->json.empty()) require_writable(flags->json);
        const Dataset dataset = read_dataset(flags->data, flags->molecule_options());
        const Audit facts = audit(dataset);
        Lines lines;
        describe_size(lines, dataset, facts);
        describe_classes(lines, dataset, facts);
        describe_irregularities(lines, dataset, facts);
        if (!flags->json.empty()) write_json(flags->json, to_json(dataset, facts));
        print(lines.text());
    });
}

}  // namespace dhgak::cli
