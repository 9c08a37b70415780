// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace dhgak {

// How much a thread takes at a time: small enough to share out, large enough not to be felt.
inline constexpr std::size_t kGraphBlock = 16;
inline constexpr std::size_t kRowBlock = 16;  // of a matrix over graphs
inline constexpr std::size_t kPairBlock = 8;  // of graphs, each dear

}  // namespace dhgak
