// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "kernels/registry.h"

namespace dhgak::testing_support {

// The kernel of that text with the default options, fitted.
inline std::unique_ptr<FittedKernel> fit(const std::string& kernel, const Dataset& dataset) {
    StageTimes times;
    return make_kernel(Spec::parse(kernel), {})->fit(dataset, {times});
}

}  // namespace dhgak::testing_support
