// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace dhgak {

// What every plugin holds as text, with the version and build of dhgak that it shares classes with.
const char* plugin_mark();

// A library that is loaded on demand.
struct PluginLibrary {
    const char* file;  // libdhgak_rdkit.so
    const char*
        function;         // its only symbol that can be seen; takes nothing, returns what it offers
    const char* uses;     // RDKit: what else must be on the machine,
    const char* package;  // and the package of Debian that has it
};

// Loads the library and calls its function. It is looked for beside the program or library that
// this code is part of; by a program in PREFIX/bin also in PREFIX/lib, by a library also in bin/
// beside itself, where the Python package has its programs; nowhere else. Throws ConfigError with
// the remedy where it is missing, does not load, or belongs to another build: plugin_mark() is
// looked for in the file before anything of it runs. `who_needs` begins the sentence: "molecules
// need".
const void* open_plugin(const PluginLibrary&, std::string_view who_needs);

}  // namespace dhgak
