// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dhgak/core/spec.h"
#include "dhgak/run/report.h"

namespace dhgak {

// One configuration to try.
struct GridPoint {
    Spec kernel;
    bool on_slices = true;  // the rest matters to kernels on slices only
    Spec nlm;
    int H = 0;
    int b = 0;
    float alpha = 0;
    double cluster_factor = 0;
    int T = 0;

    bool operator==(const GridPoint&) const = default;
};

// `count` values from `first` to `last` at equal ratios, rounded to four digits so that they can be
// typed.
std::vector<double> log_spaced(double first, double last, std::size_t count);

// The values of each parameter; the defaults are the paper's (its Table 2).
struct Grid {
    std::vector<Spec> kernels = {{.name = "dhgak", .options = {}}};
    std::vector<Spec> nlms = {{.name = "w2v", .options = {}}};
    std::vector<int> H = {1, 3, 5, 7, 9};
    std::vector<int> b = {0, 1, 2};
    std::vector<float> alpha = {0.0f, 0.2f, 0.4f, 0.6f, 0.8f, 1.0f};
    std::vector<double> cluster_factors = log_spaced(0.1, 2, 10);
    std::vector<int> T = {3};
};

// Throws ConfigError for an empty list or a value given twice.
void validate(const Grid& grid);

// Every configuration, the kernel varying slowest and T fastest. Of what a kernel or the clustering
// methods `cluster` do not depend on, only the first value is tried.
std::vector<GridPoint> list_points(const Grid& grid, const std::vector<Spec>& cluster);

// The grid whose only point is this run.
Grid grid_of(const RunOptions& options);

// `base` with the point's values.
RunOptions options_at(const GridPoint& point, const RunOptions& base);

// `dhgak w2v H=5 b=1 alpha=0.6 factor=0.5 T=3`.
std::string text_of(const GridPoint& point);

}  // namespace dhgak
