// SPDX-License-Identifier: MIT
#include "paper/experiment.h"

#include <algorithm>
#include <ostream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/graph/reader.h"
#include "io/atomic_file.h"
#include "kernels/registry.h"
#include "methods/embedders.h"
#include "paper/paper_results.h"
#include "run/empty_graphs.h"
#include "run/evaluate.h"
#include "run/known_classes.h"
#include "run/prepare.h"
#include "settings/texts.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

struct Experiment {
    ExperimentInfo info;
    ExperimentOutcome (*run)(const ReproduceOptions&);
};

const Experiment kExperiments[] = {
    {{"table1", "accuracy of DHGAK and other kernels on sixteen datasets"}, reproduce_accuracy},
    {{"table3", "ablation: one-hot labels, no slices, Wasserstein distance instead of clusters"},
     reproduce_accuracy},
    {{"table4", "running time of the kernels"}, reproduce_time},
    {{"fig4", "accuracy over H and the cluster factor"}, reproduce_sensitivity},
    {{"fig5", "accuracy over b and alpha"}, reproduce_sensitivity},
    {{"fig6", "accuracy over T"}, reproduce_sensitivity},
    {{"table7", "other clusterings: DBSCAN, and k-means with DBSCAN"}, reproduce_accuracy},
};

const Experiment& find_experiment(const std::string& name) {
    std::vector<std::string> known;
    for (const Experiment& experiment : kExperiments) {
        if (experiment.info.name == name) return experiment;
        known.push_back(experiment.info.name);
    }
    throw ConfigError(
        fmt::format("unknown experiment '{}'; known: {}", name, fmt::join(known, " ")));
}

std::optional<fs::path> path_of(const ReproduceOptions& options, const std::string& name) {
    for (const char* ending : {"", ".zip"}) {
        const fs::path path = options.data / (name + ending);
        std::error_code ignored;
        if (fs::exists(path, ignored)) return path;
    }
    return std::nullopt;
}

// A set of clustering methods as part of a file name.
std::string file_name_of(const std::string& dataset, const std::vector<Spec>& cluster) {
    std::string name = fmt::format("{}.{}", dataset, text_of(cluster));
    std::ranges::replace_if(
        name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '.'; }, '-');
    return name + ".jsonl";
}

void require_any(const ReproduceOptions& options, const std::vector<std::string>& names) {
    const auto is_there = [&](const auto& name) { return path_of(options, name).has_value(); };
    if (std::ranges::none_of(names, is_there))
        throw InputError(
            fmt::format("{}: has none of the datasets of the experiment (folders or "
                        "zips): {}",
                        options.data.string(), fmt::join(names, " ")));
}

std::vector<Run> resolve_each(const std::vector<Spec>& kernels) {
    std::vector<Run> runs;
    runs.reserve(kernels.size());
    for (const Spec& kernel : kernels) runs.push_back(resolve({.kernel = {.method = kernel}}));
    return runs;
}

}  // namespace

std::vector<ExperimentInfo> list_experiments() {
    std::vector<ExperimentInfo> infos;
    for (const Experiment& experiment : kExperiments) infos.push_back(experiment.info);
    return infos;
}

std::string reproduce(const ReproduceOptions& options) {
    const Experiment& experiment = find_experiment(options.experiment);
    if (!(options.time_limit >= 0 && options.time_limit < 1e9))
        throw ConfigError(
            fmt::format("the time limit is {}; it must be a number of seconds, 0 for none",
                        options.time_limit));
    require_different(resolve_each(options.kernels));
    for (const Spec& nlm : options.nlms) vector_length(nlm);
    std::error_code failure;
    if (!fs::is_directory(options.data, failure))
        throw InputError(fmt::format("{}: not a folder; name the one that holds the datasets",
                                     options.data.string()));
    for (const std::string& name : options.datasets)
        if (!path_of(options, name))
            throw InputError(
                fmt::format("{}: there is no dataset {} (a folder or {}.zip); --data names the "
                            "folder that holds the datasets",
                            options.data.string(), name, name));
    if (options.datasets.empty()) require_any(options, paper_datasets("table1"));
    fs::create_directories(options.output, failure);
    if (failure)
        throw InputError(fmt::format("{}: {}", options.output.string(), failure.message()));
    require_writable(options.output / (options.experiment + ".json"));

    const ExperimentOutcome outcome = experiment.run(options);
    write_atomically(options.output / (options.experiment + ".json"),
                     [&](std::ostream& out) { out << outcome.json; });
    write_atomically(options.output / (options.experiment + ".md"),
                     [&](std::ostream& out) { out << outcome.markdown; });
    return outcome.markdown;
}

std::vector<std::string> datasets_of(const ReproduceOptions& options,
                                     const std::vector<std::string>& paper) {
    if (!options.datasets.empty()) return options.datasets;
    require_any(options, paper);
    return paper;
}

std::optional<Dataset> find_dataset(const ReproduceOptions& options, const std::string& name,
                                    const std::vector<Spec>& kernels) {
    const std::optional<fs::path> path = path_of(options, name);
    if (!path) return std::nullopt;
    return *prepare(path->string(), {}, kernels).known.dataset;
}

Spec paper_kernel() { return {.name = "dhgak", .options = {}}; }

Grid grid_for(const ReproduceOptions& options) {
    Grid grid = options.quick ? small_grid() : Grid{};
    grid.kernels = {paper_kernel()};
    return grid;
}

SearchResult search_for(const ReproduceOptions& options, const Dataset& dataset, const Grid& grid,
                        const std::vector<Spec>& cluster) {
    SearchOptions search_options;
    search_options.grid = grid;
    search_options.run.kernel.align.cluster = cluster;
    search_options.run.learn.learner.name = "svm";  // as the paper has it
    search_options.run.seed = options.seed;
    search_options.journal = options.output / file_name_of(dataset.name, cluster);
    std::set<std::string> kernels;
    for (const Spec& kernel : grid.kernels) kernels.insert(kernel.name);
    log_info(fmt::format("{}: {} configurations of {}", dataset.name,
                         list_points(grid, search_options.run).size(), fmt::join(kernels, ", ")));
    const KnownGraphs known = known_classes(Source(dataset).read({}));
    const RunFolds folds =
        make_folds(known, search_options.run, list_options(grid, search_options.run));
    return search_grid(dataset, folds.folds, search_options);
}

std::string short_percent(double mean, double std) {
    return fmt::format("{:.1f} ± {:.1f}", 100 * mean, 100 * std);
}

}  // namespace dhgak
