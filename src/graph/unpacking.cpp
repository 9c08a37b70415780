// SPDX-License-Identifier: MIT
#include "graph/unpacking.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {

void require_usual_packing(const std::string& place, std::uint64_t size, std::uint64_t packed,
                           std::uint64_t usual) {
    constexpr std::uint64_t kMostRatio = 200;
    if (size > usual && size / kMostRatio > packed)
        throw InputError(
            fmt::format("{}: unpacks from {} to {} bytes or more, which is not "
                        "reasonable; unpack it yourself if you trust it",
                        place, packed, size));
}

}  // namespace dhgak
