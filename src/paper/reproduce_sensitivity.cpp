// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/version.h"
#include "dhgak/run/document.h"
#include "paper/experiment.h"
#include "run/render/json.h"
#include "search/scores.h"

namespace dhgak {
namespace {

const std::vector<std::string> kDatasets = {"KKI", "PTC_FR", "DHFR", "IMDB-BINARY"};
const std::vector<Spec> kKMeans = {{.name = "kmeans", .options = {}}};

// Two parameters of a point and how they are called.
struct Axes {
    std::string row_name, column_name;
    std::function<std::string(const GridPoint&)> row, column;
};

Axes axes_of(const std::string& experiment) {
    const auto b = [](const GridPoint& p) {
        return fmt::format("{}", p.options.kernel.align.slices.b);
    };
    if (experiment == "fig4")
        return {.row_name = "H",
                .column_name = "cluster factor",
                .row =
                    [](const GridPoint& p) {
                        return fmt::format("{}", p.options.kernel.align.slices.H);
                    },
                .column =
                    [](const GridPoint& p) {
                        return fmt::format("{}", p.options.kernel.align.cluster_factor);
                    }};
    if (experiment == "fig5")
        return {
            .row_name = "b", .column_name = "alpha", .row = b, .column = [](const GridPoint& p) {
                return fmt::format("{}", p.options.kernel.align.alpha);
            }};
    return {.row_name = "b", .column_name = "T", .row = b, .column = [](const GridPoint& p) {
                return fmt::format("{}", p.options.kernel.align.T);
            }};
}

// All H, b and factors at alpha 0.6: the paper fixes the rest at the best of these.
Grid first_grid(const ReproduceOptions& options, const Spec& nlm) {
    Grid grid = {.kernels = {paper_kernel()}, .nlms = {nlm}, .alpha = {0.6f}};
    if (options.quick) {
        grid.H = {1, 5, 9};
        grid.cluster_factors = {0.1, 0.5, 2};
    }
    return grid;
}

GridPoint best_point(const SearchResult& result, const Dataset& dataset) {
    return result.candidates[choose(result, dataset.targets, Selection::paper).representative]
        .point;
}

// The plane of the figure through the best point.
Grid plane_at(const GridPoint& best, const ReproduceOptions& options) {
    const AlignOptions& align = best.options.kernel.align;
    Grid grid = first_grid(options, align.nlm);
    grid.b = {align.slices.b};
    if (options.experiment == "fig4") return grid;
    grid.H = {align.slices.H};
    grid.cluster_factors = {align.cluster_factor};
    if (options.experiment == "fig5") {
        grid.b = {0, 1, 2, 3};
        grid.alpha = {0.0f, 0.2f, 0.4f, 0.6f, 0.8f, 1.0f};
    } else {
        grid.T = {1, 3, 5, 7, 9};
    }
    return grid;
}

struct Plane {
    std::string dataset;
    GridPoint best;
    std::vector<Candidate> candidates;
};

template <typename Values>
void add_once(Values& values, const std::string& value) {
    if (std::ranges::count(values, value) == 0) values.push_back(value);
}

void add_heat_map(Document& document, const Axes& axes, const Plane& plane) {
    std::vector<std::string> row_names, column_names;
    std::map<std::pair<std::string, std::string>, std::string> cells;
    double least = 1, most = 0;
    for (const Candidate& candidate : plane.candidates) {
        const double accuracy = mean(test_accuracies(candidate));
        least = std::min(least, accuracy);
        most = std::max(most, accuracy);
        add_once(row_names, axes.row(candidate.point));
        add_once(column_names, axes.column(candidate.point));
        cells[{axes.row(candidate.point), axes.column(candidate.point)}] =
            fmt::format("{:.1f}", 100 * accuracy);
    }
    TextTable table = {.header = {fmt::format("{} \\ {}", axes.row_name, axes.column_name)},
                       .rows = {}};
    table.header.insert(table.header.end(), column_names.begin(), column_names.end());
    for (const std::string& row : row_names) {
        table.rows.push_back({row});
        for (const std::string& column : column_names)
            table.rows.back().push_back(cells[{row, column}]);
    }
    document.line(fmt::format("## {}", plane.dataset));
    document.line(fmt::format("The rest as in `{}`; from {:.1f} to {:.1f} %.", text_of(plane.best),
                              100 * least, 100 * most));
    document.table(std::move(table));
}

Json plane_json(const Plane& plane) {
    Json points = Json::array();
    for (const Candidate& candidate : plane.candidates) {
        const std::vector<double> accuracies = test_accuracies(candidate);
        points.push_back(
            {{"point", json_of(candidate.point.settings())},
             {"test_accuracy", {{"mean", mean(accuracies)}, {"std", deviation(accuracies)}}}});
    }
    return {
        {"dataset", plane.dataset}, {"best", json_of(plane.best.settings())}, {"points", points}};
}

}  // namespace

ExperimentOutcome reproduce_sensitivity(const ReproduceOptions& options) {
    const Axes axes = axes_of(options.experiment);
    Json json = {{"experiment", options.experiment},
                 {"version", version()},
                 {"seed", options.seed},
                 {"quick", options.quick},
                 {"planes", Json::array()}};
    Document document;
    document.line(fmt::format("# {}", options.experiment));
    document.line(fmt::format(
        "Mean accuracy over ten test folds, in percent, seed {}, kernel dhgak. The paper has "
        "DHGAK-BERT here, as a picture without numbers; its point is that accuracy hardly moves.",
        options.seed));
    for (const std::string& name : datasets_of(options, kDatasets)) {
        const std::optional<Dataset> dataset = find_dataset(options, name, {paper_kernel()});
        if (!dataset) {
            document.line(fmt::format("## {}", name));
            document.line(fmt::format("Not in {}.", options.data.string()));
            continue;
        }
        const SearchResult first =
            search_for(options, *dataset, first_grid(options, options.nlms.front()), kKMeans);
        Plane plane = {.dataset = name, .best = best_point(first, *dataset)};
        plane.candidates =
            search_for(options, *dataset, plane_at(plane.best, options), kKMeans).candidates;
        json["planes"].push_back(plane_json(plane));
        add_heat_map(document, axes, plane);
    }
    return {.json = text_of(json), .markdown = document.as_markdown()};
}

}  // namespace dhgak
