// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// What RetGK is asked for.
struct RetgkOptions {
    std::size_t steps = 50;           // of a walk
    std::size_t features = 0;         // random features of a graph; 0: none, exact
    std::size_t node_features = 200;  // random features of a node; for features above 0
    bool attributes = false;          // of nodes: they count, too; exact only
    double time_limit = 0;            // seconds; 0: none
    std::uint64_t seed = 0;
};

std::unique_ptr<FittedKernel> fit_retgk_exactly(const Dataset& graphs, const RetgkOptions& options,
                                                const FitContext& context);  // retgk_exact.cpp
std::unique_ptr<FittedKernel> load_exact_retgk(const ModelReader& reader);

std::unique_ptr<FittedKernel> fit_retgk_features(const Dataset& graphs, const RetgkOptions& options,
                                                 const FitContext& context);  // retgk_features.cpp
std::unique_ptr<FittedKernel> load_retgk_features(const ModelReader& reader);

}  // namespace dhgak
