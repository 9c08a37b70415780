// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/core/spec.h"
#include "dhgak/graph/wl_colors.h"

namespace dhgak {

// The options `rounds` and `edges` that kernels on Weisfeiler-Leman colours have in common.
// Throws ConfigError for other values than the registry documents.
inline WlColorOptions wl_options(const Spec& spec) {
    return {.rounds = spec.get_count("rounds", 0, 100),
            .edge_labels = spec.get_choice("edges", {"no", "yes"}) == "yes"};
}

}  // namespace dhgak
