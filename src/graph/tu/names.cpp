// SPDX-License-Identifier: MIT
#include "graph/tu/names.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {

std::string choose_prefix(const std::string& place, const std::string& preferred,
                          const std::vector<std::string>& names) {
    constexpr std::string_view kEnd = "_A.txt";
    std::vector<std::string> prefixes;
    for (const std::string& name : names) {
        const std::string base = name.substr(name.rfind('/') + 1);
        // `._NAME` is what macOS leaves beside each file of a zip.
        if (base.size() <= kEnd.size() || !base.ends_with(kEnd) || base.starts_with("._")) continue;
        prefixes.push_back(name.substr(0, name.size() - kEnd.size()));
    }
    std::ranges::sort(prefixes);
    const auto is_preferred = [&](const std::string& prefix) {
        return prefix.substr(prefix.rfind('/') + 1) == preferred;
    };
    if (std::ranges::count_if(prefixes, is_preferred) == 1)
        return *std::ranges::find_if(prefixes, is_preferred);
    if (prefixes.empty())
        throw InputError(fmt::format(
            "{}: holds no TU dataset; expected NAME_A.txt and NAME_graph_indicator.txt", place));
    if (prefixes.size() > 1)
        throw InputError(fmt::format("{}: holds several datasets ({}); keep each apart", place,
                                     fmt::join(prefixes, ", ")));
    return prefixes.front();
}

}  // namespace dhgak
