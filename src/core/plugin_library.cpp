// SPDX-License-Identifier: MIT
#include "core/plugin_library.h"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

// Where this code lies, free of links; what the caller says of itself (argv[0]) is not asked.
struct Home {
    fs::path folder;
    bool is_program = false;
};

std::optional<Home> home() {
    Dl_info info = {};
    link_map* self = nullptr;
    if (dladdr1(reinterpret_cast<void*>(&home), &info, reinterpret_cast<void**>(&self),
                RTLD_DL_LINKMAP) == 0 ||
        !self || !self->l_name)
        return std::nullopt;
    const std::string_view name = self->l_name;
    std::error_code failed;
    const fs::path file = name.empty() ? fs::read_symlink("/proc/self/exe", failed)
                                       : fs::canonical(fs::path(name), failed);
    // A relative name means another file once the working folder has changed.
    if (failed || !(name.empty() || name.starts_with('/'))) return std::nullopt;
    return Home{file.parent_path(), name.empty()};
}

std::vector<fs::path> folders_of_plugins(const Home& here) {
    if (!here.is_program) return {here.folder, here.folder / "bin"};
    // Not from any folder: beside one that is shared by all, others may make a `lib`.
    if (here.folder.filename() == DHGAK_PROGRAM_FOLDER)
        return {here.folder, here.folder / DHGAK_LIBRARIES_FROM_PROGRAMS};
    return {here.folder};
}

bool holds(const fs::path& path, std::string_view mark) {
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    return bytes.find(mark) != std::string::npos;
}

}  // namespace

const void* open_plugin(const PluginLibrary& plugin, std::string_view who_needs) {
    const std::optional<Home> here = home();
    if (!here)
        throw ConfigError(
            fmt::format("{} {}, but where dhgak itself lies cannot be seen: /proc is "
                        "missing, or it was loaded by a relative name",
                        who_needs, plugin.file));
    for (const fs::path& folder : folders_of_plugins(*here)) {
        const fs::path path = folder / plugin.file;
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored)) continue;
        if (!holds(path, plugin_mark()))
            throw ConfigError(fmt::format(
                "{} belongs to another build of dhgak; install both together", path.string()));
        void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* get = library ? dlsym(library, plugin.function) : nullptr;
        if (!get)
            throw ConfigError(
                fmt::format("{} {}, which does not load; install {} or what is missing: {}",
                            who_needs, plugin.uses, plugin.package, dlerror()));
        return reinterpret_cast<const void* (*)()>(get)();
    }
    throw ConfigError(fmt::format("{} {}, which is not where dhgak is installed, in {}", who_needs,
                                  plugin.file, here->folder.string()));
}

}  // namespace dhgak
