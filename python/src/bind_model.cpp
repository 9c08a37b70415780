// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bind.h"
#include "dhgak/core/log.h"
#include "dhgak/run/model.h"
#include "work.h"

namespace dhgak::python {
namespace {

Model fit(const Run& options, const Dataset& graphs, bool probability, nb::handle progress) {
    return run([&] { return Model::fit(options, graphs, {.probability = probability}); }, progress);
}

// What `apply` makes of new graphs; warns of what was unusual about them.
template <class Apply>
auto apply_and_warn(const Apply& apply) {
    NewGraphNotes notes;
    auto result = apply(notes);
    for (const std::string& sentence : notes.sentences()) log_warning(sentence);
    return result;
}

nb::tuple transform(const Model& self, const Dataset& graphs, nb::handle progress) {
    return csr_parts(run(
        [&] {
            return apply_and_warn(
                [&](NewGraphNotes& notes) { return self.transform(graphs, notes); });
        },
        progress));
}

// (numbers of class names, decisions, probabilities), the last two with a column for each that the
// classifier gives; no columns where it gives none.
nb::tuple predict(const Model& self, const Dataset& graphs, nb::handle progress) {
    Handover owned(run(
        [&] {
            return apply_and_warn(
                [&](NewGraphNotes& notes) { return self.predict(graphs, notes); });
        },
        progress));
    Predictions& said = owned.value();
    const std::size_t rows = graphs.num_graphs();
    const std::size_t decisions = self.predictor().num_decisions();
    const std::size_t probabilities =
        self.predictor().has_probabilities() ? self.predictor().classes().size() : 0;
    return nb::make_tuple(owned.array(std::span(said.classes)),
                          owned.array(std::span(said.decisions), {rows, decisions}),
                          owned.array(std::span(said.probabilities), {rows, probabilities}));
}

std::vector<std::pair<std::string, std::string>> settings_of(const Model& self) {
    std::vector<std::pair<std::string, std::string>> settings;
    for (const Setting& setting : self.info().settings)
        settings.emplace_back(setting.name, setting.text());
    return settings;
}

}  // namespace

void bind_model(nb::module_& module) {
    const auto progress = nb::arg("progress") = nb::none();
    nb::class_<Model>(module, "Model", "A fitted kernel with a classifier; does not change.")
        .def_static("fit", &fit, nb::arg("run"), nb::arg("graphs"), nb::arg("probability"),
                    progress)
        .def_static(
            "load",
            [](const std::filesystem::path& path) {
                return run([&] { return Model::load(path); });
            },
            nb::arg("path"))
        .def(
            "save",
            [](const Model& self, const std::filesystem::path& path) {
                run([&] { self.save(path); });
            },
            nb::arg("path"))
        .def("transform", &transform, nb::arg("graphs"), progress)
        .def("predict", &predict, nb::arg("graphs"), progress)
        .def_prop_ro("class_names", [](const Model& self) { return self.info().class_names; })
        .def_prop_ro("classes",
                     [](const Model& self) {
                         const auto classes = self.predictor().classes();
                         return std::vector<std::uint32_t>(classes.begin(), classes.end());
                     })
        .def_prop_ro("labels_are_degrees",
                     [](const Model& self) { return self.info().labels_are_degrees; })
        .def_prop_ro("settings", &settings_of)
        .def_prop_ro("C", [](const Model& self) { return self.info().C; })
        .def_prop_ro("inner_score", [](const Model& self) { return self.info().inner_score; })
        .def_prop_ro("learner", [](const Model& self) { return self.info().learner; })
        .def_prop_ro("num_graphs", [](const Model& self) { return self.info().graphs; })
        .def_prop_ro("class_sizes", [](const Model& self) { return self.info().class_sizes; })
        .def_prop_ro("has_probabilities",
                     [](const Model& self) { return self.predictor().has_probabilities(); });
}

}  // namespace dhgak::python
