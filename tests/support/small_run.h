// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dhgak/run/options.h"

namespace dhgak::testing_support {

// Two hops, few clusters, four folds: quick on some dozen graphs.
inline RunOptions small_run(const std::string& kernel, SvmKind svm = SvmKind::automatic) {
    RunOptions options;
    options.kernel = Spec::parse(kernel);
    options.align.slices.H = 2;
    options.align.cluster_factor = 0.5;
    options.align.T = 2;
    options.svm = svm;
    options.cv = {.folds = 4, .inner_folds = 3, .C = {0.1, 1, 10}};
    return options;
}

}  // namespace dhgak::testing_support
