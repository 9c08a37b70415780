// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <filesystem>

#include <fmt/format.h>

#include "core/plugin_files.h"
#include "dhgak/core/error.h"
#include "dhgak/core/version.h"
#include "graph/rdkit/plugin.h"

namespace dhgak {
namespace {

constexpr const char* kFile = "libdhgak_rdkit.so";

const RdkitPlugin& load() {
    for (const std::filesystem::path& path : plugin_candidates(kFile)) {
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored)) continue;
        void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library)
            throw ConfigError(
                fmt::format("molecules need RDKit, which does not load; install librdkit-dev or "
                            "what is missing: {}",
                            dlerror()));
        const auto get = reinterpret_cast<GetRdkitPlugin>(dlsym(library, "dhgak_rdkit_plugin"));
        const RdkitPlugin* plugin = get ? get() : nullptr;
        if (!plugin || plugin->version != version_and_build())
            throw ConfigError(fmt::format(
                "{} belongs to another build of dhgak; install both together", path.string()));
        return *plugin;
    }
    throw ConfigError(fmt::format("molecules need {}, which is not installed beside dhgak", kFile));
}

}  // namespace

const RdkitPlugin& rdkit_plugin() {
    static const RdkitPlugin& plugin = load();
    return plugin;
}

}  // namespace dhgak
