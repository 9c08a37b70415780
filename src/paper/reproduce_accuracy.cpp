// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "dhgak/core/version.h"
#include "dhgak/learn/statistics.h"
#include "dhgak/run/document.h"
#include "kernels/registry.h"
#include "paper/experiment.h"
#include "paper/paper_results.h"
#include "paper/variants.h"
#include "run/render/json.h"
#include "settings/texts.h"

namespace dhgak {
namespace {

// What a variant reached on one dataset, or why it did not run.
struct Outcome {
    std::string unavailable;
    CvResult nested, best_of_grid;
    std::size_t num_configurations = 0;
    GridPoint often_chosen, best;
};

struct Row {
    std::string dataset;
    bool is_there = false;
    double majority = 0;
    std::vector<Outcome> outcomes;  // by variant
};

// Variants on slices that differ in the kernel only share one search.
Row run_dataset(const ReproduceOptions& options, const std::string& name,
                const std::vector<Variant>& variants) {
    Row row = {.dataset = name, .outcomes = std::vector<Outcome>(variants.size())};
    std::vector<Spec> kernels;
    for (const Variant& variant : variants)
        kernels.insert(kernels.end(), variant.kernels.begin(), variant.kernels.end());
    const std::optional<Dataset> dataset = find_dataset(options, name, kernels);
    if (!dataset) return row;
    row.is_there = true;
    row.majority = majority_share(*dataset);

    std::map<std::vector<std::string>, std::vector<std::size_t>> groups;
    for (std::size_t v = 0; v < variants.size(); ++v) {
        const Spec& kernel = variants[v].kernels.front();
        if (traits_of(kernel).uses_slices)
            groups[{text_of(variants[v].cluster), variants[v].nlm.text()}].push_back(v);
        else
            groups[{kernel.name}].push_back(v);
    }
    for (const auto& [key, members] : groups) {
        Grid grid = grid_for(options);
        grid.nlms = {variants[members.front()].nlm};
        grid.kernels.clear();
        for (const std::size_t v : members)
            grid.kernels.insert(grid.kernels.end(), variants[v].kernels.begin(),
                                variants[v].kernels.end());
        try {
            const SearchResult result =
                search_for(options, *dataset, grid, variants[members.front()].cluster);
            for (const std::size_t v : members) {
                std::vector<std::size_t> mine;
                for (std::size_t c = 0; c < result.candidates.size(); ++c)
                    if (std::ranges::count(variants[v].kernels,
                                           result.candidates[c].point.options.kernel.method))
                        mine.push_back(c);
                const Choice nested = choose(result, dataset->targets, Selection::nested, mine);
                const Choice best = choose(result, dataset->targets, Selection::paper, mine);
                row.outcomes[v] = {.unavailable = "",
                                   .nested = nested.cv,
                                   .best_of_grid = best.cv,
                                   .num_configurations = mine.size(),
                                   .often_chosen = result.candidates[nested.representative].point,
                                   .best = result.candidates[best.representative].point};
            }
        } catch (const Interrupted&) {
            throw;
        } catch (const Error& error) {
            for (const std::size_t v : members) row.outcomes[v].unavailable = error.what();
        }
    }
    return row;
}

Json result_json(const CvResult& cv, const GridPoint& point) {
    return {{"mean", cv.mean},
            {"std", cv.std},
            {"interval95", {cv.interval.low, cv.interval.high}},
            {"balanced_accuracy", cv.scores["balanced"].value_or(0)},
            {"point", dhgak::json_of(point.settings())}};
}

Json table_json(const ReproduceOptions& options, const std::vector<Variant>& variants,
                const std::vector<Row>& rows) {
    Json json = {{"experiment", options.experiment},
                 {"version", version()},
                 {"seed", options.seed},
                 {"quick", options.quick},
                 {"rows", Json::array()}};
    for (const Row& row : rows) {
        Json results = Json::array();
        for (std::size_t v = 0; v < variants.size(); ++v) {
            Json result = {{"method", variants[v].title}};
            if (const auto paper =
                    paper_value(options.experiment, row.dataset, variants[v].paper_method))
                result["paper"] = {{"method", variants[v].paper_method},
                                   {"mean", paper->mean / 100},
                                   {"std", paper->std / 100}};
            const Outcome& outcome = row.outcomes[v];
            if (!row.is_there || !outcome.unavailable.empty()) {
                result["unavailable"] = row.is_there ? outcome.unavailable : "no such dataset";
            } else {
                result["configurations"] = outcome.num_configurations;
                result["nested"] = result_json(outcome.nested, outcome.often_chosen);
                result["best_of_grid"] = result_json(outcome.best_of_grid, outcome.best);
            }
            results.push_back(std::move(result));
        }
        json["rows"].push_back(
            {{"dataset", row.dataset}, {"majority", row.majority}, {"results", results}});
    }
    return json;
}

// Variants that ran nowhere are named below the table instead of filling columns with nothing.
std::vector<std::size_t> shown_variants(const std::vector<Row>& rows, std::size_t num_variants) {
    std::vector<std::size_t> shown;
    for (std::size_t v = 0; v < num_variants; ++v)
        if (std::ranges::any_of(rows, [&](const Row& row) {
                return row.is_there && row.outcomes[v].unavailable.empty();
            }))
            shown.push_back(v);
    return shown;
}

TextTable table_of(const ReproduceOptions& options, const std::vector<Variant>& variants,
                   const std::vector<Row>& rows, Selection selection) {
    const std::vector<std::size_t> shown = shown_variants(rows, variants.size());
    TextTable table = {.header = {"dataset", "majority"}, .rows = {}};
    for (const std::size_t v : shown) table.header.push_back("ours: " + variants[v].title);
    for (const std::string& method : paper_methods(options.experiment))
        table.header.push_back("paper: " + method);
    for (const Row& row : rows) {
        std::vector<std::string> line = {
            row.dataset, row.is_there ? fmt::format("{:.1f}", 100 * row.majority) : "not there"};
        for (const std::size_t v : shown) {
            const Outcome& outcome = row.outcomes[v];
            const CvResult& cv =
                selection == Selection::nested ? outcome.nested : outcome.best_of_grid;
            const bool ran = row.is_there && outcome.unavailable.empty();
            line.push_back(ran ? short_percent(cv.mean, cv.std) : "-");
        }
        for (const std::string& method : paper_methods(options.experiment)) {
            const auto paper = paper_value(options.experiment, row.dataset, method);
            line.push_back(paper ? paper->text() : "-");
        }
        table.rows.push_back(std::move(line));
    }
    return table;
}

std::string significance(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() < kFewestPairs) return "";
    return fmt::format(" (Wilcoxon p = {:.3f})", wilcoxon_signed_rank(a, b).p_value);
}

// Our method against the paper's number for it, over the datasets that have both.
void add_comparison(const ReproduceOptions& options, const Variant& variant,
                    const std::vector<Row>& rows, std::size_t v, std::vector<std::string>& points) {
    std::vector<double> nested, best, paper;
    for (const Row& row : rows) {
        const auto value = paper_value(options.experiment, row.dataset, variant.paper_method);
        if (!value || !row.is_there || !row.outcomes[v].unavailable.empty()) continue;
        nested.push_back(100 * row.outcomes[v].nested.mean);
        best.push_back(100 * row.outcomes[v].best_of_grid.mean);
        paper.push_back(value->mean);
    }
    if (paper.empty()) return;
    points.push_back(fmt::format(
        "- {} against the paper's {}, {} datasets: best of grid {:+.1f} points on average{}, "
        "nested {:+.1f}{}",
        variant.title, variant.paper_method, paper.size(), mean(best) - mean(paper),
        significance(best, paper), mean(nested) - mean(paper), significance(nested, paper)));
}

// Our methods against the first of them, over the datasets that have both.
void add_comparison_with_first(const std::vector<Variant>& variants, const std::vector<Row>& rows,
                               std::vector<std::string>& points) {
    const std::vector<std::size_t> shown = shown_variants(rows, variants.size());
    for (std::size_t i = 1; i < shown.size(); ++i) {
        std::vector<double> first, other;
        for (const Row& row : rows) {
            const Outcome &a = row.outcomes[shown[0]], &b = row.outcomes[shown[i]];
            if (!row.is_there || !a.unavailable.empty() || !b.unavailable.empty()) continue;
            first.push_back(100 * a.nested.mean);
            other.push_back(100 * b.nested.mean);
        }
        if (!first.empty())
            points.push_back(
                fmt::format("- {} against {}, {} datasets, nested: {:+.1f} points on average{}",
                            variants[shown[i]].title, variants[shown[0]].title, first.size(),
                            mean(other) - mean(first), significance(other, first)));
    }
}

std::string markdown_of(const ReproduceOptions& options, const std::vector<Variant>& variants,
                        const std::vector<Row>& rows) {
    std::size_t grid_size = 0;
    for (const Row& row : rows)
        for (const Outcome& outcome : row.outcomes)
            grid_size = std::max(grid_size, outcome.num_configurations);
    Document document;
    document.line(fmt::format("# {}", options.experiment));
    document.line(fmt::format(
        "Accuracy in percent, mean and deviation over ten folds, seed {}, up to {} configurations "
        "a method. † the paper took it from the method's own paper.",
        options.seed, grid_size));
    document.line("## Nested: inner folds choose, outer folds judge");
    document.table(table_of(options, variants, rows, Selection::nested));
    document.line(
        "## Best of the grid on the test folds: optimistic, as such tables are usually made");
    document.table(table_of(options, variants, rows, Selection::paper));
    std::vector<std::string> points;
    for (std::size_t v = 0; v < variants.size(); ++v)
        add_comparison(options, variants[v], rows, v, points);
    add_comparison_with_first(variants, rows, points);
    for (std::size_t v = 0; v < variants.size(); ++v)
        for (const Row& row : rows)
            if (row.is_there && !row.outcomes[v].unavailable.empty()) {
                points.push_back(fmt::format("- {} did not run: {}", variants[v].title,
                                             row.outcomes[v].unavailable));
                break;
            }
    document.line(fmt::format("{}", fmt::join(points, "\n")));
    return document.as_markdown();
}

}  // namespace

ExperimentOutcome reproduce_accuracy(const ReproduceOptions& options) {
    const std::vector<Variant> variants = variants_of(options);
    std::vector<Row> rows;
    for (const std::string& name : datasets_of(options, paper_datasets(options.experiment)))
        rows.push_back(run_dataset(options, name, variants));
    return {.json = text_of(table_json(options, variants, rows)),
            .markdown = markdown_of(options, variants, rows)};
}

}  // namespace dhgak
