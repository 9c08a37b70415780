// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// The files of cuda/, which CMake puts into the program.
extern const char* const kStatesCode;
extern const char* const kAttentionCode;
extern const char* const kLloydCode;

}  // namespace dhgak
