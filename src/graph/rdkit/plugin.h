// SPDX-License-Identifier: MIT
#pragma once

#include "graph/molecules/parsed_molecule.h"

namespace dhgak {

// RDKit is a set of shared libraries that only molecules need. What uses it is a shared library of
// its own, loaded when a file of molecules is first read; this is what it offers. Both sides are
// built together.
struct RdkitPlugin {
    const char* mark;  // plugin_mark() of dhgak, for which the file is searched before it is loaded
    ParseMolecule parse;
};

// The plugin's only visible symbol, `dhgak_rdkit_plugin`, is a function that returns `const
// RdkitPlugin*`.

// Loads the plugin once. Throws ConfigError with the remedy where it is missing or does not load.
const RdkitPlugin& rdkit_plugin();

}  // namespace dhgak
