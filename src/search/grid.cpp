// SPDX-License-Identifier: MIT
#include "dhgak/search/grid.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "dhgak/align/aligner.h"
#include "dhgak/core/error.h"

namespace dhgak {
namespace {

std::string shown(const Spec& spec) { return spec.text(); }
std::string shown(double value) { return fmt::format("{:g}", value); }

template <typename T>
void check_list(const char* name, const std::vector<T>& values) {
    if (values.empty())
        throw ConfigError(fmt::format("{} has no values; at least one is needed", name));
    for (auto value = values.begin(); value != values.end(); ++value)
        if (std::find(values.begin(), value, *value) != value)
            throw ConfigError(
                fmt::format("{} has {} twice; each value may be given once", name, shown(*value)));
}

bool any_has_factor(const std::vector<Spec>& cluster) {
    const auto methods = list_aligners();
    return std::ranges::any_of(cluster, [&](const Spec& spec) {
        return !spec.has("factor") && !spec.has("k") &&
               std::ranges::any_of(methods, [&](const MethodInfo& method) {
                   return method.name == spec.name &&
                          std::ranges::count(method.options, "factor", &OptionInfo::key) > 0;
               });
    });
}

// Values of what a kernel does not depend on are not tried.
void add_points(const Spec& kernel, const Grid& grid, bool has_factor,
                std::vector<GridPoint>& points) {
    const KernelNeeds needs = needs_of(kernel);
    if (!needs.slices) {
        points.push_back({.kernel = kernel, .on_slices = false});
        return;
    }
    std::vector<float> alphas = grid.alpha;
    if (!needs.hops) alphas.resize(1);
    std::vector<double> factors = grid.cluster_factors;
    if (!needs.clusters || !has_factor) factors.resize(1);
    std::vector<int> Ts = grid.T;
    if (!needs.clusters) Ts.resize(1);
    for (const Spec& nlm : grid.nlms) {
        std::set<int> depths;
        for (const int H : grid.H)
            for (const int b : grid.b) {
                if (!needs.hops && !depths.insert(H + b).second) continue;
                for (const float alpha : alphas)
                    for (const double factor : factors)
                        for (const int T : Ts)
                            points.push_back({.kernel = kernel,
                                              .nlm = nlm,
                                              .H = H,
                                              .b = b,
                                              .alpha = alpha,
                                              .cluster_factor = factor,
                                              .T = T});
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

void validate(const Grid& grid) {
    check_list("kernel", grid.kernels);
    check_list("nlm", grid.nlms);
    check_list("H", grid.H);
    check_list("b", grid.b);
    check_list("alpha", grid.alpha);
    check_list("cluster-factor", grid.cluster_factors);
    check_list("T", grid.T);
}

std::vector<GridPoint> list_points(const Grid& grid, const std::vector<Spec>& cluster) {
    validate(grid);
    std::vector<GridPoint> points;
    for (const Spec& kernel : grid.kernels)
        add_points(kernel, grid, any_has_factor(cluster), points);
    return points;
}

Grid grid_of(const RunOptions& options) {
    return {.kernels = {options.kernel},
            .nlms = {options.align.embed.nlm},
            .H = {options.align.slices.H},
            .b = {options.align.slices.b},
            .alpha = {options.align.alpha},
            .cluster_factors = {options.align.cluster_factor},
            .T = {options.align.T}};
}

RunOptions options_at(const GridPoint& point, const RunOptions& base) {
    RunOptions options = base;
    options.kernel = point.kernel;
    if (!point.on_slices) return options;
    options.align.embed.nlm = point.nlm;
    options.align.slices.H = point.H;
    options.align.slices.b = point.b;
    options.align.alpha = point.alpha;
    options.align.cluster_factor = point.cluster_factor;
    options.align.T = point.T;
    return options;
}

std::string text_of(const GridPoint& point) {
    if (!point.on_slices) return point.kernel.text();
    return fmt::format("{} {} H={} b={} alpha={} factor={} T={}", point.kernel.text(),
                       point.nlm.text(), point.H, point.b, point.alpha, point.cluster_factor,
                       point.T);
}

}  // namespace dhgak
