// SPDX-License-Identifier: MIT
#include "dhgak/core/version.h"

#include "core/plugin_library.h"
#include "dhgak_version.h"

namespace dhgak {

const char* version() { return DHGAK_VERSION; }
const char* build() { return DHGAK_BUILD; }
const char* version_and_build() { return DHGAK_VERSION " " DHGAK_BUILD; }
const char* plugin_mark() { return "dhgak plugin of " DHGAK_VERSION " " DHGAK_BUILD ";"; }

}  // namespace dhgak
