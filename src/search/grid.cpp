// SPDX-License-Identifier: MIT
#include "dhgak/search/grid.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "kernels/registry.h"
#include "settings/settings.h"

namespace dhgak {
namespace {

std::string shown(const Spec& spec) { return spec.text(); }
std::string shown(const std::vector<int>& rounds) { return text_of_rounds(rounds); }
std::string shown(double value) { return fmt::format("{:g}", value); }

template <typename T>
void check_list(const std::string& name, const std::vector<T>& values) {
    if (values.empty())
        throw ConfigError(fmt::format("{} has no values; at least one is needed", name));
    for (auto value = values.begin(); value != values.end(); ++value)
        if (std::find(values.begin(), value, *value) != value)
            throw ConfigError(
                fmt::format("{} has {} twice; each value may be given once", name, shown(*value)));
}

template <typename T>
std::vector<T> first_unless(bool all, const std::vector<T>& values) {
    return all ? values : std::vector<T>{values.front()};
}

void add_points(const Spec& kernel, const Grid& grid, const RunOptions& base,
                std::vector<GridPoint>& points) {
    RunOptions options = base;
    options.kernel.method = kernel;
    const KernelTraits& traits = traits_of(kernel);
    if (!traits.uses_slices) {
        points.push_back({options});
        return;
    }
    const bool has_factor = traits.uses_clusters && uses_cluster_factor(base.kernel.align.cluster);
    const bool may_refine = grid.refine != std::vector<std::vector<int>>{{0}};
    AlignOptions& align = options.kernel.align;
    for (const Spec& nlm : grid.nlms)
        for (const std::vector<int>& rounds : grid.refine) {
            align.nlm = nlm;
            align.refine = rounds;
            // Edge labels have no part in labels as they are; asked for in vain, they are refused.
            align.edge_labels =
                base.kernel.align.edge_labels && (refines_labels(align) || !may_refine);
            std::set<int> depths;
            for (const int H : grid.H)
                for (const int b : grid.b) {
                    if (!traits.uses_hops && !depths.insert(H + b).second) continue;
                    for (const float alpha : first_unless(traits.uses_hops, grid.alpha))
                        for (const double factor : first_unless(has_factor, grid.cluster_factors))
                            for (const int T : first_unless(traits.uses_clusters, grid.T)) {
                                align.slices.H = H;
                                align.slices.b = b;
                                align.alpha = alpha;
                                align.cluster_factor = factor;
                                align.T = T;
                                points.push_back({options});
                            }
                }
        }
}

}  // namespace

std::vector<double> log_spaced(double first, double last, std::size_t count) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
        const double share =
            count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(count - 1);
        const double exact = first * std::pow(last / first, share);
        const double digits = std::pow(10, 3 - std::floor(std::log10(exact)));
        values.push_back(std::round(exact * digits) / digits);
    }
    return values;
}

Grid small_grid() {
    return {.H = {1, 3, 5}, .b = {0, 1}, .alpha = {0.6f}, .cluster_factors = {0.1, 0.5, 2}};
}

std::vector<Spec> expand_kernels(const std::vector<Spec>& kernels) {
    std::vector<Spec> expanded;
    for (const Spec& kernel : kernels) {
        const std::vector<Spec> grid = published_grid(kernel);
        expanded.insert(expanded.end(), grid.begin(), grid.end());
    }
    return expanded;
}

void validate(const Grid& grid) {
    visit_lists(grid, [](const char* name, const auto& values, const auto&) {
        check_list(flag_of(*find_setting(name)), values);
    });
}

std::vector<GridPoint> list_points(const Grid& grid, const RunOptions& base) {
    validate(grid);
    std::vector<GridPoint> points;
    for (const Spec& kernel : grid.kernels) add_points(kernel, grid, base, points);
    return points;
}

std::vector<RunOptions> list_options(const Grid& grid, const RunOptions& base) {
    std::vector<RunOptions> options;
    for (GridPoint& point : list_points(grid, base)) options.push_back(std::move(point.options));
    return options;
}

void require_different(std::span<const Run> runs) {
    std::map<std::pair<std::string, int>, const Run*> known;
    for (const Run& run : runs) {
        const auto [found, is_new] =
            known.emplace(std::pair(run.kernel->family(), run.kernel->level()), &run);
        if (!is_new)
            throw ConfigError(fmt::format("{} and {} are the same configuration; give one of them",
                                          text_of(found->second->options), text_of(run.options)));
    }
}

std::string text_of(const GridPoint& point) { return text_of(point.options); }

}  // namespace dhgak
