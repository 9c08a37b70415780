// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/core/spec.h"

namespace dhgak {

// One option of a method, as `dhgak list` shows it.
struct OptionInfo {
    std::string_view key;
    std::string_view fallback;
    std::string_view meaning;
    std::string_view inherits = {};  // the option of the whole run that gives the default instead
    std::string_view tried = {};     // values that its paper chose from, with blanks between
};

// What a registry tells about a method.
struct MethodInfo {
    std::string_view name;
    std::string_view summary;
    std::vector<OptionInfo> options;
};

// A line of a registry: a list to read, one per stage.
template <typename Interface>
struct Method {
    MethodInfo info;
    std::unique_ptr<Interface> (*make)(const Spec&);
};

// Throws ConfigError unless `spec` names one of `methods` and gives only options it has.
const MethodInfo& find_method(std::string_view kind, const Spec& spec,
                              std::span<const MethodInfo* const> methods);

// Values of options of the whole run, by name.
using RunValues = std::map<std::string, std::string, std::less<>>;

// The spec with every default that the registry has, which is the only place that has them.
Spec with_defaults(const Spec& spec, const MethodInfo& method, const RunValues& run = {});

// Makes what `spec` asks for. Throws ConfigError for an unknown name, option or value.
template <typename Interface>
std::unique_ptr<Interface> make_method(std::string_view kind, const Spec& spec,
                                       std::span<const Method<Interface>> registry,
                                       const RunValues& run = {}) {
    std::vector<const MethodInfo*> infos;
    for (const Method<Interface>& method : registry) infos.push_back(&method.info);
    const MethodInfo& found = find_method(kind, spec, infos);
    for (const Method<Interface>& method : registry)
        if (&method.info == &found) return method.make(with_defaults(spec, found, run));
    return nullptr;
}

template <typename Interface>
std::vector<MethodInfo> describe(std::span<const Method<Interface>> registry) {
    std::vector<MethodInfo> infos;
    for (const Method<Interface>& method : registry) infos.push_back(method.info);
    return infos;
}

}  // namespace dhgak
