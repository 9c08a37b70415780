// SPDX-License-Identifier: MIT
#include "kernel/no_training.h"

#include "dhgak/core/error.h"

namespace dhgak {

void refuse_without_training_graphs() {
    throw ConfigError(
        "this model was read from a file, which keeps no training graphs; features and "
        "predictions of new graphs are there, kernel values between graphs are products of their "
        "features");
}

void refuse_without_training_kernel() {
    throw ConfigError(
        "this model was read from a file, which keeps no kernel of its training graphs");
}

}  // namespace dhgak
