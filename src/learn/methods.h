// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/learn/learner.h"

namespace dhgak {

// The factories of the registry, one per learner.
std::unique_ptr<Learner> make_svm(const Spec& spec, const LearnOptions& options);
std::unique_ptr<Learner> make_linear(const Spec& spec, const LearnOptions& options);

}  // namespace dhgak
