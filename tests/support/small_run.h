// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dhgak/run/options.h"

namespace dhgak::testing_support {

// Two hops, few clusters, four folds: quick on some dozen graphs.
inline RunOptions small_run(const std::string& kernel, const std::string& learner = "auto") {
    RunOptions options;
    options.kernel.method = Spec::parse(kernel);
    options.kernel.align.slices.H = 2;
    options.kernel.align.cluster_factor = 0.5;
    options.kernel.align.T = 2;
    options.learn.learner = Spec::parse(learner);
    options.learn.inner_folds = 3;
    options.learn.C = {0.1, 1, 10};
    options.folds.count = 4;
    return options;
}

}  // namespace dhgak::testing_support
