// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "dhgak/core/spec.h"
#include "graph/wl_colors.h"

namespace dhgak {

// The options `rounds` and `edges` that kernels on Weisfeiler-Leman colours have in common. Without
// rounds there is no use for edge labels.
// Throws ConfigError for other values than the registry documents.
inline WlColorOptions wl_options(const Spec& spec) {
    const std::size_t rounds = spec.get_count("rounds", 0, 100);
    const bool wants_edges = spec.get_choice("edges", {"no", "yes"}) == "yes";
    return {.rounds = rounds, .edge_labels = wants_edges && rounds > 0};
}

}  // namespace dhgak
