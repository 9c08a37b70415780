// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/random.h"

namespace dhgak {

// The bytes cut short somewhere, or with one bit flipped.
inline std::string damage(std::string bytes, Random& random) {
    const std::size_t place = random.below(bytes.size());
    if (random.below(2) == 0)
        bytes.resize(place);
    else
        bytes[place] = static_cast<char>(bytes[place] ^ (1 << random.below(8)));
    return bytes;
}

}  // namespace dhgak
