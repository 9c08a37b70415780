// SPDX-License-Identifier: MIT
#include "core/plugin_library.h"
#include "graph/rdkit/plugin.h"

namespace dhgak {

const RdkitPlugin& rdkit_plugin() {
    static const auto* plugin =
        static_cast<const RdkitPlugin*>(open_plugin({.file = "libdhgak_rdkit.so",
                                                     .function = "dhgak_rdkit_plugin",
                                                     .uses = "RDKit",
                                                     .package = "librdkit-dev"},
                                                    "molecules need"));
    return *plugin;
}

}  // namespace dhgak
