// SPDX-License-Identifier: MIT
#include <cmath>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

void validate(const AlignOptions& options) {
    validate(options.slices);
    if (!std::isfinite(options.alpha) || options.alpha < 0)
        throw ConfigError(
            fmt::format("alpha is {}; it must be a finite number, at least 0", options.alpha));
    if (options.cluster.empty())
        throw ConfigError("no clustering method is given; at least one is needed, like kmeans");
    if (!std::isfinite(options.cluster_factor) || options.cluster_factor <= 0)
        throw ConfigError(
            fmt::format("the cluster factor is {}; it must be a finite number above 0",
                        options.cluster_factor));
    if (options.T < 1) throw ConfigError(fmt::format("T is {}; it must be at least 1", options.T));
    if (options.first_hop < 0 || options.first_hop > options.slices.H)
        throw ConfigError(fmt::format("the first hop is {}; it must be in 0..{}, up to H",
                                      options.first_hop, options.slices.H));
}

}  // namespace dhgak
