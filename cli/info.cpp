// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands.h"
#include "dhgak/graph/audit.h"
#include "dhgak/graph/reader.h"
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
        text_ +=
            fmt::format("{:<24} {}\n", name, fmt::format(format, std::forward<Values>(values)...));
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
    lines.add("edge labels", "{}", dataset.edge_label_names.size());
    lines.add("attribute columns", "{}", dataset.attributes.cols());
}

void describe_classes(Lines& lines, const Dataset& dataset, const Audit& audit) {
    std::string sizes;
    for (std::size_t c = 0; c < audit.class_sizes.size(); ++c)
        sizes += fmt::format("  {}: {}", dataset.class_names[c], audit.class_sizes[c]);
    lines.add("classes", "{}{}", dataset.num_classes(), sizes);
    lines.add("majority class", "{:.2f} %", 100 * audit.majority_share);
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
    const Duplicates& duplicates = audit.duplicates;
    lines.add("duplicates", "{} graphs ({:.1f} %) look like another to Weisfeiler-Leman",
              duplicates.shared_graphs, percent(duplicates.shared_graphs, dataset.num_graphs()));
    lines.add("conflicting duplicates", "{} graphs ({:.1f} %) look like one of another class",
              duplicates.conflicting_graphs,
              percent(duplicates.conflicting_graphs, dataset.num_graphs()));
    if (dataset.num_classes() > 0)
        lines.add("best possible", "{:.2f} % for any method that Weisfeiler-Leman bounds",
                  100 * duplicates.best_accuracy);
}

}  // namespace

void add_info(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "info", "Statistics and audit: classes, majority share, duplicates, odd arcs");
    const auto flags = std::make_shared<RunFlags>();
    add_data(*command, *flags);
    command->callback([flags] {
        const Dataset dataset = read_dataset(flags->data);
        const Audit facts = audit(dataset);
        Lines lines;
        describe_size(lines, dataset, facts);
        describe_classes(lines, dataset, facts);
        describe_irregularities(lines, dataset, facts);
        print(lines.text());
    });
}

}  // namespace dhgak::cli
