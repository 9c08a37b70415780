// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/search/grid.h"
#include "dhgak/search/search.h"
#include "paper/reproduce.h"

namespace dhgak {

// What an experiment gives: one JSON object and the same as Markdown.
struct ExperimentOutcome {
    std::string json;
    std::string markdown;
};

ExperimentOutcome reproduce_accuracy(const ReproduceOptions& options);     // table1, table3, table7
ExperimentOutcome reproduce_time(const ReproduceOptions& options);         // table4
ExperimentOutcome reproduce_sensitivity(const ReproduceOptions& options);  // fig4, fig5, fig6

// The datasets to run, those asked for or else `paper`.
std::vector<std::string> datasets_of(const ReproduceOptions& options,
                                     const std::vector<std::string>& paper);

// Reads a dataset from the data folder; none if it is not there. Names graphs for which `kernels`
// have nothing to compare.
std::optional<Dataset> find_dataset(const ReproduceOptions& options, const std::string& name,
                                    const std::vector<Spec>& kernels);

// The kernel that the paper calls DHGAK.
Spec paper_kernel();

// The paper's grid, or a small one.
Grid grid_for(const ReproduceOptions& options);

// Searches with the experiment's seed. Results go to a journal of the dataset and the clustering
// methods, which all experiments in one output folder share.
SearchResult search_for(const ReproduceOptions& options, const Dataset& dataset, const Grid& grid,
                        const std::vector<Spec>& cluster);

// `87.6 ± 5.1` of fractions.
std::string short_percent(double mean, double std);

}  // namespace dhgak
