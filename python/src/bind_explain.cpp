// SPDX-License-Identifier: MIT
#include <cstddef>
#include <filesystem>
#include <new>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bind.h"
#include "dhgak/core/log.h"
#include "dhgak/explain/explain.h"
#include "dhgak/graph/molecules.h"
#include "dhgak/report/report_page.h"
#include "io/atomic_file.h"
#include "work.h"

namespace dhgak::python {
namespace {

// All graphs one after another, the fastest index last.
struct Scores {
    std::vector<double> of_nodes;  // [node][level][function]
    std::vector<double> values;    // [graph][function]
    std::vector<double> biases;    // [function], the same for all graphs
};

Scores scores_of(const Explainer& explainer, const Dataset& graphs) {
    const std::size_t num_functions = explainer.num_functions();
    const std::size_t width = explainer.num_levels() * num_functions;
    Scores scores = {.of_nodes = std::vector<double>(graphs.num_nodes() * width),
                     .values = std::vector<double>(graphs.num_graphs() * num_functions),
                     .biases = explainer.model().predictor().linear_functions().offsets};
    NewGraphNotes notes;
    for (const GraphExplanation& graph : explainer.explain(graphs, 1, notes)) {
        double* first = scores.of_nodes.data() + graphs.node_offsets[graph.graph] * width;
        for (std::size_t f = 0; f < num_functions; ++f) {
            const FunctionExplanation& function = graph.functions[f];
            scores.values[graph.graph * num_functions + f] = function.value;
            for (std::size_t i = 0; i < function.scores.size(); ++i)
                first[i * num_functions + f] = function.scores[i];
        }
    }
    for (const std::string& sentence : notes.sentences()) log_warning(sentence);
    return scores;
}

// (scores of nodes, offsets of graphs in them, values, biases), as Scores has them.
nb::tuple explain(const Explainer& self, const Dataset& graphs, nb::handle progress) {
    Handover owned(run([&] { return scores_of(self, graphs); }, progress));
    Scores& scores = owned.value();
    const std::size_t functions = self.num_functions();
    return nb::make_tuple(
        owned.array(std::span(scores.of_nodes), {graphs.num_nodes(), self.num_levels(), functions}),
        array_of(graphs.node_offsets),
        owned.array(std::span(scores.values), {graphs.num_graphs(), functions}),
        owned.array(std::span(scores.biases)));
}

// By pair of nodes of two graphs: its part of their kernel value.
Output<double> explain_pair(const Explainer& self, const Dataset& graphs, nb::handle progress) {
    const std::size_t rows = graphs.graph(0).num_nodes(), columns = graphs.graph(1).num_nodes();
    return array_of(run(
                        [&] {
                            std::vector<double> scores(rows * columns);
                            for (const AlignedNodes& pair : self.explain_pair(graphs, 0, 1).nodes)
                                scores[pair.first * columns + pair.second] += pair.score;
                            return scores;
                        },
                        progress),
                    {rows, columns});
}

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

std::string page_of(const NamedTexts& runs, const std::optional<Model>& model,
                    const std::optional<Dataset>& data, const std::vector<std::string>& mol_blocks,
                    const std::string& command, nb::handle progress) {
    ReportInput input = {
        .runs = {}, .model = model, .data = data, .command = command, .limits = {}};
    for (const auto& [name, text] : runs) input.runs.push_back({name, text});
    // As a file of molecules brings them along, to be drawn.
    if (input.data && !mol_blocks.empty())
        input.data->columns.push_back({kMolBlockColumn, mol_blocks});
    return run([&] { return report_page(input); }, progress);
}

}  // namespace

void bind_explain(nb::module_& module) {
    const auto progress = nb::arg("progress") = nb::none();
    nb::class_<Explainer>(module, "Explainer", "Leads decisions of a model back to nodes.")
        .def(
            "__init__",
            [](Explainer* self, const Model& model) {
                new (self) Explainer(run([&] { return Explainer(model); }));
            },
            nb::arg("model"))
        .def_prop_ro("level_name", &Explainer::level_name)
        .def("explain", &explain, nb::arg("graphs"), progress)
        .def("explain_pair", &explain_pair, nb::arg("graphs"), progress);
    module.def("report_page", &page_of, nb::arg("runs"), nb::arg("model").none(),
               nb::arg("data").none(), nb::arg("mol_blocks"), nb::arg("command"), progress);
    module.def("require_writable", &require_writable, nb::arg("path"));
    module.def(
        "write_text",
        [](const std::filesystem::path& path, const std::string& text) {
            run([&] { write_atomically(path, [&](std::ostream& out) { out << text; }); });
        },
        nb::arg("path"), nb::arg("text"));
}

}  // namespace dhgak::python
