// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "dhgak/matrix/gram.h"
#include "learn/svm/float_gram.h"

namespace dhgak {

// What an SvmGram holds.
struct SvmRows {
    const GramMatrix& gram;
    FloatGram floats;
    std::atomic<bool> has_warned = false;

    // Says once if an SVM on these graphs was not solved.
    void warn_unless(bool is_solved, double C);
};

}  // namespace dhgak
