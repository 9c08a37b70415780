// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// Throw ConfigError for what is asked of a model from a file but needs what only a fit has.

// Of a kernel with features.
[[noreturn]] void refuse_without_training_graphs();

// Of a kernel that compares graphs pair by pair.
[[noreturn]] void refuse_without_training_kernel();

}  // namespace dhgak
