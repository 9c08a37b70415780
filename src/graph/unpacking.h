// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace dhgak {

// Refuses what would fill the memory: no text of numbers or molecules packs as well as a bomb.
// Sizes up to `usual` are not looked at. Throws InputError.
void require_usual_packing(const std::string& place, std::uint64_t size, std::uint64_t packed,
                           std::uint64_t usual);

}  // namespace dhgak
