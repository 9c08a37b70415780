// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// The library's version, `major.minor.patch`.
const char* version();

}  // namespace dhgak
