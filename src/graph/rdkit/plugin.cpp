// SPDX-License-Identifier: MIT
#include "graph/rdkit/plugin.h"

#include "core/plugin_library.h"
#include "graph/rdkit/parse.h"

extern "C" __attribute__((visibility("default"))) const dhgak::RdkitPlugin* dhgak_rdkit_plugin() {
    static const dhgak::RdkitPlugin plugin = {.mark = dhgak::plugin_mark(),
                                              .parse = dhgak::parse_with_rdkit};
    return &plugin;
}
