// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dhgak/core/spec.h"
#include "dhgak/run/options.h"

namespace dhgak {

// One configuration to try: whole options, of which those that its kernel depends on tell it apart.
struct GridPoint {
    RunOptions options;

    std::vector<Setting> settings() const { return kernel_settings(options); }
    bool operator==(const GridPoint& other) const { return settings() == other.settings(); }
};

// `dhgak nlm=w2v H=5 b=1 ...`.
std::string text_of(const GridPoint& point);

// `count` values from `first` to `last` at equal ratios, rounded to four digits so that they can be
// typed.
std::vector<double> log_spaced(double first, double last, std::size_t count);

// The values of each parameter; the defaults are the program's kernel on the paper's grid (its
// Table 2).
struct Grid {
    std::vector<Spec> kernels = {RunOptions{}.kernel.method};
    std::vector<Spec> nlms = {AlignOptions{}.nlm};
    std::vector<int> H = {1, 3, 5, 7, 9};
    std::vector<int> b = {0, 1, 2};
    std::vector<float> alpha = {0.0f, 0.2f, 0.4f, 0.6f, 0.8f, 1.0f};
    std::vector<double> cluster_factors = log_spaced(0.1, 2, 10);
    std::vector<int> T = {3};
    std::vector<std::vector<int>> refine = {{0}};  // each a set of rounds, see AlignOptions
};

// Calls `visit(setting, values, the default's values)` for each list of a grid.
template <typename Lists, typename Visit>
void visit_lists(Lists& grid, const Visit& visit) {
    const Grid usual;
    visit("kernel", grid.kernels, usual.kernels);
    visit("nlm", grid.nlms, usual.nlms);
    visit("H", grid.H, usual.H);
    visit("b", grid.b, usual.b);
    visit("alpha", grid.alpha, usual.alpha);
    visit("cluster_factor", grid.cluster_factors, usual.cluster_factors);
    visit("T", grid.T, usual.T);
    visit("refine", grid.refine, usual.refine);
}

// 18 configurations of slices, for a first look.
Grid small_grid();

// Kernels of which each option that is not given takes all values of its paper (published_grid).
std::vector<Spec> expand_kernels(const std::vector<Spec>& kernels);

// Throws ConfigError for an empty list or a value given twice.
void validate(const Grid& grid);

// Every configuration, the kernel varying slowest and T fastest; what is not in the grid is as in
// `base`. Of what a kernel or its clustering methods do not depend on, only the first value is
// tried.
std::vector<GridPoint> list_points(const Grid& grid, const RunOptions& base);

// The options of each of them.
std::vector<RunOptions> list_options(const Grid& grid, const RunOptions& base);

// Throws ConfigError where two are one configuration in other words, like `wl` and `wl:rounds=5`.
void require_different(std::span<const Run> runs);

}  // namespace dhgak
