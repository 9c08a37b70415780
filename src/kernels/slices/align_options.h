// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "align/alignment.h"
#include "dhgak/settings/options.h"

namespace dhgak {

// Throws ConfigError, naming the option and what it accepts. Judges numbers only; build_alignment
// judges the methods.
void validate(const AlignOptions& options);
void validate(const KernelSetup& setup);

// Makes every part, after judging all of them: nothing that follows can fail for an option.
AlignmentParts build_alignment(const AlignOptions& options, const KernelSetup& setup);

// What slice embeddings, points and clusters depend on, each with what the one before depends on.
struct AlignmentKeys {
    std::string embedding;
    std::string points;
    std::string clusters;
};
AlignmentKeys keys_of(const AlignOptions& options, const KernelSetup& setup);

}  // namespace dhgak
