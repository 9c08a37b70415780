// SPDX-License-Identifier: MIT
#include "dhgak/core/method.h"

#include <algorithm>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {

const MethodInfo& find_method(std::string_view kind, const Spec& spec,
                              std::span<const MethodInfo* const> methods) {
    std::string known;
    for (const MethodInfo* method : methods) known += fmt::format(" {}", method->name);
    const auto found = std::ranges::find_if(
        methods, [&](const MethodInfo* method) { return method->name == spec.name; });
    if (found == methods.end())
        throw ConfigError(fmt::format("unknown {} '{}'; known:{}", kind, spec.name, known));

    const MethodInfo& method = **found;
    for (const auto& [key, value] : spec.options) {
        if (std::ranges::find(method.options, key, &OptionInfo::key) != method.options.end())
            continue;
        std::string accepted;
        for (const OptionInfo& option : method.options) accepted += fmt::format(" {}", option.key);
        throw ConfigError(fmt::format("{} has no option '{}'; known:{}", spec.name, key,
                                      accepted.empty() ? " none" : accepted));
    }
    return method;
}

Spec with_defaults(const Spec& spec, const MethodInfo& method, const RunValues& run) {
    Spec complete = spec;
    complete.defaults.clear();
    for (const OptionInfo& option : method.options) {
        const auto inherited = run.find(option.inherits);
        const std::string_view value =
            inherited == run.end() ? option.fallback : std::string_view(inherited->second);
        if (!value.empty()) complete.defaults.emplace_back(option.key, value);
    }
    return complete;
}

}  // namespace dhgak
