// SPDX-License-Identifier: MIT
#pragma once

// Which instruction sets the scans are compiled for. They keep vectors in arrays, which scalable
// vectors cannot be. To be included before Highway.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
