// SPDX-License-Identifier: MIT
#include "dhgak/core/version.h"

#include "dhgak_version.h"

namespace dhgak {

const char* version() { return DHGAK_VERSION; }
const char* build() { return DHGAK_BUILD; }
const char* version_and_build() { return DHGAK_VERSION " " DHGAK_BUILD; }

}  // namespace dhgak
