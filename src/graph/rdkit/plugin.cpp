// SPDX-License-Identifier: MIT
#include "graph/rdkit/plugin.h"

#include "dhgak/core/version.h"
#include "graph/rdkit/parse.h"

extern "C" __attribute__((visibility("default"))) const dhgak::RdkitPlugin* dhgak_rdkit_plugin() {
    static const dhgak::RdkitPlugin plugin = {.version = dhgak::version_and_build(),
                                              .parse = dhgak::parse_with_rdkit};
    return &plugin;
}
