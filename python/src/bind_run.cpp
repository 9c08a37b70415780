// SPDX-License-Identifier: MIT
#include <cstddef>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind.h"
#include "dhgak/run/options.h"
#include "kernels/registry.h"
#include "settings/settings.h"
#include "work.h"

namespace nb = nanobind;

namespace dhgak::python {
namespace {

// What Python leaves out or has None is as the library has it.
RunOptions options_of(const nb::kwargs& given) {
    RunOptions options;
    for (const auto& [name, text] : given)
        if (!text.is_none())
            set_setting(options, nb::cast<std::string>(name), nb::cast<std::string>(text));
    return options;
}

std::string default_of(const SettingInfo& info) { return setting_of(info, {}).text(); }

// Python's names for what values are and what a setting is of.
constexpr const char* kTypes[] = {"text", "number",  "integer", "count",
                                  "flag", "numbers", "rounds",  "amount"};
constexpr const char* kOf[] = {"kernel", "learner", "folds", "source", "resources", "run"};

void bind_settings(nb::module_& module) {
    nb::class_<SettingInfo>(module, "SettingInfo", "An option of a run, as all commands know it.")
        .def_ro("name", &SettingInfo::name)
        .def_ro("meaning", &SettingInfo::meaning)
        .def_prop_ro("default", &default_of)
        .def_prop_ro(
            "type",
            [](const SettingInfo& info) { return kTypes[static_cast<std::size_t>(type_of(info))]; })
        .def_prop_ro("of",
                     [](const SettingInfo& info) { return kOf[static_cast<std::size_t>(info.of)]; })
        .def_prop_ro("is_of_slices", &is_of_slices);
    module.def("settings",
               [] { return std::vector<SettingInfo>(settings().begin(), settings().end()); });
}

}  // namespace

void bind_run(nb::module_& module) {
    nb::class_<OptionInfo>(module, "OptionInfo")
        .def_ro("name", &OptionInfo::key)
        .def_ro("default", &OptionInfo::fallback)
        .def_ro("meaning", &OptionInfo::meaning);
    nb::class_<MethodInfo>(module, "MethodInfo")
        .def_ro("name", &MethodInfo::name)
        .def_ro("summary", &MethodInfo::summary)
        .def_ro("options", &MethodInfo::options);
    nb::class_<KernelTraits>(module, "KernelTraits")
        .def_ro("has_features", &KernelTraits::has_features)
        .def_ro("is_semidefinite", &KernelTraits::is_semidefinite)
        .def_ro("uses_slices", &KernelTraits::uses_slices)
        .def_ro("uses_hops", &KernelTraits::uses_hops)
        .def_ro("uses_clusters", &KernelTraits::uses_clusters);
    nb::class_<Run>(module, "Run", "Options that were judged.")
        .def_prop_ro("kernel", [](const Run& run) { return run.options.kernel.method.text(); })
        .def_prop_ro("text", [](const Run& run) { return text_of(run.options); });
    module.def("list_kernels", &list_kernels);
    module.def("traits_of",
               [](const std::string& kernel) { return traits_of(Spec::parse(kernel)); });
    bind_settings(module);
    module.def("uses_edge_labels",
               [](const nb::kwargs& settings) { return uses_edge_labels(options_of(settings)); });
    module.def("uses_attributes",
               [](const nb::kwargs& settings) { return uses_attributes(options_of(settings)); });
    module.def("resolve", [](const nb::kwargs& settings) { return resolve(options_of(settings)); });
}

}  // namespace dhgak::python
