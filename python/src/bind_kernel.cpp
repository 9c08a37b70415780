// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bind.h"
#include "dhgak/core/log.h"
#include "dhgak/graph/blocks.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"
#include "dhgak/run/model.h"
#include "dhgak/run/options.h"
#include "kernels/registry.h"
#include "run/codebook.h"
#include "run/empty_graphs.h"
#include "work.h"

namespace dhgak::python {
namespace {

// A kernel that was fitted, and by which name a file finds it again.
struct Fitted {
    std::string kernel;
    bool labels_are_degrees = false;
    std::shared_ptr<const FittedKernel> fitted;
};

Fitted fit(const Run& options, const Dataset& graphs, nb::handle progress) {
    return run(
        [&] {
            validate(graphs);
            EmptyGraphs(graphs).warn({&options.options.kernel.method, 1});
            StageTimes times;
            return Fitted{
                options.options.kernel.method.text(), graphs.labels_are_degrees,
                fit_without_classes(*options.kernel, graphs, options.options, {times}).kernel};
        },
        progress);
}

// What `apply` makes of graphs that are in order; warns of what is unusual about them.
template <typename Apply>
auto apply_to_new(const Fitted& self, const Dataset& graphs, const Apply& apply) {
    validate(graphs);
    NewGraphNotes notes;
    auto result = apply(*self.fitted, notes);
    note_other_labels(self.labels_are_degrees, graphs, notes);
    for (const std::string& sentence : notes.sentences()) log_warning(sentence);
    return result;
}

nb::tuple features(const Fitted& self, const Dataset& graphs, nb::handle progress) {
    return csr_parts(run(
        [&] {
            return apply_to_new(self, graphs,
                                [&](const FittedKernel& fitted, NewGraphNotes& notes) {
                                    return fitted.features(graphs, notes);
                                });
        },
        progress));
}

nb::tuple training_features(const Fitted& self, nb::handle progress) {
    return csr_parts(run([&] { return self.fitted->training_features(); }, progress));
}

Output<double> gram(const Fitted& self, nb::handle progress) {
    Handover owned(run([&] { return self.fitted->gram(); }, progress));
    GramMatrix& gram = owned.value();
    const std::size_t size = gram.size();
    return owned.array(std::span(size > 0 ? gram.row(0).data() : nullptr, size * size),
                       {size, size});
}

Output<double> cross(const Fitted& self, const Dataset& graphs, nb::handle progress) {
    Handover owned(run(
        [&] {
            return apply_to_new(self, graphs,
                                [&](const FittedKernel& fitted, NewGraphNotes& notes) {
                                    return fitted.against_training(graphs, notes);
                                });
        },
        progress));
    CrossGram& cross = owned.value();
    return owned.array(std::span(cross.values), {cross.rows, cross.cols});
}

void save(const Fitted& self, const std::filesystem::path& path) {
    run([&] {
        const ModelWriter writer;
        const ModelWriter info = writer.at("info");
        info.set("kernel", self.kernel);
        info.set("labels_are_degrees", self.labels_are_degrees);
        self.fitted->save(writer);
        writer.write(path);
    });
}

Fitted load(const std::filesystem::path& path) {
    return run([&] {
        const ModelReader reader(path);
        const ModelReader info = reader.at("info");
        const std::string kernel = info.text("kernel");
        return Fitted{kernel, info.flag("labels_are_degrees"),
                      load_kernel(Spec::parse(kernel).name, reader)};
    });
}

}  // namespace

nb::tuple csr_parts(SparseMatrix matrix) {
    Handover owned(std::move(matrix));
    SparseMatrix& held = owned.value();
    return nb::make_tuple(owned.array(std::span(held.values)), owned.array(std::span(held.columns)),
                          owned.array(std::span(held.row_offsets)),
                          nb::make_tuple(held.num_rows(), held.num_cols));
}

void bind_kernel(nb::module_& module) {
    const auto progress = nb::arg("progress") = nb::none();
    nb::class_<Fitted>(module, "FittedKernel", "A kernel that has seen its training graphs.")
        .def_static("fit", &fit, nb::arg("run"), nb::arg("graphs"), progress)
        .def_static("load", &load, nb::arg("path"))
        .def("save", &save, nb::arg("path"))
        .def("features", &features, nb::arg("graphs"), progress)
        .def("training_features", &training_features, progress)
        .def("gram", &gram, progress)
        .def("cross", &cross, nb::arg("graphs"), progress)
        .def_ro("kernel", &Fitted::kernel)
        .def_ro("labels_are_degrees", &Fitted::labels_are_degrees)
        .def_prop_ro("num_training_graphs",
                     [](const Fitted& self) { return self.fitted->num_training_graphs(); })
        .def_prop_ro("num_columns", [](const Fitted& self) { return self.fitted->num_columns(); });
}

}  // namespace dhgak::python
