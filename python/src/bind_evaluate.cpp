// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bind.h"
#include "dhgak/compare/compare.h"
#include "dhgak/core/error.h"
#include "dhgak/pipeline.h"
#include "dhgak/search/search_report.h"
#include "work.h"

namespace nb = nanobind;

namespace dhgak::python {
namespace {

// A file by its name, or graphs in memory, which Python keeps alive during a call.
using Given = std::variant<std::string, const Dataset*>;

Source source_of(const Given& given) {
    if (const auto* name = std::get_if<std::string>(&given)) return *name;
    return *std::get<const Dataset*>(given);
}

// What a verb found, as JSON and as text for people.
using Found = std::pair<std::string, std::string>;

Found evaluate_graphs(const Run& options, const Given& given, nb::handle progress) {
    return run(
        [&]() -> Found {
            const Report report = evaluate(source_of(given), options);
            return {to_json(report), to_table(report)};
        },
        progress);
}

// The values to try by the names of settings; what is not named has one value, that of the run.
Grid grid_of(const nb::dict& values, const RunOptions& run) {
    Grid grid = fixed_contender(run.kernel.method, run).grid;
    for (const auto& [key, list] : values) {
        const auto name = nb::cast<std::string>(key);
        if (name == "kernel" || name == "nlm") {
            std::vector<Spec> specs;
            for (const auto& text : nb::cast<std::vector<std::string>>(list))
                specs.push_back(Spec::parse(text));
            if (name == "kernel")
                grid.kernels = expand_kernels(specs);
            else
                grid.nlms = std::move(specs);
        } else if (name == "H") {
            grid.H = nb::cast<std::vector<int>>(list);
        } else if (name == "b") {
            grid.b = nb::cast<std::vector<int>>(list);
        } else if (name == "T") {
            grid.T = nb::cast<std::vector<int>>(list);
        } else if (name == "alpha") {
            grid.alpha = nb::cast<std::vector<float>>(list);
        } else if (name == "cluster_factor") {
            grid.cluster_factors = nb::cast<std::vector<double>>(list);
        } else if (name == "refine") {
            grid.refine = nb::cast<std::vector<std::vector<int>>>(list);
        } else {
            throw ConfigError(name +
                              " cannot be searched for; known: H T alpha b cluster_factor kernel "
                              "nlm refine");
        }
    }
    return grid;
}

Found search_graphs(const Run& options, const nb::dict& grid, const Given& given,
                    const std::string& select, const std::filesystem::path& journal, double budget,
                    nb::handle progress) {
    SearchOptions search_options;
    search_options.run = options.options;
    search_options.grid = grid_of(grid, options.options);
    search_options.select = parse_selection(select);
    search_options.journal = journal;
    search_options.budget = budget;
    require_selectable(search_options.select,
                       list_points(search_options.grid, search_options.run).size());
    return run(
        [&]() -> Found {
            const SearchReport report = search(source_of(given), search_options);
            return {to_json(report), to_table(report)};
        },
        progress);
}

Found compare_on(const Run& options, const std::vector<std::string>& kernels,
                 const std::vector<Given>& datasets, const std::string& tune,
                 const std::filesystem::path& journal, nb::handle progress) {
    CompareOptions compare_options;
    compare_options.run = options.options;
    compare_options.journal = journal;
    for (const std::string& text : kernels) {
        const Spec kernel = Spec::parse(text);
        compare_options.contenders.push_back(
            tune == "no" ? fixed_contender(kernel, options.options)
                         : tuned_contender(kernel, tune == "paper" ? Grid{} : small_grid()));
    }
    std::vector<Source> sources;
    for (const Given& given : datasets) sources.push_back(source_of(given));
    return run(
        [&]() -> Found {
            const Comparison comparison = compare_kernels(sources, compare_options);
            return {to_json(comparison), to_document(comparison).as_text()};
        },
        progress);
}

}  // namespace

void bind_evaluate(nb::module_& module) {
    const auto progress = nb::arg("progress") = nb::none();
    module.def("evaluate", &evaluate_graphs, nb::arg("run"), nb::arg("graphs"), progress);
    module.def("search", &search_graphs, nb::arg("run"), nb::arg("grid"), nb::arg("graphs"),
               nb::arg("select"), nb::arg("journal"), nb::arg("budget"), progress);
    module.def("compare", &compare_on, nb::arg("run"), nb::arg("kernels"), nb::arg("datasets"),
               nb::arg("tune"), nb::arg("journal"), progress);
}

}  // namespace dhgak::python
