// SPDX-License-Identifier: MIT
#include "dhgak/core/error.h"
#include "graph/rdkit/plugin.h"

namespace dhgak {

const RdkitPlugin& rdkit_plugin() {
    throw ConfigError(
        "molecules need RDKit, which this build has not; install librdkit-dev, configure and build "
        "again (`make build` does all of it)");
}

}  // namespace dhgak
