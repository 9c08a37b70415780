// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/spec.h"

namespace dhgak {

// An option in [least, most]. Throws ConfigError otherwise.
inline std::size_t whole_number(const Spec& spec, std::string_view key, std::size_t fallback,
                                long long least, long long most) {
    const long long value = spec.get_integer(key, static_cast<long long>(fallback));
    if (value < least || value > most)
        throw ConfigError(
            fmt::format("{}: option {}={} is not in {}..{}", spec.name, key, value, least, most));
    return static_cast<std::size_t>(value);
}

}  // namespace dhgak
