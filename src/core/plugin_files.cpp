// SPDX-License-Identifier: MIT
#include "core/plugin_files.h"

#include <dlfcn.h>

namespace dhgak {

namespace fs = std::filesystem;

std::vector<fs::path> plugin_candidates(const char* file) {
    std::vector<fs::path> paths;
    Dl_info self = {};
    if (dladdr(reinterpret_cast<void*>(&plugin_candidates), &self) != 0 && self.dli_fname) {
        // A program found through PATH calls itself by its bare name, which is no path.
        const fs::path name = self.dli_fname;
        std::error_code ignored;
        const fs::path whole = name.has_parent_path() ? fs::absolute(name)
                                                      : fs::read_symlink("/proc/self/exe", ignored);
        const fs::path folder = whole.parent_path();
        paths = {folder / file, folder / ".." / DHGAK_LIBRARY_SUBFOLDER / file};
    }
    paths.push_back(fs::path(DHGAK_LIBRARY_FOLDER) / file);
    paths.push_back(fs::path(DHGAK_BUILD_FOLDER) / file);
    return paths;
}

}  // namespace dhgak
