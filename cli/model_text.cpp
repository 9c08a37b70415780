// SPDX-License-Identifier: MIT
#include "model_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/log.h"
#include "dhgak/run/document.h"

namespace dhgak::cli {

std::string describe(const Model& model) {
    const ModelInfo& info = model.info();
    Document document;
    TextTable table = {.header = {"model of dhgak", info.version}, .rows = {}};
    const auto add = [&](std::string name, std::string value) {
        table.rows.push_back({std::move(name), std::move(value)});
    };
    add("fitted on", fmt::format("{}: {} graphs, {} nodes", info.dataset, info.graphs, info.nodes));
    if (info.codebook_graphs < info.graphs)
        add("codebook", fmt::format("vectors and clusters of {} graphs, applied to the other {}",
                                    info.codebook_graphs, info.graphs - info.codebook_graphs));
    std::vector<std::string> classes;
    for (std::size_t c = 0; c < info.class_names.size(); ++c)
        classes.push_back(fmt::format("{} ({})", info.class_names[c], info.class_sizes[c]));
    add("classes", fmt::format("{}", fmt::join(classes, ", ")));
    if (info.labels_are_degrees) add("node labels", "degrees: the graphs had none");
    for (const Setting& setting : info.settings) add(setting.name, setting.text());
    if (!info.num_columns.empty())
        add("columns by level", fmt::format("{}", fmt::join(info.num_columns, " ")));
    add("learner",
        fmt::format("{}, C = {:g} (inner score {:.4f})", info.learner, info.C, info.inner_score));
    add("classifier",
        model.predictor().takes_features()
            ? fmt::format("weights on {} features", model.predictor().num_inputs())
            : fmt::format("kernel values with {} training graphs", model.predictor().num_inputs()));
    add("probabilities",
        model.predictor().has_probabilities() ? "yes" : "no (fit --probability adds them)");
    document.table(std::move(table));
    return document.as_text();
}

void warn(const NewGraphNotes& notes) {
    for (const std::string& sentence : notes.sentences()) log_warning(sentence);
}

}  // namespace dhgak::cli
