// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind.h"
#include "dhgak/core/error.h"
#include "dhgak/kernels/registry.h"
#include "dhgak/run/options.h"
#include "kernels/slices/names.h"
#include "run/cost.h"
#include "work.h"

namespace nb = nanobind;

namespace dhgak::python {
namespace {

// Options of a run by the names that settings have everywhere; where Python leaves one out or has
// None, the library's default holds.
class Settings {
public:
    explicit Settings(nb::dict given) : given_(std::move(given)) {}

    template <typename Value, typename Target>
    void read(const char* name, Target& target) {
        if (!has(name)) return;
        try {
            target = static_cast<Target>(nb::cast<Value>(given_[name]));
        } catch (const nb::cast_error&) {  // its type was judged by Python
            throw ConfigError(std::string(name) + ": the number is too small or too large");
        }
    }

    template <typename Target, typename Parse>
    void parse(const char* name, Target& target, const Parse& parse) {
        if (has(name)) target = parse(nb::cast<std::string>(given_[name]));
    }

private:
    bool has(const char* name) const { return given_.contains(name) && !given_[name].is_none(); }

    nb::dict given_;
};

RunOptions options_of(const nb::kwargs& given) {
    RunOptions options;
    AlignOptions& align = options.kernel.align;
    Settings settings((nb::dict(given)));
    settings.parse("kernel", options.kernel.method, &Spec::parse);
    settings.parse("nlm", align.nlm, &Spec::parse);
    settings.parse("attributes", align.attributes, &Spec::parse);
    settings.parse("cluster", align.cluster, &Spec::parse_list);
    settings.parse("short_hops", align.slices.short_hops, &parse_short_hops);
    settings.parse("hop0", align.slices.hop0, &parse_first_slice);
    settings.read<int>("H", align.slices.H);
    settings.read<int>("b", align.slices.b);
    settings.read<double>("alpha", align.alpha);
    settings.read<double>("cluster_factor", align.cluster_factor);
    settings.read<int>("T", align.T);
    settings.read<int>("first_hop", align.first_hop);
    settings.read<std::string>("device", options.resources.device);
    settings.read<std::vector<int>>("refine", align.refine);
    std::ranges::sort(align.refine);
    settings.parse("edges", align.edge_labels, &parse_edges);
    settings.read<std::size_t>("codebook_graphs", options.kernel.codebook_graphs);
    settings.parse("memory", options.resources.memory, &parse_bytes);
    settings.parse("svm", options.learn.learner, &parse_learner);
    settings.parse("scoring", options.learn.score, &parse_score);
    settings.read<std::vector<double>>("C", options.learn.C);
    settings.read<std::size_t>("inner_folds", options.learn.inner_folds);
    settings.read<std::size_t>("inner_graphs", options.learn.inner_graphs);
    settings.read<bool>("balance", options.learn.balance);
    std::uint64_t seed = 0;
    settings.read<std::uint64_t>("seed", seed);
    options.seed = seed;
    return options;
}

nb::dict default_settings() {
    const RunOptions options;
    const AlignOptions& align = options.kernel.align;
    nb::dict settings;
    settings["kernel"] = options.kernel.method.text();
    settings["nlm"] = align.nlm.text();
    settings["H"] = align.slices.H;
    settings["b"] = align.slices.b;
    settings["alpha"] = shortest(align.alpha);
    settings["cluster"] = text_of(align.cluster);
    settings["cluster_factor"] = align.cluster_factor;
    settings["T"] = align.T;
    settings["attributes"] = align.attributes.text();
    settings["short_hops"] = name_of(align.slices.short_hops);
    settings["hop0"] = name_of(align.slices.hop0);
    settings["first_hop"] = align.first_hop;
    settings["device"] = options.resources.device;
    settings["refine"] = align.refine;
    settings["edges"] = name_of_edges(align.edge_labels);
    settings["codebook_graphs"] = options.kernel.codebook_graphs;
    settings["memory"] = nb::none();
    settings["svm"] = svm_text(options.learn.learner);
    settings["C"] = options.learn.C;
    settings["inner_folds"] = options.learn.inner_folds;
    settings["inner_graphs"] = options.learn.inner_graphs;
    settings["scoring"] = options.learn.score;
    settings["balance"] = options.learn.balance;
    return settings;
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
    module.def("default_settings", &default_settings);
    module.def("uses_edge_labels",
               [](const nb::kwargs& settings) { return uses_edge_labels(options_of(settings)); });
    module.def("uses_attributes",
               [](const nb::kwargs& settings) { return uses_attributes(options_of(settings)); });
    module.def("resolve", [](const nb::kwargs& settings) { return resolve(options_of(settings)); });
}

}  // namespace dhgak::python
